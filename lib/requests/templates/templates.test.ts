import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { fields, files, fileSegments, signRequests } from "@/db/schema/files";
import { templateDocuments, templates, templateVersions } from "@/db/schema/templates";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readStoredBytes } from "@/lib/accounts/stored-bytes";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { findNamed } from "@/lib/documents/storage/pair-storage";
import { eraseOneself } from "@/lib/evidence/erasure/erase-person";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { defaultLimits } from "@/lib/platform/limits";
import { readTrail } from "@/lib/records/audit/events";
import { eventBody, listEvents } from "@/lib/records/events/wire";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { expectRightStorageTallies } from "@/lib/testing/storage-tallies";
import { useTestContext } from "@/lib/testing/test-context";
import { changeTemplate, deleteTemplate } from "./change";
import { createTemplate } from "./create";
import type { NewTemplate } from "./schema";
import { listTemplates, listTemplateVersions, showTemplate, showTemplateVersion } from "./show";

const db = useRolledBackDatabase();
expectRightStorageTallies(db);
const testContext = useTestContext();
const base64 = twoPages.toString("base64");
const box = { page: 1, top: 100, left: 50, width: 150, height: 40 };
const onTurned = { page: 2, top: 500, left: 600, width: 150, height: 40 };
const people = { Landlord: { email: "lena@x.example", displayName: "Lena" }, Tenant: { email: "tom@x.example" } };

const lease = (changes: Partial<NewTemplate> = {}): NewTemplate => ({
  name: "Lease",
  file: { base64 },
  roles: [
    { name: "Landlord", signingOrder: 2, description: "Please check the rent." },
    { name: "Tenant", signingOrder: 1 },
  ],
  fields: [
    { role: "Landlord", type: "signature", coordinates: box },
    { role: "Tenant", type: "signature", coordinates: { ...box, top: 200 } },
    { role: "Tenant", name: "rent", type: "text", coordinates: { ...box, top: 300 }, value: "900" },
  ],
  expiresInDays: 10,
  reminders: { atMost: 1 },
  ...changes,
});

async function make(
  ctx: Ctx,
  changes: Partial<NewTemplate> = {},
  actor?: AccountActor,
): Promise<{ actor: AccountActor; id: number }> {
  const owner = actor ?? actingAs(await makeAccount(ctx));
  return { actor: owner, id: (await createTemplate(ctx, owner, lease(changes))).templateId };
}

async function placed(ctx: Ctx, fileId: number) {
  const rows = await ctx.db.select().from(fields).where(eq(fields.fileId, fileId)).orderBy(fields.id);
  return rows.map(({ type, page, topPt, leftPt, widthPt, heightPt, value }) => ({
    type,
    coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
    value,
  }));
}

describe("a request from a template", () => {
  test("has its document, geometry, message, order, deadline and reminders, and a person for each role", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const { fileId } = await createFromTemplate(ctx, actor, { id, people });
    const { file, signers } = await readRequest(ctx, actor, fileId);
    expect(file).toMatchObject({ status: "draft", name: "Lease", reminders: { atMost: 1, everyDays: 3 } });
    expect(file.sha256).toBe((await showTemplate(ctx, actor, { id })).sha256);
    const days = ((file.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(9.9);
    expect(days).toBeLessThanOrEqual(10);
    expect(signers.map(({ email, signingOrder, description }) => [email, signingOrder, description])).toEqual([
      ["tom@x.example", 1, null],
      ["lena@x.example", 2, "Please check the rent."],
    ]);
    expect(await placed(ctx, fileId)).toEqual([
      { type: "signature", coordinates: box, value: null },
      { type: "signature", coordinates: { ...box, top: 200 }, value: null },
      { type: "text", coordinates: { ...box, top: 300 }, value: "900" },
    ]);
    const [created] = await readTrail(ctx, fileId);
    expect(created?.data).toMatchObject({ template: id, templateVersion: 1 });
  });

  test("is released in the same call, with prefilled values given by field name", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const { fileId } = await createFromTemplate(ctx, actor, {
      id,
      people,
      values: { rent: "1,250" },
      name: "Lease of Tom",
      status: 1,
    });
    const { file, signers } = await readRequest(ctx, actor, fileId);
    expect([file.status, file.name]).toEqual(["able_to_sign", "Lease of Tom"]);
    expect(signers.map(({ status }) => status)).toEqual(["pending", "waiting"]);
    expect((await placed(ctx, fileId)).map(({ value }) => value)).toEqual([null, null, "1,250"]);
  });

  test("copies the stored document without processing it as a new upload", async () => {
    const { engine } = testContext(db());
    const calls: string[] = [];
    const noted = new Proxy(engine, {
      get(target, name): unknown {
        calls.push(String(name));
        return Reflect.get(target, name);
      },
    });
    const ctx = testContext(db(), { engine: noted });
    const { actor, id } = await make(ctx);
    expect(calls.splice(0)).toContain("ingest");
    const first = await createFromTemplate(ctx, actor, { id, people });
    expect(calls).not.toContain("ingest");
    const readers = { compared: 2, of: 2, differences: [] };
    await ctx.db.update(templateDocuments).set({ readers });
    const second = await createFromTemplate(ctx, actor, { id, people });
    const [{ file: one }, { file: two }] = [
      await readRequest(ctx, actor, first.fileId),
      await readRequest(ctx, actor, second.fileId),
    ];
    expect([one.readers, two.readers]).toEqual([null, readers]);
    const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "compareReaders"));
    expect(jobs.map(({ payload }) => payload.fileId)).toEqual([first.fileId]);
    await deleteTemplate(ctx, actor, { id });
    const segments = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, second.fileId));
    for (const { sha256 } of segments) expect(await ctx.blobs.has(blobKey(two.uuid, sha256))).toBe(true);
  });

  test("needs an address for every role, and refuses people and values that the template does not name @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const refusal = (pointer: string, code: string) => ({
      code: "validation_failed",
      violations: [expect.objectContaining({ pointer, code })],
    });
    const { Landlord, Tenant } = people;
    await expect(createFromTemplate(ctx, actor, { id, people: { Landlord } })).rejects.toMatchObject(
      refusal("/people/Tenant/email", "required"),
    );
    await expect(
      createFromTemplate(ctx, actor, { id, people: { Landlord, Tenant: { displayName: "Tom" } } }),
    ).rejects.toMatchObject(refusal("/people/Tenant/email", "required"));
    await expect(
      createFromTemplate(ctx, actor, { id, people: { Landlord, Tenant: { email: "tom" } } }),
    ).rejects.toMatchObject(refusal("/people/Tenant/email", "email_invalid"));
    await expect(
      createFromTemplate(ctx, actor, { id, people: { ...people, "Tax/office": Tenant } }),
    ).rejects.toMatchObject(refusal("/people/Tax~1office", "unknown"));
    await expect(createFromTemplate(ctx, actor, { id, people, values: { Rent: "1" } })).rejects.toMatchObject(
      refusal("/values/Rent", "unknown"),
    );
    await expect(createFromTemplate(ctx, actor, { id, people, values: { rent: "🦄" } })).rejects.toMatchObject({
      code: "glyph_missing",
      violations: [{ pointer: "/values/rent" }],
    });
    expect(await ctx.db.select().from(files)).toEqual([]);
  });

  test("returns not_found when the template is deleted before its bytes or row are read @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const blobs = new Proxy(ctx.blobs, {
      get(target, name): unknown {
        if (name !== "open") return Reflect.get(target, name);
        return async (...given: Parameters<typeof target.open>) => {
          await deleteTemplate(ctx, actor, { id });
          return target.open(...given);
        };
      },
    });
    await expect(createFromTemplate({ ...ctx, blobs }, actor, { id, people })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await ctx.db.select().from(files)).toEqual([]);
  });

  test("uses the instance's default when the role's sign method is no longer allowed", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx, { roles: [{ name: "Tenant", signMethod: "sms" }], fields: [] });
    const { fileId } = await createFromTemplate(ctx, actor, { id, people: { Tenant: people.Tenant } });
    expect((await readRequest(ctx, actor, fileId)).signers[0]?.signMethod).toBe("email");
  });
});

describe("a template from a document", () => {
  test("copies its upload, fields, message, order and method, with roles in place of the signers", async () => {
    const ctx = testContext(db());
    const made = await makeRequest(ctx, {
      status: 1,
      users: [
        {
          email: "ana@x.example",
          signingOrder: 1,
          description: "Hello",
          visibleElements: [{ type: "signature", coordinates: box }],
        },
        { email: "bo@x.example", signingOrder: 2, signMethod: "password" },
      ],
    });
    const { templateId: id } = await createTemplate(ctx, made.actor, {
      file: { fileId: made.file.id },
      roles: [{ name: "Seller" }, { name: "Buyer" }],
    });
    const template = await showTemplate(ctx, made.actor, { id });
    expect(template).toMatchObject({
      name: "Lease",
      sha256: made.file.originalSha256,
      roles: [
        { name: "Seller", signingOrder: 1, description: "Hello", signMethod: "email" },
        { name: "Buyer", signingOrder: 2, signMethod: "password" },
      ],
      fields: [{ name: "signature", role: "Seller", coordinates: box }],
    });
    const { fileId } = await createFromTemplate(ctx, made.actor, {
      id,
      people: { Seller: people.Tenant, Buyer: people.Landlord },
    });
    expect(await placed(ctx, fileId)).toEqual([{ type: "signature", coordinates: box, value: null }]);
  });

  test("freezes the form fields of its upload, so that their text is part of every request's pages @exhaustive", async () => {
    const ctx = testContext(db());
    const form = formPdf({ widgets: ["/FT/Tx/T(a)/V(b)/F 4/Rect[10 10 90 30]"] });
    const { actor, id } = await make(ctx, { file: { base64: form.toString("base64") } });
    expect(await showTemplate(ctx, actor, { id })).toMatchObject({ frozenFields: 1 });
    const { fileId } = await createFromTemplate(ctx, actor, { id, people });
    const { file } = await readRequest(ctx, actor, fileId);
    expect(file.frozenFields).toBe(1);
    const kinds = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId));
    expect(kinds.map(({ kind }) => kind)).toContain("frozen");
  });

  test("needs a role name for each signer, and a document of the same account", async () => {
    const ctx = testContext(db());
    const made = await makeRequest(ctx);
    const file = { fileId: made.file.id };
    await expect(createTemplate(ctx, made.actor, { file, roles: [{ name: "Seller" }] })).rejects.toMatchObject({
      violations: [{ pointer: "/roles", code: "count" }],
    });
    await expect(createTemplate(ctx, actingAs(await makeAccount(ctx)), { file })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a change of a template", () => {
  test("creates a new version, while earlier versions and requests made from them stay unchanged", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const before = await createFromTemplate(ctx, actor, { id, people });
    await changeTemplate(ctx, actor, { id, name: "Lease 2028", fields: [], version: 1 });
    expect(await showTemplate(ctx, actor, { id })).toMatchObject({ version: 2, name: "Lease 2028", fields: [] });
    expect((await showTemplateVersion(ctx, actor, { id, version: 1 })).fields).toHaveLength(3);
    expect(await placed(ctx, before.fileId)).toHaveLength(3);
    const old = await createFromTemplate(ctx, actor, { id, people, version: 1 });
    expect(await placed(ctx, old.fileId)).toHaveLength(3);
    expect((await listTemplateVersions(ctx, actor, { id })).data).toMatchObject([
      { version: 2, fields: 0, requests: 0 },
      { version: 1, fields: 3, requests: 2 },
    ]);
    await expect(changeTemplate(ctx, actor, { id, version: 1 })).rejects.toMatchObject({ code: "version_conflict" });
  });

  test("sends an event, as do creation and deletion, but not when nothing changes", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    await changeTemplate(ctx, actor, { id, name: "Lease 2028" });
    await changeTemplate(ctx, actor, { id, name: "Lease 2028" });
    await deleteTemplate(ctx, actor, { id });
    const url = `${ctx.publicUrl}/templates/${id}`;
    const { rows } = await listEvents(ctx, actor.account.id, {});
    expect(rows.map(eventBody).map(({ type, data }) => [type, data])).toEqual([
      ["template.created", { templateId: id, version: 1, name: "Lease", url }],
      ["template.updated", { templateId: id, version: 2, name: "Lease 2028", url }],
      ["template.deleted", { templateId: id, version: 2, name: "Lease 2028", url }],
    ]);
  });

  test("creates no version when nothing changes", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    await changeTemplate(ctx, actor, { id });
    await changeTemplate(ctx, actor, { id, name: "Lease", expiresInDays: 10, reminders: { atMost: 1 } });
    expect((await showTemplate(ctx, actor, { id })).version).toBe(1);
  });

  test("checks values again only if the call contains them", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const engine = {
      ...ctx.engine,
      missingGlyphs: vi.fn((texts: readonly string[]) => ctx.engine.missingGlyphs(texts)),
    };
    await changeTemplate({ ...ctx, engine }, actor, { id, name: "Lease 2028" });
    expect(engine.missingGlyphs).not.toHaveBeenCalled();
  });

  test("counts as storage, and is deleted with the template unless a request was made from it", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const before = (await readStoredBytes(ctx, actor.account.id)).account;
    await changeTemplate(ctx, actor, { id, name: "Lease 2028" });
    await createFromTemplate(ctx, actor, { id, people });
    await changeTemplate(ctx, actor, { id, name: "Lease 2029" });
    expect((await readStoredBytes(ctx, actor.account.id)).account).toBeGreaterThan(before);
    const small = testContext(db(), { limits: { ...defaultLimits, storageBytesPerAccount: before } });
    await expect(changeTemplate(small, actor, { id, name: "Lease 2030" })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    await deleteTemplate(ctx, actor, { id });
    const left = await ctx.db.select().from(templateVersions).where(eq(templateVersions.templateId, id));
    expect(left.map(({ number }) => number)).toEqual([2]);
  });

  test("cannot alter the row of a version", async () => {
    const ctx = testContext(db());
    await make(ctx);
    // In a savepoint, so that the test's transaction can continue.
    const change = ctx.db.transaction((tx) => tx.update(templateVersions).set({ name: "Other" }));
    await expect(change).rejects.toMatchObject({
      cause: { message: expect.stringContaining("template_versions never change") as string },
    });
  });

  test("of the file lists the fields that no longer fit, and keeps the rest", async () => {
    const ctx = testContext(db());
    const fields = [
      { role: "Tenant", name: "stays", type: "signature" as const, coordinates: box },
      { role: "Tenant", name: "too wide", type: "signature" as const, coordinates: { ...box, left: 400 } },
      { role: "Landlord", name: "second page", type: "text" as const, coordinates: onTurned },
    ];
    const { actor, id } = await make(ctx, { fields });
    const smaller = makePdf({ pages: [{ mediaBox: [0, 0, 300, 400] }] }).toString("base64");
    const { unfit } = await changeTemplate(ctx, actor, { id, file: { base64: smaller } });
    expect(unfit).toEqual([
      { name: "too wide", page: 1, reason: "outside_page" },
      { name: "second page", page: 2, reason: "page_missing" },
    ]);
    const template = await showTemplate(ctx, actor, { id });
    expect([template.version, template.pages, template.fields.map(({ name }) => name)]).toEqual([2, 1, ["stays"]]);
    expect((await showTemplateVersion(ctx, actor, { id, version: 1 })).documentPages).toHaveLength(2);
  });

  test("is refused for a CC who would receive no copy", async () => {
    const ctx = testContext(db());
    for (const wrong of [{ notify: false }, { copyAt: [] }])
      await expect(make(ctx, { roles: [{ name: "Tenant", role: "cc", ...wrong }], fields: [] })).rejects.toMatchObject({
        violations: [{ pointer: `/roles/0/${Object.keys(wrong)[0] ?? ""}` }],
      });
  });

  test("is refused for an unknown role, a duplicate name, or a field outside its page", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const field = { role: "Tenant", type: "text" as const, coordinates: box };
    const refused = (input: object) => expect(changeTemplate(ctx, actor, { id, ...input })).rejects;
    await refused({ fields: [{ ...field, role: "Agent" }] }).toMatchObject({
      violations: [{ pointer: "/fields/0/role", code: "unknown" }],
    });
    await refused({ roles: [{ name: "Tenant" }, { name: "Tenant" }] }).toMatchObject({
      violations: [{ pointer: "/roles/1/name", code: "duplicate" }],
    });
    await refused({
      fields: [
        { ...field, name: "a" },
        { ...field, name: "a" },
      ],
    }).toMatchObject({
      violations: [{ pointer: "/fields/1/name", code: "duplicate" }],
    });
    await refused({ fields: [{ ...field, coordinates: { ...box, page: 3 } }] }).toMatchObject({
      code: "page_out_of_range",
    });
    expect((await showTemplate(ctx, actor, { id })).version).toBe(1);
  });
});

describe("templates of an account", () => {
  test("are hidden from other accounts, and from everybody once deleted", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const stranger = actingAs(await makeAccount(ctx, { role: "admin" }));
    const calls = (caller: AccountActor) => [
      () => showTemplate(ctx, caller, { id }),
      () => showTemplateVersion(ctx, caller, { id, version: 1 }),
      () => listTemplateVersions(ctx, caller, { id }),
      () => changeTemplate(ctx, caller, { id, name: "Mine" }),
      () => createFromTemplate(ctx, caller, { id, people }),
      () => deleteTemplate(ctx, caller, { id }),
    ];
    for (const run of calls(stranger)) await expect(run()).rejects.toMatchObject({ code: "not_found" });
    expect((await listTemplates(ctx, stranger)).data).toEqual([]);
    await deleteTemplate(ctx, actor, { id });
    for (const run of calls(actor)) await expect(run()).rejects.toMatchObject({ code: "not_found" });
    expect((await listTemplates(ctx, actor)).data).toEqual([]);
  });

  test("are listed with uses and last use, latest change first, by cursor @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const ids = [id];
    for (const name of ["B", "C"]) ids.push((await make(ctx, { name }, actor)).id);
    await createFromTemplate(ctx, actor, { id, people });
    await createFromTemplate(ctx, actor, { id, people });
    const first = await listTemplates(ctx, actor, { limit: 2 });
    const second = await listTemplates(ctx, actor, { limit: 2, cursor: first.pagination.nextCursor ?? "" });
    const all = [...first.data, ...second.data];
    expect(all.map((template) => template.id)).toEqual([...ids].reverse());
    expect(second.pagination.nextCursor).toBeNull();
    expect(all.map(({ uses }) => uses)).toEqual([0, 0, 2]);
    expect(all[2]).toMatchObject({ roles: ["Tenant", "Landlord"], pages: 2, version: 1 });
    expect(all.map(({ thumbnail }) => thumbnail)).toEqual(
      all.map((template) => `${ctx.publicUrl}/api/v1/templates/${template.id}/pages/1/image?width=160&format=webp`),
    );
    expect(all[2]?.lastUsedAt).not.toBeNull();
    await expect(listTemplates(ctx, actor, { cursor: "x" })).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("count as storage, and the sweep keeps their bytes until they are deleted", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    expect((await readStoredBytes(ctx, actor.account.id)).account).toBeGreaterThan(twoPages.length);
    const [document] = await ctx.db.select().from(templateDocuments);
    const keys = (document?.segments ?? []).map(({ sha256 }) => blobKey(document?.uuid ?? "", sha256));
    expect([...(await findNamed(ctx.db, keys))]).toEqual(keys);
    await deleteTemplate(ctx, actor, { id });
    expect((await readStoredBytes(ctx, actor.account.id)).account).toBe(0);
    expect((await findNamed(ctx.db, keys)).size).toBe(0);
    for (const key of keys) expect(await ctx.blobs.has(key)).toBe(false);
  });

  test("are erased with their owner, while requests made from them stay @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, id } = await make(ctx);
    const { fileId } = await createFromTemplate(ctx, actor, { id, people, status: 1 });
    await ctx.db.update(files).set({ status: "cancelled" }).where(eq(files.id, fileId));
    await ctx.db.update(signRequests).set({ status: "cancelled" }).where(eq(signRequests.fileId, fileId));
    await eraseOneself(ctx, actor);
    const [left] = await ctx.db.select().from(templates);
    expect(left).toMatchObject({ name: "Erased template" });
    expect(await ctx.db.select().from(templateVersions)).toEqual([]);
    expect(await ctx.db.select().from(templateDocuments)).toEqual([]);
    const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
    expect(file).toMatchObject({ status: "cancelled", templateVersionId: null });
  });
});
