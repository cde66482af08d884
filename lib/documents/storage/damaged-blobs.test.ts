import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { evidenceDocuments } from "@/db/schema/evidence";
import { attachments, damagedBlobs, files, type File } from "@/db/schema/files";
import { templateDocuments, templates } from "@/db/schema/templates";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { systemActor, type Ctx } from "@/lib/context/context";
import { openContent } from "@/lib/documents/content";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { appendDaily } from "@/lib/records/audit/append";
import { flipBit, placeOf } from "@/lib/testing/blob-place";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { checkDocuments } from "./check-documents";
import { countDamaged, findDamaged, rememberDamaged } from "./damaged-blobs";
import { checkStoredBlobs } from "./hourly-check";
import { readStoredState } from "./segments";

const db = useRolledBackDatabase();
const context = useTestContext();
const limits = { sizes: 1000, hashes: 1000, hashedBytes: 2 ** 30, found: 1000 };
const sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

const flipByte = (ctx: Ctx, { uuid, sha256: hash }: { uuid: string; sha256: string }) =>
  flipBit(ctx.blobs, blobKey(uuid, hash));

const named = async (ctx: Ctx) =>
  (await findDamaged(ctx)).map(({ uuid, attachedTo, templateId, problem }) => ({
    document: attachedTo ?? uuid,
    templateId,
    problem,
  }));

test("the hourly check names a flipped byte, which has the same size, and forgets it once it is restored", async () => {
  const ctx = context(db());
  const [{ file }] = [await makeRequest(ctx), await makeRequest(ctx)];
  const restore = await flipByte(ctx, file);
  expect(await named(ctx)).toEqual([]);
  await checkStoredBlobs(ctx, limits);
  expect(await named(ctx)).toEqual([{ document: file.uuid, templateId: null, problem: "altered" }]);
  expect(await countDamaged(ctx)).toBe(1);
  await restore();
  expect(await named(ctx)).toEqual([]);
  await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(0);
});

test("names documents with missing evidence or attachments and templates with missing documents", async () => {
  const ctx = context(db());
  const { file, signers, requester } = await makeRequest(ctx);
  const { file: other } = await makeRequest(ctx);
  await db().insert(evidenceDocuments).values({ fileId: file.id, sha256, size: 3, sealedHead: sha256 });
  await db().insert(attachments).values({
    uuid: randomUUID(),
    fileId: other.id,
    signRequestId: signers[0].id,
    requestId: 1,
    label: "ID card",
    name: "card.pdf",
    type: "pdf",
    size: 3,
    sha256,
  });
  const [template] = await db().insert(templates).values({ ownerId: requester.id, name: "Lease" }).returning();
  const uuid = randomUUID();
  const facts = { size: 3, sha256, originalSize: 3, originalSha256: sha256, pages: [] };
  await db()
    .insert(templateDocuments)
    .values({
      ...facts,
      templateId: template?.id ?? 0,
      uuid,
      segments: [{ role: "content", kind: "upload", position: 0, sha256, size: 3 }],
    });
  const all = [
    { document: file.uuid, templateId: null, problem: "missing" },
    { document: uuid, templateId: template?.id, problem: "missing" },
    { document: other.uuid, templateId: null, problem: "missing" },
  ];
  expect(await named(ctx)).toEqual(all);
  await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(3);
  expect(await named(ctx)).toHaveLength(3);
});

test("names a document at once when a reader meets its altered bytes", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  await flipByte(ctx, file);
  await expect(openContent(ctx, systemActor, file, "current")).rejects.toMatchObject({ code: "integrity_error" });
  expect(await named(ctx)).toEqual([{ document: file.uuid, templateId: null, problem: "altered" }]);
  expect(await countDamaged(ctx)).toBe(1);
});

test("the hourly check skips only those blobs of a reported document that were found damaged within the hour", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  await db().insert(evidenceDocuments).values({ fileId: file.id, sha256, size: 3, sealedHead: sha256 });
  const known = { uuid: file.uuid, sha256, size: 3, problem: "missing", templateId: null, attachedTo: null } as const;
  await rememberDamaged(ctx, [known]);
  await flipByte(ctx, file);
  await appendDaily(ctx, systemActor, file.id, { type: "integrity.failed", data: {} });
  await checkStoredBlobs(ctx, { ...limits, sizes: 0, hashes: 0 });
  const found = await db().select().from(damagedBlobs);
  expect(found.map((blob) => [blob.sha256, blob.problem]).sort()).toEqual(
    [
      [sha256, "missing"],
      [file.sha256, "altered"],
    ].sort(),
  );
});

/** As another process reads it, which has not looked at the document recently. */
const storedState = (ctx: Ctx, file: File) =>
  readStoredState({ ...ctx, blobs: Object.create(ctx.blobs) as Ctx["blobs"] }, file);

test("a flipped byte that the hourly check or the doctor found is in the file's stored state until it is restored", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  const restore = await flipByte(ctx, file);
  await checkStoredBlobs(ctx, limits);
  expect(await storedState(ctx, file)).toBe("altered");
  await restore();
  expect(await storedState(ctx, file)).toBe("whole");
});

test("the stored state reads no bytes of a restored document from a day after its damage was reported", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  const restore = await flipByte(ctx, file);
  await expect(openContent(ctx, systemActor, file, "current")).rejects.toMatchObject({ code: "integrity_error" });
  expect(await storedState(ctx, file)).toBe("altered");
  await restore();
  await checkStoredBlobs(ctx, limits);
  const bytes = vi.spyOn(ctx.blobs, "verifySegments");
  expect(await storedState(ctx, file)).toBe("whole");
  expect(bytes).toHaveBeenCalledTimes(1);
  await db().execute(sql`alter table audit_events disable trigger audit_events_append_only`);
  await db().execute(sql`update audit_events set at = at - interval '26 hours' where file_id = ${file.id}`);
  expect(await storedState(ctx, file)).toBe("whole");
  expect(bytes).toHaveBeenCalledTimes(1);
});

test("continues each hour where the last slice ended, and reads all bytes at most once a day", async () => {
  const ctx = context(db());
  const requests = [await makeRequest(ctx), await makeRequest(ctx), await makeRequest(ctx)];
  for (const { file } of requests) await flipByte(ctx, file);
  const counts = [];
  for (let hour = 0; hour < 4; hour++) {
    await checkStoredBlobs(ctx, { ...limits, hashes: 1 });
    counts.push(await countDamaged(ctx));
  }
  expect(counts).toEqual([1, 2, 3, 3]);
  await db().execute(sql`delete from damaged_parts`);
  for (let hour = 0; hour < 4; hour++) await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(0);
  await db().execute(
    sql`update settings set value = value || '{"since": "2020-01-01T00:00:00.000Z"}' where name = 'checked_hashes'`,
  );
  await checkStoredBlobs(ctx, { ...limits, hashedBytes: 1 });
  expect(await countDamaged(ctx)).toBe(1);
  await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(3);
});

test("names what another check found, such as that of npm run doctor, even when two rows name the same bytes", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  await db().execute(sql`insert into file_segments (file_id, role, kind, position, sha256, size)
    select file_id, 'original', kind, position, sha256, size from file_segments where file_id = ${file.id}`);
  await flipByte(ctx, file);
  const found = [];
  for await (const damaged of checkDocuments(ctx, { readBytes: true })) found.push(damaged);
  expect(found).toHaveLength(2);
  await rememberDamaged(ctx, found);
  expect(await named(ctx)).toEqual([{ document: file.uuid, templateId: null, problem: "altered" }]);
});

test("reads each slice, the newest blobs, reported documents and the stored state by an index", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  await db().execute(sql`set local enable_seqscan = off`);
  const plan = await planOf(async () => {
    await checkStoredBlobs(ctx, limits);
    await findDamaged(ctx);
  });
  const ofState = await planOf(() => storedState(ctx, file));
  for (const table of ["file_segments", "evidence_documents", "template_documents", "attachments"])
    expect(plan).toMatch(new RegExp(`${table}_pkey on ${table}`));
  expect(plan).toContain("audit_events_integrity");
  expect(plan).not.toMatch(
    /Seq Scan on (file_segments|evidence_documents|template_documents|attachments|audit_events|files)/,
  );
  expect(ofState).toContain("damaged_parts_uuid_sha256_pk");
  expect(ofState).not.toContain("Seq Scan");
});

test("does not report a document that was deleted in the meantime", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx);
  await rm(placeOf(ctx.blobs, blobKey(file.uuid, file.sha256)));
  await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(1);
  await db().execute(sql`delete from file_segments where file_id = ${file.id}`);
  await db().update(files).set({ status: "deleted" }).where(eq(files.id, file.id));
  expect(await named(ctx)).toEqual([]);
  await checkStoredBlobs(ctx, limits);
  expect(await countDamaged(ctx)).toBe(0);
});
