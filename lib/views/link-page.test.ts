import { randomUUID } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSigningKeys } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs, wrongCodes } from "@/db/schema/work";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { readTrail } from "@/lib/records/audit/events";
import { declineByLink } from "@/lib/requests/decline";
import { withdrawFile, withdrawSigner } from "@/lib/requests/withdraw";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { linkPageStatus } from "@/lib/signing/read-signed";
import type { LinkPage } from "@/lib/signing/schema";
import { sign } from "@/lib/signing/sign";
import {
  draftScenario,
  newestCode,
  releasedScenario,
  storeStroke,
  wrongCode,
  type Scenario,
} from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { showLinkPage } from "./link-page";

const db = useRolledBackDatabase();
const context = useTestContext();
const anybody: Actor = { kind: "public" };

const look = (ctx: Ctx, actor: Actor, u: string): Promise<LinkPage> => showLinkPage(ctx, actor, { u, isOpened: true });

/** One document for Ana, who places a signature, and then for Bo when `signers` includes him. */
async function released(
  ctx: Ctx,
  more: Parameters<typeof releasedScenario>[1] = [],
): Promise<{ scenario: Scenario; ana: Scenario["signers"][number] }> {
  const scenario = await releasedScenario(ctx, [{ name: "Ana", fields: [{ type: "signature" }] }, ...more]);
  const [ana] = scenario.signers;
  return { scenario, ana };
}

async function signAs(ctx: Ctx, { actor, link }: Scenario["signers"][number]): Promise<void> {
  await storeStroke(ctx, actor);
  await requestCode(ctx, actor, { link });
  await sign(ctx, actor, { target: { link }, code: await newestCode(ctx) });
}

describe("a dead link", () => {
  test.each(["not-a-uuid", randomUUID()])("%s is not a valid link, 404", async (u) => {
    const page = await look(context(db()), anybody, u);
    expect(page).toEqual({ state: "unknown" });
    expect(linkPageStatus(page).status).toBe(404);
  });

  test("counts misses together with those of the API, and returns 429 with the time left beyond the limit", async () => {
    const ctx = context(db());
    ctx.limits.linkMissesPerMinute = 2;
    await look(ctx, anybody, randomUUID());
    await look(ctx, anybody, randomUUID());
    const page = await look(ctx, anybody, randomUUID());
    expect(page).toMatchObject({ state: "too_many_misses" });
    expect(linkPageStatus(page)).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
  });

  test("of a draft only reports that the document is not ready, 404", async () => {
    const ctx = context(db());
    const {
      signers: [ana],
    } = await draftScenario(ctx, [{ name: "Ana" }]);
    const page = await look(ctx, anybody, ana?.link ?? "");
    expect(page).toEqual({ state: "not_ready" });
    expect(linkPageStatus(page).status).toBe(404);
  });

  test("tells a waiting signer how many others sign first, and nothing about the document", async () => {
    const ctx = context(db());
    const {
      signers: [, bo],
    } = await releasedScenario(ctx, [
      { name: "Ana", signingOrder: 1 },
      { name: "Bo", signingOrder: 2 },
    ]);
    expect(await look(ctx, anybody, bo?.link ?? "")).toEqual({ state: "not_your_turn", before: 1 });
    expect(await look(ctx, bo?.actor ?? anybody, bo?.link ?? "")).toEqual({ state: "not_your_turn", before: 1 });
  });
});

describe("a link that is ready to sign", () => {
  test("shows the requester, the document, and that its address has no account", async () => {
    const ctx = context(db());
    const { requester, file, signers } = await makeRequest(ctx, { status: 1 });
    const page = await look(ctx, anybody, linkOf(ctx, signers, "ana@x.example"));
    expect(page).toMatchObject({
      state: "ready",
      accountExists: false,
      signer: { name: "Ana", email: "ana@x.example", proof: "code" },
      document: {
        uuid: file.uuid,
        name: "Lease",
        sender: { name: requester.displayName, email: requester.email },
        pages: [{ page: 1 }, { page: 2 }],
        upload: { removed: [], remaining: [], warnings: [] },
      },
    });
  });

  test("tells an address with an account to log in", async () => {
    const ctx = context(db());
    const { ana } = await released(ctx);
    expect(await look(ctx, anybody, ana.link)).toMatchObject({ state: "ready", accountExists: true });
  });

  test("lets the right account sign, with its own fields to fill and the others' without their values", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx, [
      { name: "Bo", fields: [{ type: "text", value: "a secret of Bo's" }] },
    ]);
    const image = await storeStroke(ctx, ana.actor);
    const page = await look(ctx, ana.actor, ana.link.toUpperCase());
    expect(page).toMatchObject({
      state: "signing",
      images: { signature: { id: image }, initial: null },
      hasSigningPassword: false,
    });
    if (page.state !== "signing") throw new Error("the page does not show signing");
    expect(page.fields.map(({ id, isMine, owner }) => [id, isMine, owner])).toEqual([
      [ana.fieldIds[0], true, 1],
      [scenario.signers[1]?.fieldIds[0], false, 2],
    ]);
    expect(JSON.stringify(page)).not.toContain("secret of Bo");
  });

  test("shows another account the masked address and nothing about the document, 403", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx);
    for (const other of [scenario.requester, actingAs(await makeAccount(ctx))]) {
      const page = await look(ctx, other, ana.link);
      expect(page).toEqual({
        state: "someone_else",
        invited: `${ana.actor.account.email[0]}…@test.example`,
        loggedInAs: other.account.email,
      });
      expect(linkPageStatus(page).status).toBe(403);
    }
  });
});

describe("a link whose signing is locked", () => {
  test("by wrong codes shows the end of the lock, 429 @exhaustive", async () => {
    const ctx = context(db());
    ctx.limits.codeWrongTries = 1;
    const { ana } = await released(ctx);
    await requestCode(ctx, ana.actor, { link: ana.link });
    await storeStroke(ctx, ana.actor);
    await expect(
      sign(ctx, ana.actor, { target: { link: ana.link }, code: wrongCode(await newestCode(ctx)) }),
    ).rejects.toMatchObject({ code: "code_wrong" });
    const page = await look(ctx, ana.actor, ana.link);
    expect(page).toMatchObject({ state: "locked", proof: "code", until: expect.any(String) });
    expect(linkPageStatus(page)).toMatchObject({ status: 429 });
    expect(linkPageStatus(page).retryAfterSeconds).toBeGreaterThan(0);
  });

  test("for good, by 50 wrong codes, shows no time", async () => {
    const ctx = context(db());
    ctx.limits.codeWrongTriesEver = 1;
    const { ana } = await released(ctx);
    await requestCode(ctx, ana.actor, { link: ana.link });
    const [challenge] = await ctx.db.select().from(challenges);
    await ctx.db.insert(wrongCodes).values({ signRequestId: ana.signRequestId, challengeId: challenge?.id ?? 0 });
    expect(await look(ctx, ana.actor, ana.link)).toMatchObject({ state: "locked", proof: "code", until: null });
  });

  test("by wrong signing passwords shows the end of the lock @exhaustive", async () => {
    const ctx = context(db());
    const {
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", method: "password" }]);
    await setSigningPassword(ctx, ana.actor, { signPassword: "a quiet green harbour" });
    const until = new Date(Date.now() + 600_000);
    await ctx.db
      .update(accountSigningKeys)
      .set({ lockedUntil: until })
      .where(eq(accountSigningKeys.accountId, ana.actor.account.id));
    expect(await look(ctx, ana.actor, ana.link)).toMatchObject({
      state: "locked",
      proof: "password",
      until: until.toISOString(),
    });
    await ctx.db.update(accountSigningKeys).set({ lockedUntil: new Date(Date.now() - 1000) });
    expect(await look(ctx, ana.actor, ana.link)).toMatchObject({ state: "signing", hasSigningPassword: true });
  });
});

describe("the link of a signer who is done", () => {
  test("shows when its signer signed and how many have yet to sign @exhaustive", async () => {
    const ctx = context(db());
    const { ana } = await released(ctx, [{ name: "Bo" }, { name: "Cy" }]);
    await signAs(ctx, ana);
    for (const actor of [anybody, ana.actor])
      expect(await look(ctx, actor, ana.link)).toMatchObject({
        state: "signed",
        waitingFor: 2,
        end: "running",
        signedAt: expect.stringMatching(/^20/),
      });
  });

  test("of the last signer is completed, and finishing until it is sealed", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx);
    await signAs(ctx, ana);
    expect(await look(ctx, ana.actor, ana.link)).toMatchObject({
      state: "completed",
      completedAt: expect.stringMatching(/^20/),
    });
    await ctx.db
      .update(files)
      .set({ status: "signing_in_progress", completedAt: null })
      .where(eq(files.id, scenario.fileId));
    expect(await look(ctx, ana.actor, ana.link)).toMatchObject({ state: "finishing" });
  });

  test.each([
    ["signer", "signer"],
    ["approver @exhaustive", "approver"],
  ] as const)(
    "names the %s who declined, shows the reason to that person only, and keeps earlier signatures",
    async (_title, role) => {
      const ctx = context(db());
      const {
        scenario: {
          signers: [, bo, cy],
        },
        ana,
      } = await released(ctx, [{ name: "Bo", role }, { name: "Cy" }]);
      await signAs(ctx, ana);
      await declineByLink(ctx, anybody, { u: bo?.link ?? "", reason: "Clause 4 is wrong" });
      expect(await look(ctx, anybody, bo?.link ?? "")).toMatchObject({
        state: "declined",
        document: { role },
        by: null,
        reason: "Clause 4 is wrong",
      });
      expect(await look(ctx, anybody, cy?.link ?? "")).toMatchObject({
        state: "declined",
        document: { role: "signer" },
        by: { name: "Bo", role },
        reason: null,
      });
      expect(await look(ctx, anybody, ana.link)).toMatchObject({ state: "signed", end: "declined" });
    },
  );

  test("is withdrawn with the whole request or with this signer, 410", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx, [{ name: "Bo" }]);
    await withdrawSigner(ctx, scenario.requester, { fileId: scenario.fileId, signRequestId: ana.signRequestId });
    const page = await look(ctx, ana.actor, ana.link);
    expect(page).toMatchObject({ state: "withdrawn", document: { name: "Lease" } });
    expect(linkPageStatus(page).status).toBe(410);
    await withdrawFile(ctx, scenario.requester, { fileId: scenario.fileId });
    expect(await look(ctx, anybody, scenario.signers[1]?.link ?? "")).toMatchObject({ state: "withdrawn" });
  });

  test("finds the signers of its document by an index, also after signers were withdrawn", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx, [{ name: "Bo" }]);
    await withdrawSigner(ctx, scenario.requester, { fileId: scenario.fileId, signRequestId: ana.signRequestId });
    await ctx.db.execute(sql`set local enable_seqscan = off`);
    expect(await planOf(() => look(ctx, ana.actor, ana.link))).not.toContain("Seq Scan on sign_requests");
  });

  test("is expired from its deadline on, before any job has run, 410", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx);
    const expiresAt = new Date(Date.now() - 1000);
    await ctx.db.update(files).set({ expiresAt }).where(eq(files.id, scenario.fileId));
    const page = await look(ctx, ana.actor, ana.link);
    expect(page).toMatchObject({ state: "expired", expiredAt: expiresAt.toISOString() });
    expect(linkPageStatus(page).status).toBe(410);
  });
});

describe("viewing a link changes nothing", () => {
  test("except `link.opened` once a day: no code is sent, no address proved, no field or signer changed", async () => {
    const ctx = context(db());
    const {
      scenario: {
        fileId,
        signers: [, bo],
      },
      ana,
    } = await released(ctx, [{ name: "Bo", isProved: false }]);
    const rows = async () => [
      await ctx.db.select().from(files),
      await ctx.db.select().from(signRequests).orderBy(signRequests.id),
      await ctx.db.select({ count: count() }).from(challenges),
      await ctx.db.select({ count: count() }).from(outboxJobs),
    ];
    const [before, trail] = [await rows(), await readTrail(ctx, fileId)];
    for (const actor of [anybody, ana.actor, ana.actor]) await look(ctx, actor, ana.link);
    await look(ctx, bo?.actor ?? anybody, bo?.link ?? "");
    expect(await rows()).toEqual(before);
    const added = (await readTrail(ctx, fileId)).slice(trail.length);
    expect(added.map(({ type, data }) => [type, data])).toEqual([
      ["link.opened", { signRequestId: ana.signRequestId }],
      ["link.opened", { signRequestId: bo?.signRequestId }],
    ]);
    expect(JSON.stringify(added)).not.toContain(ana.link);
  });

  test("a HEAD, another account and a finished link record nothing", async () => {
    const ctx = context(db());
    const { scenario, ana } = await released(ctx);
    const trail = await readTrail(ctx, scenario.fileId);
    await showLinkPage(ctx, anybody, { u: ana.link, isOpened: false });
    await look(ctx, scenario.requester, ana.link);
    await ctx.db
      .update(files)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(files.id, scenario.fileId));
    await look(ctx, anybody, ana.link);
    expect(await readTrail(ctx, scenario.fileId)).toEqual(trail);
  });
});
