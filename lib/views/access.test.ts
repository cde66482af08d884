import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files, signRequests, type FileStatus } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Actor, Ctx } from "@/lib/context/context";
import { downloadFile } from "@/lib/documents/content";
import { drawPage } from "@/lib/documents/fields/draw-page";
import { listFields } from "@/lib/documents/fields/list";
import { listPages } from "@/lib/documents/pages";
import { showAudit } from "@/lib/evidence/read-chain";
import { DomainError } from "@/lib/platform/errors";
import { readTrail } from "@/lib/records/audit/events";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { linkOf, makeRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { listFiles } from "./list/list";
import { openLink, showFileById, showFileByUuid } from "./show";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const publicActor: Actor = { kind: "public" };

const people = ["requester", "notified", "waiting", "removed", "unproved", "stranger", "admin", "public"] as const;
type Person = (typeof people)[number];
type Outcome = "full" | "reduced" | "not_found" | "unauthenticated";

/** One file in `status` with a signer of each kind, and one person for every relation to it. */
async function cast(ctx: Ctx, status: FileStatus): Promise<MadeRequest<unknown[]> & { actors: Record<Person, Actor> }> {
  const emails = {
    notified: "notified@x.example",
    waiting: "waiting@x.example",
    removed: "removed@x.example",
    unproved: "unproved@x.example",
  };
  const users = Object.values(emails).map((email) => ({ email, signingOrder: email === emails.waiting ? 2 : 1 }));
  const made = await makeRequest(ctx, { status: status === "draft" ? 0 : 1, users });
  await ctx.db
    .update(signRequests)
    .set({ removedAt: new Date(), status: "cancelled" })
    .where(eq(signRequests.email, emails.removed));
  await ctx.db
    .update(files)
    .set({ status, completedAt: status === "signed" ? new Date() : null })
    .where(eq(files.id, made.file.id));
  const signer = async (email: string, values = {}) =>
    actingAs(await makeAccount(ctx, { email, role: "signer", ...values }));
  return {
    ...made,
    actors: {
      requester: made.actor,
      notified: await signer(emails.notified),
      waiting: await signer(emails.waiting),
      removed: await signer(emails.removed),
      unproved: await signer(emails.unproved, { emailProvedAt: null, emailProof: null }),
      stranger: await signer("stranger@x.example"),
      admin: actingAs(await makeAccount(ctx, { role: "admin" })),
      public: publicActor,
    },
  };
}

async function outcome(look: () => Promise<unknown>): Promise<string> {
  try {
    const answer = await look();
    if (typeof answer === "object" && answer !== null && "signers" in answer)
      return "requested_by" in answer ? "full" : "reduced";
    return "full";
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

const released: Record<Person, [byId: Outcome, byUuid: Outcome]> = {
  requester: ["full", "full"],
  notified: ["full", "full"],
  waiting: ["not_found", "not_found"],
  removed: ["not_found", "reduced"],
  unproved: ["not_found", "reduced"],
  stranger: ["not_found", "reduced"],
  admin: ["not_found", "reduced"],
  public: ["unauthenticated", "reduced"],
};

describe("document visibility", () => {
  test.each([
    ["able_to_sign", "able_to_sign"],
    ["partially_signed @exhaustive", "partially_signed"],
    ["signing_in_progress @exhaustive", "signing_in_progress"],
    ["signed", "signed"],
    ["declined @exhaustive", "declined"],
    ["cancelled @exhaustive", "cancelled"],
    ["expired @exhaustive", "expired"],
  ] as const)(
    "shows a document that is %s in full to requester and notified signers, and reduced to strangers by uuid only",
    async (_title, status) => {
      const ctx = testContext(db());
      const { file, actors } = await cast(ctx, status);
      for (const person of people) {
        const [byId, byUuid] = released[person];
        const actor = actors[person];
        expect([person, await outcome(() => showFileById(ctx, actor, { fileId: file.id }))]).toEqual([person, byId]);
        expect([person, await outcome(() => showFileByUuid(ctx, actor, { uuid: file.uuid.toUpperCase() }))]).toEqual([
          person,
          byUuid,
        ]);
        expect([person, await outcome(() => listPages(ctx, actor, { uuid: file.uuid }))]).toEqual([person, byId]);
        expect([person, await outcome(() => listFields(ctx, actor, { uuid: file.uuid }))]).toEqual([person, byId]);
        expect([person, await outcome(() => showAudit(ctx, actor, { uuid: file.uuid }))]).toEqual([
          person,
          person === "notified" ? "forbidden" : byId,
        ]);
      }
    },
  );

  test("shows a draft to its requester only, and hides it like a missing document from everyone else", async () => {
    const ctx = testContext(db());
    const { file, actors } = await cast(ctx, "draft");
    for (const person of people) {
      const expected = person === "requester" ? "full" : "not_found";
      expect([person, await outcome(() => showFileByUuid(ctx, actors[person], { uuid: file.uuid }))]).toEqual([
        person,
        expected,
      ]);
    }
  });

  test("shows a deleted document only to its signers, and only if all had signed @exhaustive", async () => {
    const ctx = testContext(db());
    const { file, actors } = await cast(ctx, "deleted");
    for (const person of people)
      expect([person, await outcome(() => showFileByUuid(ctx, actors[person], { uuid: file.uuid }))]).toEqual([
        person,
        "not_found",
      ]);
    await ctx.db.update(files).set({ completedAt: new Date() }).where(eq(files.id, file.id));
    for (const person of people) {
      expect([person, await outcome(() => showFileByUuid(ctx, actors[person], { uuid: file.uuid }))]).toEqual([
        person,
        person === "notified" ? "full" : "not_found",
      ]);
      expect([
        person,
        await outcome(() =>
          listFiles(ctx, actors[person], {}).then(({ data }) => {
            if (data.length === 0) throw new DomainError("not_found");
          }),
        ),
      ]).toEqual([person, person === "notified" ? "full" : person === "public" ? "unauthenticated" : "not_found"]);
    }
  });

  test("limits bytes and pages to requester and notified signers, and returns not found for a missing page", async () => {
    const ctx = testContext(db());
    const { file, actors } = await cast(ctx, "able_to_sign");
    for (const person of people) {
      const [expected] = released[person];
      expect([
        person,
        await outcome(() =>
          downloadFile(ctx, actors[person], { uuid: file.uuid, version: "current" }).then(({ stream }) =>
            stream.destroy(),
          ),
        ),
      ]).toEqual([person, expected]);
    }
    const image = await drawPage(ctx, actors.notified, { uuid: file.uuid, n: 2, width: 200, format: "png" });
    expect((await image.bytes()).subarray(1, 4).toString()).toBe("PNG");
    expect(
      await outcome(() => drawPage(ctx, actors.stranger, { uuid: file.uuid, n: 1, width: 200, format: "png" })),
    ).toBe("not_found");
    expect(
      await outcome(() => drawPage(ctx, actors.notified, { uuid: file.uuid, n: 3, width: 200, format: "png" })),
    ).toBe("not_found");
  });

  test("treats ids outside the column's range as missing documents", async () => {
    const ctx = testContext(db());
    const actor = actingAs(await makeAccount(ctx));
    for (const fileId of [171, 0, -1, 1.5, 2147483648, Number.NaN]) {
      expect([fileId, await outcome(() => showFileById(ctx, actor, { fileId }))]).toEqual([fileId, "not_found"]);
    }
    expect(await outcome(() => showFileByUuid(ctx, actor, { uuid: "invalid" }))).toBe("not_found");
  });
});

describe("view contents", () => {
  test("omit address, requester, file URL and description in the reduced view", async () => {
    const ctx = testContext(db());
    const { file, requester } = await makeRequest(ctx, {
      status: 1,
      users: [
        { email: "ana@x.example", description: "secret words" },
        { email: "bo@x.example", displayName: "Bo (bo@x.example)" },
      ],
    });
    const shown = await showFileByUuid(ctx, publicActor, { uuid: file.uuid });
    expect(shown.signers.map((signer) => signer.displayName)).toEqual(["a…@x.example", "Bo (b…@x.example)"]);
    const text = JSON.stringify(shown);
    for (const secret of ["ana@", "bo@", requester.email, "secret words", "/content", "signerFileUuid"])
      expect(text).not.toContain(secret);
    expect(shown).toMatchObject({
      status: 1,
      statusText: "able to sign",
      pages: 2,
      sha256: file.sha256,
      originalSha256: file.originalSha256,
      settings: { canSign: false, canRequestSign: false },
    });
  });

  test("show the message to a signer to that signer and the requester only", async () => {
    const ctx = testContext(db());
    const { file, actor, signers } = await makeRequest(ctx, {
      status: 1,
      users: [
        { email: "ana@x.example", description: "for Ana" },
        { email: "bo@x.example", description: "for Bo" },
      ],
    });
    const messages = (shown: { signers: { description: string | null }[] }) =>
      shown.signers.map(({ description }) => description);
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    expect(messages(await showFileByUuid(ctx, actor, { uuid: file.uuid }))).toEqual(["for Ana", "for Bo"]);
    expect(messages(await showFileByUuid(ctx, ana, { uuid: file.uuid }))).toEqual(["for Ana", null]);
    const byLink = await openLink(ctx, publicActor, { u: linkOf(ctx, signers, "bo@x.example") });
    expect(messages(byLink)).toEqual([null, "for Bo"]);
  });

  test("show a signer's phone number to the requester, and to that signer once logged in", async () => {
    const ctx = testContext(db());
    const { file, signers, actor } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "ana@x.example", phone: "+4915112340001" }, { email: "bo@x.example" }],
    });
    const phones = (shown: { signers: { phone?: string | null | undefined }[] }) =>
      shown.signers.map(({ phone }) => phone);
    expect(phones(await showFileByUuid(ctx, actor, { uuid: file.uuid }))).toEqual(["+4915112340001", null]);
    const ana = actingAs(await makeAccount(ctx, { email: "ana@x.example", role: "signer" }));
    expect(phones(await showFileByUuid(ctx, ana, { uuid: file.uuid }))).toEqual(["+4915112340001", null]);
    for (const email of ["ana@x.example", "bo@x.example"])
      expect(JSON.stringify(await openLink(ctx, publicActor, { u: linkOf(ctx, signers, email) }))).not.toContain(
        "12340001",
      );
    expect(JSON.stringify(await showFileByUuid(ctx, publicActor, { uuid: file.uuid }))).not.toContain("12340001");
  });

  test("show a signer's sign-request UUID to that signer, and to neither the requester nor other signers", async () => {
    const ctx = testContext(db());
    const { file, signers, actor } = await makeRequest(ctx, { status: 1 });
    const [ana, bo] = [linkOf(ctx, signers, "ana@x.example"), linkOf(ctx, signers, "bo@x.example")];
    const asAna = await showFileByUuid(ctx, actingAs(await makeAccount(ctx, { email: "ana@x.example" })), {
      uuid: file.uuid,
    });
    expect(asAna.settings).toMatchObject({ canSign: true, signMethod: "email", signerFileUuid: ana });
    expect(asAna.signers.map((signer) => signer.me)).toEqual([true, false]);
    expect(JSON.stringify(asAna)).not.toContain(bo);
    const asRequester = await showFileByUuid(ctx, actor, { uuid: file.uuid });
    expect(asRequester.settings).toMatchObject({ canSign: false, canRequestSign: true, signerFileUuid: null });
    for (const link of [ana, bo]) expect(JSON.stringify(asRequester)).not.toContain(link);
  });

  test("use the given name, else the account's, else the address", async () => {
    const ctx = testContext(db());
    await makeAccount(ctx, { email: "acc@x.example", displayName: "From Account" });
    const { file, actor } = await makeRequest(ctx, {
      users: [
        { email: "acc@x.example" },
        { email: "given@x.example", display_name: "Given" },
        { email: "bare@x.example" },
      ],
      status: 1,
    });
    const shown = await showFileById(ctx, actor, { fileId: file.id });
    expect(shown.signers.map((signer) => signer.displayName)).toEqual(["From Account", "Given", "bare@x.example"]);
  });
});

describe("a sign link", () => {
  test("shows the document to its holder and whether an account exists, and records one opening only", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, { status: 1 });
    const u = linkOf(ctx, signers, "ana@x.example");
    const opened = await openLink(ctx, publicActor, { u });
    expect(opened).toMatchObject({
      accountExists: false,
      uuid: file.uuid,
      settings: { canSign: true, signerFileUuid: u },
    });
    expect(opened.file).toBe(`http://localhost:3000/api/v1/sign/uuid/${u}/content`);
    await makeAccount(ctx, { email: "ana@x.example" });
    expect((await openLink(ctx, publicActor, { u: u.toUpperCase() })).accountExists).toBe(true);
    const events = (await readTrail(ctx, file.id)).filter((event) => event.type === "link.opened");
    expect(events.map((event) => event.data)).toEqual([{ signRequestId: signers[0].id }]);
    expect(JSON.stringify(events)).not.toContain(u);
  });

  test("in another account's session shows no document", async () => {
    const ctx = testContext(db());
    const { signers, actor } = await makeRequest(ctx, { status: 1 });
    const u = linkOf(ctx, signers, "ana@x.example");
    for (const other of [actor, actingAs(await makeAccount(ctx, { email: "bo@x.example" }))]) {
      expect(await outcome(() => openLink(ctx, other, { u }))).toBe("not_the_signer");
    }
  });

  test("rejects the file's uuid, a draft's link and a waiting signer's link alike, and throttles the 61st miss in a minute", async () => {
    const ctx = testContext(db());
    const draft = await makeRequest(ctx);
    const { file, signers } = await makeRequest(ctx, {
      status: 1,
      users: [{ email: "a@x.example" }, { email: "z@x.example", signingOrder: 9 }],
    });
    for (const u of [
      file.uuid,
      linkOf(ctx, draft.signers, "ana@x.example"),
      linkOf(ctx, signers, "z@x.example"),
      "nonsense",
    ]) {
      expect(await outcome(() => openLink(ctx, publicActor, { u }))).toBe("not_found");
    }
    for (let miss = 5; miss <= 60; miss++)
      expect(await outcome(() => openLink(ctx, publicActor, { u: file.uuid }))).toBe("not_found");
    expect(await outcome(() => openLink(ctx, publicActor, { u: file.uuid }))).toBe("rate_limited");
  });
});
