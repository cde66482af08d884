import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts, type Account } from "@/db/schema/accounts";
import { files } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { askForConfirmation, confirmAddress } from "@/lib/accounts/confirm-address";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { deleteFile } from "@/lib/documents/delete";
import { defaultLimits } from "@/lib/platform/limits";
import { createDocument } from "@/lib/requests/create";
import { createDirectLink } from "@/lib/requests/direct-links/change";
import { remindSigners } from "@/lib/requests/remind";
import { replaceSigner } from "@/lib/requests/signers/take-over";
import { readActiveSigners } from "@/lib/requests/state/file-state";
import type { NewRequest } from "@/lib/requests/state/schema";
import { createTemplate } from "@/lib/requests/templates/create";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile, withdrawSigners } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { findInvitationWait } from "./invitation-limits";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const limits = {
  ...defaultLimits,
  invitedAddressesFirstDay: 3,
  invitedAddressesPerDay: 5,
  invitationsPerAddressPerDay: 2,
};

async function registered(ctx: Ctx, changes: Partial<Account> = {}) {
  return actingAs(await makeAccount(ctx, { madeBy: "signup", ...changes }));
}

function makeRequest(ctx: Ctx, input: Pick<NewRequest, "users" | "status">, actor: AccountActor) {
  return createDocument(ctx, actor, { file: { base64: twoPages.toString("base64") }, name: "Lease", ...input });
}

const to = (...names: string[]) => ({
  status: 1 as const,
  users: names.map((name) => ({ email: `${name}@x.example` })),
});
const invited = async (ctx: Ctx) =>
  (await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"))).length;

describe("an account with an unproved address", () => {
  const refused = { code: "email_unproved" };

  const unproved = { emailProvedAt: null, emailProof: null };
  // Somebody else may have received the link.
  const byLink = { emailProof: "invitation", emailProofRequestId: 1 } as const;

  test.each([
    ["made by signup", { madeBy: "signup", ...unproved }],
    ["made by administrator", { madeBy: "administrator", ...unproved }],
    ["made by invitation", { madeBy: "invitation", ...unproved }],
    ["proved by a sign link", { madeBy: "signup", ...byLink }],
  ] as const)(
    "prepares drafts and sends and publishes nothing until its owner proves the address: %s",
    async (_account, values) => {
      const ctx = testContext(db());
      const account = await makeAccount(ctx, values);
      const { fileId } = await makeRequest(ctx, { users: to("a").users, status: 0 }, actingAs(account));
      const send = (as: AccountActor) => updateRequest(ctx, as, { file: { fileId }, status: 1 });
      await expect(makeRequest(ctx, to("a"), actingAs(account))).rejects.toMatchObject(refused);
      await expect(send(actingAs(account))).rejects.toMatchObject(refused);
      await expect(findInvitationWait(ctx, account, [])).rejects.toMatchObject(refused);
      const { templateId: id } = await createTemplate(ctx, actingAs(account), { file: { fileId } });
      await expect(
        createDirectLink(ctx, actingAs(account), { id, name: "Poster", role: "Signer 1" }),
      ).rejects.toMatchObject(refused);
      expect(await invited(ctx)).toBe(0);
      await askForConfirmation(ctx, actingAs(account));
      const [job] = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "accountMail"));
      const token = ctx.secrets.open("outbox", job?.sealed ?? Buffer.alloc(0)).toString();
      await send(actingAs(await confirmAddress(ctx, actingAs(account), token)));
      expect(await invited(ctx)).toBe(1);
    },
  );

  test("neither reminds nor replaces the signers of a document sent before", async () => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    const { fileId } = await makeRequest(ctx, to("a"), actor);
    const [signer] = await readActiveSigners(ctx, fileId);
    const unproved = actingAs({ ...actor.account, emailProvedAt: null, emailProof: null });
    const replacement = { fileId, signRequestId: signer?.id ?? 0, email: "b@x.example" };
    await expect(remindSigners(ctx, unproved, { fileId })).rejects.toMatchObject(refused);
    await expect(replaceSigner(ctx, unproved, replacement)).rejects.toMatchObject(refused);
    expect(await invited(ctx)).toBe(1);
  });
});

describe("invitations from a self-registered account", () => {
  test("reach a limited number of addresses on the first day, and more later", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a", "b"), actor);
    await makeRequest(ctx, to("b", "c"), actor);
    await expect(makeRequest(ctx, to("d"), actor)).rejects.toMatchObject({ code: "rate_limited" });
    const older = { ...actor, account: { ...actor.account, createdAt: new Date(Date.now() - 2 * 86_400_000) } };
    await makeRequest(ctx, to("d", "e"), older);
    await expect(makeRequest(ctx, to("f"), older)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await invited(ctx)).toBe(6);
  });

  test("reach one address only a few times a day @exhaustive", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a"), actor);
    await makeRequest(ctx, to("a"), actor);
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("share that limit with e-mails about withdrawals, which are omitted once it is reached", async () => {
    const ctx = testContext(db(), { limits: { ...limits, invitationsPerAddressPerDay: 3 } });
    const actor = await registered(ctx);
    for (let round = 0; round < 2; round++) {
      const { fileId } = await makeRequest(ctx, to("a"), actor);
      await withdrawFile(ctx, actor, { fileId });
    }
    const mails = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "notification"));
    expect(mails.map(({ payload }) => payload.template)).toEqual(["invitation", "withdrawal", "invitation"]);
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ reason: "invitations_to_address" });
  });

  test("count copies to a CC, however the person became one @exhaustive", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    const users = [{ email: "a@x.example" }, { email: "b@x.example", notify: false }];
    const send = async (signer: string): Promise<unknown> => {
      const { fileId } = await makeRequest(ctx, { users: [{ email: signer }, users[1] as never], status: 0 }, actor);
      await updateRequest(ctx, actor, {
        file: { fileId },
        users: [{ email: signer }, { email: "b@x.example", role: "cc" }],
      });
      return updateRequest(ctx, actor, { file: { fileId }, status: 1 });
    };
    await send("a@x.example");
    await send("c@x.example");
    await expect(send("a@x.example")).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("are always mailed to a CC: notify false is refused", async () => {
    const ctx = testContext(db());
    const actor = await registered(ctx);
    const users = [
      { email: "a@x.example" },
      { email: "b@x.example", role: "cc" as const, copyAt: ["completed" as const] },
    ];
    const { fileId } = await makeRequest(ctx, { users, status: 1 }, actor);
    const [, cc] = await readActiveSigners(ctx, fileId);
    const refused = { code: "validation_failed", violations: [{ pointer: "/notify" }] };
    await expect(
      replaceSigner(ctx, actor, { fileId, signRequestId: cc?.id ?? 0, email: "c@x.example", notify: false }),
    ).rejects.toMatchObject(refused);
    await expect(
      updateRequest(ctx, actor, {
        file: { fileId },
        users: [{ email: "a@x.example" }, { email: "b@x.example", notify: false }],
      }),
    ).rejects.toMatchObject({ code: "validation_failed", violations: [{ pointer: "/users/1/notify" }] });
  });

  test("are not limited for an account that an administrator created @exhaustive", async () => {
    const ctx = testContext(db(), { limits });
    const actor = actingAs(await makeAccount(ctx));
    for (let round = 0; round < 4; round++) await makeRequest(ctx, to("a", "b", "c", "d"), actor);
    expect(await invited(ctx)).toBe(16);
  });

  test("still count addresses whose request was withdrawn and deleted @exhaustive", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    const { fileId } = await makeRequest(ctx, to("a", "b", "c"), actor);
    await withdrawSigners(ctx, actor, { id: fileId }, (signers) => [...signers]);
    const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
    await deleteFile(ctx, actor, { uuid: file?.uuid ?? "" });
    await expect(makeRequest(ctx, to("d"), actor)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("keep counting when the account is erased and created again with the same address", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a", "b", "c"), actor);
    await ctx.db.update(accounts).set({ email: "erased@erased.invalid" }).where(eq(accounts.id, actor.account.id));
    const again = await registered(ctx, { email: actor.account.email });
    await expect(makeRequest(ctx, to("d"), again)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("count reminders towards an address's limit @exhaustive", async () => {
    const ctx = testContext(db(), { limits });
    const actor = await registered(ctx);
    const { fileId } = await makeRequest(ctx, to("a", "b"), actor);
    await makeRequest(ctx, to("a"), actor);
    expect(await remindSigners(ctx, actor, { fileId })).toMatchObject([
      { notified: false, reason: "recently" },
      { notified: true, reason: null },
    ]);
    await expect(remindSigners(ctx, actor, { fileId })).rejects.toMatchObject({ code: "rate_limited" });
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("reach one address a limited number of times from all such accounts together", async () => {
    const ctx = testContext(db(), { limits: { ...limits, allInvitationsPerAddressPerDay: 2 } });
    for (const actor of [await registered(ctx), await registered(ctx)]) await makeRequest(ctx, to("a"), actor);
    await expect(makeRequest(ctx, to("a"), await registered(ctx))).rejects.toMatchObject({ code: "rate_limited" });
    await makeRequest(ctx, to("a"), actingAs(await makeAccount(ctx)));
  });

  test("share one mailbox's limit among addresses that differ after a plus sign @exhaustive", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, allInvitationsPerAddressPerDay: 2 } });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a+1", "ab"), actor);
    await makeRequest(ctx, to("a+2"), actor);
    await expect(makeRequest(ctx, to("a+3"), actor)).rejects.toMatchObject({ code: "rate_limited" });
    await expect(makeRequest(ctx, to("a"), actor)).rejects.toMatchObject({ code: "rate_limited" });
    await makeRequest(ctx, to("ab"), actor);
  });

  test("share one mailbox's limit per account among addresses that differ after a plus sign @exhaustive", async () => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, invitationsPerAddressPerDay: 1 } });
    const actor = await registered(ctx);
    await makeRequest(ctx, to("a+1"), actor);
    await expect(makeRequest(ctx, to("a+2"), actor)).rejects.toMatchObject({ code: "rate_limited" });
    await makeRequest(ctx, to("a+2"), await registered(ctx));
  });
});
