import { eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { directLinkCodes, directLinks } from "@/db/schema/templates";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { auditEvents, events } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { eraseOneself } from "@/lib/evidence/erasure/erase-person";
import { gatherFacts } from "@/lib/evidence/gather-facts";
import { signerCard } from "@/lib/evidence/signer-card";
import {
  changeDirectLink,
  createDirectLink,
  deleteDirectLink,
  rotateDirectLink,
} from "@/lib/requests/direct-links/change";
import { drawPublicPage, openForVisitor, showPublicLink } from "@/lib/requests/direct-links/find-open";
import { showDirectLink } from "@/lib/requests/direct-links/show";
import { changeTemplate, deleteTemplate } from "@/lib/requests/templates/change";
import { createTemplate } from "@/lib/requests/templates/create";
import { approve } from "@/lib/signing/approve";
import { delegateByLink } from "@/lib/signing/delegate";
import { finishFile } from "@/lib/signing/finish";
import { guestOf } from "@/lib/signing/identification/testing/guest-scenario";
import { sign } from "@/lib/signing/sign";
import { readFile, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { oneIn, present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { requestVisitorCode } from "./request-code";
import { startByLink } from "./start";
import {
  anybody,
  askForCode,
  guardian,
  makeLink,
  membership,
  standardLink,
  tokenOf,
  visit,
  visitorCode,
} from "./testing/visitor";
import { sweepVisitorCodes } from "./visitor-code";

const db = useRolledBackDatabase();
const context = useTestContext();

/** Moves everything about codes this far into the past. */
async function age(ctx: Ctx, seconds: number): Promise<void> {
  const past = sql.raw(`- make_interval(secs => ${seconds})`);
  await ctx.db
    .execute(sql`update direct_link_codes set created_at = created_at ${past}, expires_at = expires_at ${past},
    proved_at = proved_at ${past}, used_at = used_at ${past}`);
}

async function countFiles(ctx: Ctx): Promise<number> {
  return ctx.db.$count(files);
}

/** One role without fields. */
const solo = { template: { ...membership, roles: membership.roles?.slice(0, 1) ?? [], fields: [] } };

describe("a visitor of a direct link", () => {
  test("sees the document and its sender, and nothing about other people", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx);
    const shown = await showPublicLink(ctx, anybody, { token });
    expect(shown).toMatchObject({
      documentName: "Membership",
      pages: 2,
      sender: { name: "Test Person" },
      role: { name: "Member", does: "signer" },
      message: "Please check the fee.",
      asks: [{ name: "Guardian", does: "signer" }],
      hasPreview: true,
      opensAt: null,
    });
    expect(JSON.stringify(shown)).not.toMatch(/club/i);
    const image = await drawPublicPage(ctx, anybody, { token, width: 100, format: "png" });
    expect((await image.bytes()).subarray(1, 4).toString()).toBe("PNG");
  });

  test("creates no document before the address is proved, and a separate one at each use", async () => {
    const ctx = context(db());
    const { owner, token, linkId, templateId } = await makeLink(ctx);
    const before = await countFiles(ctx);
    const sent = await askForCode(ctx, token, "Mia@x.example");
    const entries = {
      token,
      challenge: sent.challenge,
      displayName: "Mia Meyer",
      email: "mia@x.example",
      people: guardian,
    };
    await expect(startByLink(ctx, anybody, { ...entries, code: wrongCode(sent.code) })).rejects.toMatchObject({
      code: "code_wrong",
      attemptsLeft: 4,
    });
    expect(await countFiles(ctx)).toBe(before);
    const first = await startByLink(ctx, anybody, { ...entries, code: sent.code });
    const second = await visit(ctx, token, "nina@x.example");
    expect(second.url).not.toBe(first.url);
    expect(await countFiles(ctx)).toBe(before + 2);
    const people = await ctx.db.select().from(signRequests).where(eq(signRequests.email, "mia@x.example"));
    const [mia] = people;
    const file = await readFile(ctx, mia?.fileId ?? 0);
    expect(file).toMatchObject({
      status: "able_to_sign",
      requesterId: owner.account.id,
      directLinkId: linkId,
      name: "Membership",
    });
    const all = await ctx.db
      .select()
      .from(signRequests)
      .where(eq(signRequests.fileId, file.id))
      .orderBy(signRequests.id);
    expect(all.map(({ email, displayName, status }) => [email, displayName, status])).toEqual([
      ["mia@x.example", "Mia Meyer", "pending"],
      ["gus@x.example", "Gus", "waiting"],
      ["club@x.example", "The Club", "waiting"],
    ]);
    expect(await showDirectLink(ctx, owner, { id: templateId, linkId })).toMatchObject({
      uses: 2,
      usesToday: 2,
      state: "open",
    });
  });

  test("signs with the code that proved the address, and trail, events and evidence name the link", async () => {
    const ctx = context(db(), { usesMessageInbox: false });
    const { token, linkId } = await makeLink(ctx, { people: {} }, solo);
    const { url, guest } = await visit(ctx, token, "mia@x.example", {});
    const actor = present(await guestOf(ctx, guest.token));
    await sign(ctx, actor, { target: { link: url.split("/").at(-1) ?? "" } });
    await finishFile(ctx, actor.fileId);
    const trail = await ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, actor.fileId));
    expect(trail.find(({ type }) => type === "file.created")).toMatchObject({
      actor: { kind: "public" },
      data: { directLink: linkId, templateVersion: 1 },
    });
    expect(trail.find(({ type }) => type === "identify.code.accepted")?.data).toMatchObject({ directLink: linkId });
    expect(trail.find(({ type }) => type === "code.accepted")?.auth).toMatchObject({ entered: "to_open" });
    const recorded = await ctx.db.select().from(events).where(eq(events.fileId, actor.fileId));
    expect(recorded.map(({ data }) => "fileId" in data && data.directLinkId)).toEqual(recorded.map(() => linkId));
    expect(recorded[0]?.type).toBe("file.created");
    const [mia] = (await gatherFacts(ctx, await readFile(ctx, actor.fileId))).signers;
    expect(mia?.directLink).toMatchObject({ id: linkId });
    const card = mia && signerCard(mia);
    expect(JSON.stringify(card)).toContain(`Opened direct link ${linkId}`);
  });

  test("approves a document if the role is an approver @exhaustive", async () => {
    const ctx = context(db());
    const template = { ...membership, roles: [{ name: "Member", role: "approver" as const }], fields: [] };
    const other = { ...template, roles: [...template.roles, { name: "Club", signingOrder: 2 }] };
    const { token } = await makeLink(ctx, { people: { Club: { email: "club@x.example" } } }, { template: other });
    const { url, guest } = await visit(ctx, token, "mia@x.example", {});
    const actor = present(await guestOf(ctx, guest.token));
    await approve(ctx, actor, { u: url.split("/").at(-1) ?? "" });
    const [mia] = await ctx.db.select().from(signRequests).where(eq(signRequests.email, "mia@x.example"));
    expect(mia?.status).toBe("approved");
  });

  test("gets the same request again for the same challenge, and a new one for a new code @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {} }, solo);
    const { challenge, code } = await askForCode(ctx, token, "mia@x.example");
    const entries = { token, challenge, code, email: "mia@x.example", displayName: "Mia" };
    const first = await startByLink(ctx, anybody, entries);
    expect(await startByLink(ctx, anybody, entries)).toEqual(first);
    expect(await ctx.db.$count(signRequests, eq(signRequests.email, "mia@x.example"))).toBe(1);
    await age(ctx, 61);
    expect((await visit(ctx, token, "mia@x.example", {})).url).not.toBe(first.url);
    await age(ctx, 16 * 60);
    await expect(startByLink(ctx, anybody, entries)).rejects.toMatchObject({ code: "code_expired" });
  });

  test("gets the same request again even after the last use of the link, but a stranger does not @exhaustive", async () => {
    const ctx = context(db());
    const { token, linkId, owner, templateId } = await makeLink(ctx, { people: {}, maxUses: 1 }, solo);
    const other = await askForCode(ctx, token, "nina@x.example");
    const { challenge, code } = await askForCode(ctx, token, "mia@x.example");
    const entries = { token, challenge, code, email: "mia@x.example", displayName: "Mia" };
    const first = await startByLink(ctx, anybody, entries);
    expect(await startByLink(ctx, anybody, entries)).toEqual(first);
    const closed = { code: "direct_link_closed" };
    for (const changed of [{ challenge: "dc_other" }, { email: "nina@x.example" }])
      await expect(startByLink(ctx, anybody, { ...entries, ...changed })).rejects.toMatchObject(closed);
    await expect(startByLink(ctx, anybody, { ...entries, ...other, email: "nina@x.example" })).rejects.toMatchObject(
      closed,
    );
    await expect(startByLink(ctx, anybody, { ...entries, code: wrongCode(code) })).rejects.toMatchObject({
      code: "code_wrong",
    });
    await changeDirectLink(ctx, owner, { id: templateId, linkId, isOn: false });
    await expect(startByLink(ctx, anybody, entries)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused with a pointer for missing people and people that the link does not ask for @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx);
    const { challenge, code } = await askForCode(ctx, token, "mia@x.example");
    const entries = { token, challenge, code, email: "mia@x.example", displayName: "Mia" };
    const violation = (pointer: string, of: string) => ({
      code: "validation_failed",
      violations: [{ pointer, code: of }],
    });
    await expect(startByLink(ctx, anybody, entries)).rejects.toMatchObject(
      violation("/people/Guardian/email", "required"),
    );
    const club = { ...guardian, Club: { email: "mallory@x.example" } };
    await expect(startByLink(ctx, anybody, { ...entries, people: club })).rejects.toMatchObject(
      violation("/people/Club", "unknown"),
    );
    const own = { Guardian: { email: "MIA@x.example" } };
    await expect(startByLink(ctx, anybody, { ...entries, people: own })).rejects.toMatchObject(
      violation("/people/Guardian/email", "duplicate"),
    );
    const preset = { Guardian: { email: "Club@x.example" } };
    await expect(startByLink(ctx, anybody, { ...entries, people: preset })).rejects.toMatchObject(
      violation("/people/Guardian/email", "duplicate"),
    );
    const asClub = { ...(await askForCode(ctx, token, "club@x.example")), token, displayName: "Mia", people: guardian };
    await expect(startByLink(ctx, anybody, { ...asClub, email: "club@x.example" })).rejects.toMatchObject(
      violation("/email", "duplicate"),
    );
    // Without a correct code, the response is the same as for any address.
    const unproved = { ...asClub, code: wrongCode(asClub.code), email: "club@x.example" };
    await expect(startByLink(ctx, anybody, unproved)).rejects.toMatchObject({ code: "code_wrong" });
    await expect(
      startByLink(ctx, anybody, { ...entries, code: wrongCode(code), people: preset }),
    ).rejects.toMatchObject({ code: "code_wrong" });
    const broken = { Guardian: { email: "gus" } };
    await expect(startByLink(ctx, anybody, { ...entries, people: broken })).rejects.toMatchObject(
      violation("/people/Guardian/email", "email_invalid"),
    );
    // The code was entered correctly and is still valid.
    expect((await startByLink(ctx, anybody, { ...entries, people: guardian })).url).toContain("/sign/");
  });
});

describe("a visitor's code", () => {
  test("is valid only with the challenge of the browser that requested it, for its address, until a newer code", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {} }, solo);
    const first = await askForCode(ctx, token, "mia@x.example");
    const entries = { token, ...first, email: "mia@x.example", displayName: "Mia" };
    for (const changed of [{ challenge: "dc_other" }, { email: "eve@x.example" }])
      await expect(startByLink(ctx, anybody, { ...entries, ...changed })).rejects.toMatchObject({
        code: "code_expired",
      });
    await age(ctx, 61);
    const second = await askForCode(ctx, token, "mia@x.example");
    await expect(startByLink(ctx, anybody, entries)).rejects.toMatchObject({ code: "code_expired" });
    await expect(
      startByLink(ctx, anybody, { ...entries, challenge: second.challenge, code: wrongCode(second.code) }),
    ).rejects.toMatchObject({ code: "code_wrong" });
    expect((await startByLink(ctx, anybody, { ...entries, ...second })).url).toContain("/sign/");
  });

  test("expires after ten minutes, is locked after five wrong tries, and fifteen in a day lock the address at the link @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {} }, solo);
    for (let round = 0; round < 3; round++) {
      const sent = await askForCode(ctx, token, "mia@x.example");
      const entries = { token, ...sent, email: "mia@x.example", displayName: "Mia" };
      for (let left = 4; left >= 0; left--)
        await expect(startByLink(ctx, anybody, { ...entries, code: wrongCode(sent.code) })).rejects.toMatchObject({
          code: "code_wrong",
          attemptsLeft: left,
        });
      await expect(startByLink(ctx, anybody, entries)).rejects.toMatchObject({
        code: "code_locked",
        retryAfterSeconds: round === 2 ? expect.closeTo(24 * 3600, -3) : expect.closeTo(60, -2),
      });
      await age(ctx, 61);
    }
    await expect(requestVisitorCode(ctx, anybody, { token, email: "mia@x.example" })).rejects.toMatchObject({
      code: "code_locked",
    });
    const other = await askForCode(ctx, token, "nina@x.example");
    await age(ctx, 601);
    await expect(
      startByLink(ctx, anybody, { token, ...other, email: "nina@x.example", displayName: "Nina" }),
    ).rejects.toMatchObject({ code: "code_expired" });
  });

  test("is limited by address, by link, and by network together with the codes of shareable links @exhaustive", async () => {
    const ctx = context(db());
    const limited = context(db(), {
      limits: { ...ctx.limits, codeSendsPerNetworkPerHour: 2, directLinkCodesPerHour: 2 },
    });
    const { token } = await makeLink(ctx, { people: {} }, solo);
    const ask = (email: string, at = limited) => requestVisitorCode(at, anybody, { token, email });
    await ask("mia@x.example");
    await expect(ask("mia@x.example")).rejects.toMatchObject({ code: "rate_limited" });
    await ask("nina@x.example");
    await expect(ask("ona@x.example")).rejects.toMatchObject({
      code: "rate_limited",
      reason: "codes_per_network",
    });
    const elsewhere = context(db(), {
      limits: limited.limits,
      request: { id: "r", address: "198.51.100.7", userAgent: "test" },
    });
    await expect(ask("ona@x.example", elsewhere)).rejects.toMatchObject({
      code: "rate_limited",
      reason: "link_requests_per_hour",
    });
  });

  test("that was refused does not count, so that one caller cannot close the link for others @exhaustive", async () => {
    const ctx = context(db());
    const limited = context(db(), { limits: { ...ctx.limits, directLinkCodesPerHour: 2 } });
    const { token } = await makeLink(ctx, { people: {} }, solo);
    await requestVisitorCode(limited, anybody, { token, email: "mia@x.example" });
    for (let round = 0; round < 3; round++)
      await expect(requestVisitorCode(limited, anybody, { token, email: "mia@x.example" })).rejects.toMatchObject({
        code: "rate_limited",
        reason: "code_sent_recently",
      });
    await requestVisitorCode(limited, anybody, { token, email: "nina@x.example" });
  });

  test("stores no address, and is deleted a day later unless it created a document @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {} }, solo);
    await visit(ctx, token, "mia@x.example", {});
    await askForCode(ctx, token, "nina@x.example");
    expect(JSON.stringify(await ctx.db.select().from(directLinkCodes))).not.toMatch(/mia|nina/);
    await age(ctx, 25 * 3600);
    await sweepVisitorCodes(ctx);
    const left = await ctx.db.select().from(directLinkCodes);
    expect(left).toMatchObject([{ codeHmac: "", network: null }]);
    expect(left[0]?.recipientHmac).not.toBe("");
  });
});

describe("a direct link", () => {
  test("gives the same answer for a token that is unknown, off, rotated or deleted, or whose template or owner is gone", async () => {
    const ctx = context(db());
    const attempts = async (token: string) =>
      Promise.all(
        [
          showPublicLink(ctx, anybody, { token }),
          drawPublicPage(ctx, anybody, { token, width: 100, format: "png" }),
          requestVisitorCode(ctx, anybody, { token, email: "mia@x.example" }),
          startByLink(ctx, anybody, {
            token,
            challenge: "dc_x",
            code: "123456",
            email: "mia@x.example",
            displayName: "Mia",
          }),
        ].map((call) =>
          call.then(
            () => "answered",
            (error: { code: string; message: string }) => `${error.code} ${error.message}`,
          ),
        ),
      );
    const unknown = await attempts("0".repeat(32));
    expect(new Set(unknown)).toEqual(new Set(["not_found not_found"]));
    expect(await attempts("no token")).toEqual(unknown);
    const off = await makeLink(ctx);
    await changeDirectLink(ctx, off.owner, { id: off.templateId, linkId: off.linkId, isOn: false });
    const rotated = await makeLink(ctx);
    await rotateDirectLink(ctx, rotated.owner, { id: rotated.templateId, linkId: rotated.linkId });
    const deleted = await makeLink(ctx);
    await deleteDirectLink(ctx, deleted.owner, { id: deleted.templateId, linkId: deleted.linkId });
    const untemplated = await makeLink(ctx);
    await deleteTemplate(ctx, untemplated.owner, { id: untemplated.templateId });
    const demoted = await makeLink(ctx);
    await ctx.db.update(accounts).set({ role: "signer" }).where(eq(accounts.id, demoted.owner.account.id));
    const erased = await makeLink(ctx);
    await eraseOneself(ctx, erased.owner);
    for (const { token } of [off, rotated, deleted, untemplated, demoted, erased])
      expect(await attempts(token)).toEqual(unknown);
    expect((await showPublicLink(ctx, anybody, { token: await tokenOf(ctx, rotated.linkId) })).documentName).toBe(
      "Membership",
    );
  });

  test("reports that it accepts no more signatures when it has ended, is used up or no longer fits @exhaustive", async () => {
    const ctx = context(db());
    const closed = { code: "direct_link_closed" };
    const { token, linkId, owner, templateId } = await makeLink(ctx, { people: {}, maxUses: 1 }, solo);
    await visit(ctx, token, "mia@x.example", {});
    await expect(showPublicLink(ctx, anybody, { token })).rejects.toMatchObject(closed);
    await changeDirectLink(ctx, owner, { id: templateId, linkId, maxUses: null });
    await ctx.db
      .update(directLinks)
      .set({ endsAt: sql`now() - interval '1 second'` })
      .where(eq(directLinks.id, linkId));
    await expect(requestVisitorCode(ctx, anybody, { token, email: "nina@x.example" })).rejects.toMatchObject(closed);
    await changeDirectLink(ctx, owner, { id: templateId, linkId, endsAt: null });
    await changeTemplate(ctx, owner, { id: templateId, roles: [{ name: "Partner" }], fields: [] });
    await expect(showPublicLink(ctx, anybody, { token })).rejects.toMatchObject(closed);
    expect(await showDirectLink(ctx, owner, { id: templateId, linkId })).toMatchObject({
      state: "unsuitable",
      problem: "role",
    });
    await changeDirectLink(ctx, owner, { id: templateId, linkId, version: 1 });
    expect((await showPublicLink(ctx, anybody, { token })).role.name).toBe("Member");
  });

  test("enforces its limits per day and address, and reveals nothing about an address before it is proved @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {}, maxUsesPerAddress: 1, maxUsesPerDay: 2 }, solo);
    await visit(ctx, token, "mia@x.example", {});
    await age(ctx, 61);
    const again = await askForCode(ctx, token, "mia@x.example");
    await expect(
      startByLink(ctx, anybody, { token, ...again, email: "mia@x.example", displayName: "Mia" }),
    ).rejects.toMatchObject({ code: "direct_link_closed" });
    await visit(ctx, token, "nina@x.example", {});
    await expect(visit(ctx, token, "ona@x.example", {})).rejects.toMatchObject({ code: "rate_limited" });
    expect((await showPublicLink(ctx, anybody, { token })).opensAt).not.toBeNull();
    await age(ctx, 25 * 3600);
    expect((await showPublicLink(ctx, anybody, { token })).opensAt).toBeNull();
  });

  test("treats addresses that differ after a plus sign as one person, for the limit per address only @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, { people: {}, maxUsesPerAddress: 1 }, solo);
    await visit(ctx, token, "mia+first@x.example", {});
    for (const email of ["mia+second@x.example", "mia@x.example"])
      await expect(visit(ctx, token, email, {})).rejects.toMatchObject({ code: "direct_link_closed" });
    await visit(ctx, token, "mia2@x.example", {});
    const rows = await ctx.db.select({ email: signRequests.email }).from(signRequests).orderBy(signRequests.id);
    expect(rows.map(({ email }) => email)).toEqual(["mia+first@x.example", "mia2@x.example"]);
    const before = await ctx.db.select().from(directLinkCodes).where(isNotNull(directLinkCodes.usedAt));
    await ctx.db.update(directLinkCodes).set({ mailboxHmac: null });
    expect(before).toHaveLength(2);
    await age(ctx, 61);
    await expect(visit(ctx, token, "mia2@x.example", {})).rejects.toMatchObject({ code: "direct_link_closed" });
  });

  test("counts the other invited people towards the owner's invitations, but not visitors @exhaustive", async () => {
    const ctx = context(db());
    const limits = { ...ctx.limits, invitedAddressesFirstDay: 2 };
    const owner = actingAs(await makeAccount(ctx, { madeBy: "signup" }));
    const { token } = await makeLink(ctx, {}, { owner });
    const limited = context(db(), { limits });
    const other = { Guardian: { email: "hal@x.example" } };
    // One for the guardian, one for the club.
    await visit(limited, token, "mia@x.example");
    await visit(limited, token, "nina@x.example");
    const files = await countFiles(ctx);
    await expect(visit(limited, token, "ona@x.example", other)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await countFiles(ctx)).toBe(files);
  });

  test("limits the e-mails to a mailbox that visitors and their delegates name, also for a trusted owner @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx, {}, { template: { ...membership, allowDelegation: true } });
    const limited = context(db(), { limits: { ...ctx.limits, invitationsPerAddressPerDay: 2 } });
    const name = (email: string) => ({ Guardian: { email } });
    await visit(limited, token, "mia@x.example", name("victim@x.example"));
    await visit(limited, token, "nina@x.example", name("victim+2@x.example"));
    const before = await countFiles(ctx);
    await expect(visit(limited, token, "ona@x.example", name("victim+3@x.example"))).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await countFiles(ctx)).toBe(before);
    const { url, guest } = await visit(limited, token, "pia@x.example", name("other@x.example"));
    const u = url.split("/").at(-1) ?? "";
    const pia = present(await guestOf(limited, guest.token));
    const victim = { u, email: "victim@x.example" };
    await expect(delegateByLink(limited, pia, victim)).rejects.toMatchObject({ code: "rate_limited" });
    await delegateByLink(limited, pia, { u, email: "friend@x.example" });
  });

  test("shows no preview of a document that contains form values @exhaustive", async () => {
    const ctx = context(db());
    const { token } = await makeLink(ctx);
    await ctx.db.execute(sql`update template_documents set frozen_fields = 1`);
    expect((await showPublicLink(ctx, anybody, { token })).hasPreview).toBe(false);
    await expect(drawPublicPage(ctx, anybody, { token, width: 100, format: "png" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("removes erased people, and asks its owner for replacements @exhaustive", async () => {
    const ctx = context(db());
    const { owner, linkId, templateId } = await makeLink(ctx);
    const club = actingAs(await makeAccount(ctx, { email: "club@x.example" }));
    await eraseOneself(ctx, club);
    expect(await showDirectLink(ctx, owner, { id: templateId, linkId })).toMatchObject({
      state: "unsuitable",
      problem: "people",
    });
  });

  test("is accessible to its owner only, and cannot be created by an account with an unproved address", async () => {
    const ctx = context(db());
    const { owner, templateId, linkId } = await makeLink(ctx);
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    const ref = { id: templateId, linkId };
    const missing = { code: "not_found" };
    await expect(createDirectLink(ctx, stranger, { id: templateId, ...standardLink })).rejects.toMatchObject(missing);
    await expect(changeDirectLink(ctx, stranger, { ...ref, isOn: false })).rejects.toMatchObject(missing);
    await expect(rotateDirectLink(ctx, stranger, ref)).rejects.toMatchObject(missing);
    await expect(deleteDirectLink(ctx, stranger, ref)).rejects.toMatchObject(missing);
    const { templateId: another } = await createTemplate(ctx, owner, membership);
    await expect(showDirectLink(ctx, owner, { id: another, linkId })).rejects.toMatchObject(missing);
    const unproved = actingAs(await makeAccount(ctx, { emailProvedAt: null, emailProof: null }));
    const { templateId: theirs } = await createTemplate(ctx, unproved, membership);
    await expect(createDirectLink(ctx, unproved, { id: theirs, ...standardLink })).rejects.toMatchObject({
      code: "email_unproved",
    });
  });

  test.each(
    oneIn(4, [
      ["an unknown role", { role: "Nobody" }, "/role", "role"],
      [
        "a role of a later step",
        { role: "Club", people: { Member: { ask: true }, Guardian: { ask: true } } },
        "/role",
        "step",
      ],
      ["a missing version", { version: 9 }, "/version", "version"],
      ["a role without a person", { people: { Guardian: { ask: true } } }, "/people", "people"],
      [
        "a broken address",
        { people: { Guardian: { ask: true }, Club: { email: "club" } } },
        "/people/Club/email",
        "email_invalid",
      ],
      [
        "a role that is asked for and named",
        { people: { ...standardLink.people, Guardian: { ask: true, email: "g@x.example" } } },
        "/people/Guardian/ask",
        "ambiguous",
      ],
      ["an end in the past", { endsAt: "2020-01-01T00:00:00Z" }, "/endsAt", "out_of_range"],
      ["a path as origin", { embedOrigins: ["https://x.example/page"] }, "/embedOrigins/0", "origin_invalid"],
      ["an unencrypted origin", { embedOrigins: ["http://x.example"] }, "/embedOrigins/0", "origin_invalid"],
    ] as const),
  )("refuses %s with a pointer", async (_name, changes, pointer, code) => {
    const ctx = context(db());
    await expect(makeLink(ctx, changes as Parameters<typeof makeLink>[1])).rejects.toMatchObject({
      code: "validation_failed",
      violations: [{ pointer, code }],
    });
  });

  test("is framed by plain origins only, never by a wildcard or a host that would end the policy's directive", async () => {
    const ctx = context(db());
    const { owner, templateId, linkId } = await makeLink(ctx);
    const change = (origin: string) =>
      changeDirectLink(ctx, owner, { id: templateId, linkId, embedOrigins: ["https://www.example.org", origin] });
    for (const host of ["*", "*.example", "x;sandbox", "x,script-src", "x'unsafe'", "x_y.example"])
      await expect(change(`https://${host}`), host).rejects.toMatchObject({
        violations: [{ pointer: "/embedOrigins/1", code: "origin_invalid" }],
      });
    for (const origin of [
      "https://1-x.example:8443",
      "https://[2001:db8::1]",
      "https://192.0.2.1",
      "http://localhost:3000",
    ]) {
      await change(origin);
      const { embedOrigins } = await showDirectLink(ctx, owner, { id: templateId, linkId });
      expect(embedOrigins).toEqual(["https://www.example.org", origin]);
    }
  });

  test("ignores origins that an earlier version stored unchecked, also for its owner", async () => {
    const ctx = context(db());
    const { owner, templateId, linkId, token } = await makeLink(ctx);
    const stored = ["https://*", "https://x;sandbox", "https://www.example.org", "not an origin"];
    await ctx.db.update(directLinks).set({ embedOrigins: stored }).where(eq(directLinks.id, linkId));
    const shown = await showDirectLink(ctx, owner, { id: templateId, linkId });
    expect([shown.embedOrigins, (await openForVisitor(ctx, token)).embedOrigins]).toEqual([
      ["https://www.example.org"],
      ["https://www.example.org"],
    ]);
  });

  test("refuses a role that signs with a signing password", async () => {
    const ctx = context(db());
    const template = { ...membership, roles: [{ name: "Member", signMethod: "password" as const }], fields: [] };
    await expect(makeLink(ctx, { people: {} }, { template })).rejects.toMatchObject({
      violations: [{ pointer: "/role", code: "method" }],
    });
    expect(await ctx.db.$count(directLinks)).toBe(0);
    await expect(visitorCode(ctx)).rejects.toThrow();
  });
});
