import { createHash, randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { connect, type DatabaseConnection } from "@/db/client";
import { attachments, files } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { rememberSigner } from "@/lib/authority/known-signers";
import type { Ctx } from "@/lib/context/context";
import { sampleHeads } from "@/lib/documents/attachments/testing/sample-files";
import { deleteFile } from "@/lib/documents/delete";
import { checkDocuments } from "@/lib/documents/storage/check-documents";
import { pairStorage, raiseGeneration } from "@/lib/documents/storage/pair-storage";
import { sweepBlobs } from "@/lib/documents/sweep";
import { BlobError, blobKey, fileOfKey, readError, type BlobKey } from "@/lib/platform/blobs/blob-store";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { defaultLimits } from "@/lib/platform/limits";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { createTemplate } from "@/lib/requests/templates/create";
import { uploadAttachment } from "@/lib/signing/attachments/upload";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { readFile as readRow, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { placeOf } from "@/lib/testing/blob-place";
import { exactly, only, present } from "@/lib/testing/representatives";
import { makeRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { openConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import { useOperatorFiles } from "@/lib/x509/testing/operator-files";
import type { Manifest } from "./archive-format";
import { openArchive, readArchive } from "./archive-reader";
import { beginCopying, isEmptyDatabase, listTables, tableRows } from "./database-dump";
import { makeBackup, type BackupReport } from "./make-backup";
import { fileSink, fileSource, type BackupSink } from "./places";
import { restoreBackup, type RestoreReport } from "./restore-backup";

const database = useCommittedDatabase();
const makeContext = useTestContext();
const operator = useOperatorFiles();
const passphrase = "seven green harbours at dawn";
const appSecret = "a secret for tests, of enough length";
const secrets = { present: appSecret, previous: null };
const migrationsFolder = path.resolve("db/migrations");
/** Several clients sign concurrently, on a machine that may be busy. */
const longest = 180_000;
let folder: string;
let ctx: Ctx;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "paraph-backup-"));
  ctx = makeContext(database().db, {
    blobs: folderBlobStore(path.join(folder, "blobs")),
    // The clients under load share one address.
    limits: { ...defaultLimits, signerCodesPerNetworkPerHour: 1_000_000 },
  });
  await pairStorage(ctx.db, ctx.blobs);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withClients<T>(urls: readonly string[], work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
  const clients = urls.map((url) => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

interface BackupChanges {
  sink?: BackupSink;
  passphrase?: string;
  secrets?: { present: string; previous: string };
  blobs?: Pick<Ctx["blobs"], "open">;
}

function backUp(file: string, changes: BackupChanges = {}): Promise<BackupReport> {
  const { url } = database();
  return withClients([url, url], async (clients) => {
    const [lock, snapshot] = exactly(2, clients);
    return makeBackup({
      connections: { lock, snapshot },
      blobs: ctx.blobs,
      sink: fileSink(file),
      passphrase,
      secrets,
      version: "0.1.0",
      ...changes,
    });
  });
}

/** An empty instance: an empty database and an empty folder. */
interface EmptyInstance {
  url: string;
  dataDir: string;
  connection: DatabaseConnection;
  blobs: Ctx["blobs"];
  keptSecrets: unknown[];
}

const made: EmptyInstance[] = [];
afterEach(async () => {
  for (const { connection, url } of made.splice(0)) {
    await connection.close();
    await onServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  }
});

async function onServer(statement: string): Promise<void> {
  await withClients([inject("postgresUrl")], async ([client]) => {
    await client?.query(statement);
  });
}

async function emptyInstance(): Promise<EmptyInstance> {
  const name = `restored_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await onServer(`create database ${name} template template0`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const dataDir = path.join(folder, name);
  const instance = {
    url: url.href,
    dataDir,
    connection: connect(url.href),
    blobs: folderBlobStore(path.join(dataDir, "blobs")),
    keptSecrets: [],
  };
  made.push(instance);
  return instance;
}

function restore(
  file: string,
  into: EmptyInstance,
  changes: { passphrase?: string; appSecret?: string; migrationsFolder?: string; keepSecrets?: null } = {},
): Promise<RestoreReport> {
  return withClients([into.url], async (clients) => {
    const client = only(clients);
    refuseQuestionsAtOnce(client);
    return restoreBackup({
      source: fileSource(file),
      passphrase,
      client,
      db: drizzle(client),
      blobs: into.blobs,
      migrationsFolder,
      appSecret: null,
      keepSecrets: (kept) => into.keptSecrets.push(kept),
      ...changes,
    });
  });
}

/** Simulates the next major version of pg, which rejects concurrent queries on one client. */
function refuseQuestionsAtOnce(client: pg.Client): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
  let asking = 0;
  client.query = ((...given: unknown[]) => {
    if (asking > 0) throw new Error("a question while another one is asked");
    const answer = ask(...given);
    if (!(answer instanceof Promise)) return answer;
    asking += 1;
    return answer.finally(() => (asking -= 1));
  }) as typeof client.query;
}

/** The tables of the last snapshot in a backup, each with the hash of its rows. */
async function tablesOf(file: string): Promise<Manifest["tables"]> {
  const source = fileSource(file);
  for await (const part of readArchive(source, await openArchive(source, passphrase)))
    if (part.kind === "complete") return part.manifest.tables.toSorted((a, b) => a.name.localeCompare(b.name));
  throw new Error("the archive has no manifest");
}

/** The rows of a database, hashed in the same way as by a backup. */
function rowsOf(url: string): Promise<Manifest["tables"]> {
  return withClients([url], async (clients) => {
    const client = only(clients);
    await beginCopying(client);
    const tables: Manifest["tables"] = [];
    for (const table of await listTables(client)) {
      const hash = createHash("sha256");
      let [rows, bytes] = [0, 0];
      for await (const chunk of tableRows(client, table)) {
        hash.update(chunk);
        bytes += chunk.length;
        rows += chunk.toString("latin1").split("\n").length - 1;
      }
      tables.push({ name: table.name, rows, bytes, sha256: hash.digest("hex") });
    }
    return tables.toSorted((a, b) => a.name.localeCompare(b.name));
  });
}

async function expectNothingRestored({ url, blobs, keptSecrets }: EmptyInstance): Promise<void> {
  await withClients([url], async ([client]) => {
    expect(client && (await isEmptyDatabase(client))).toBe(true);
  });
  const left: string[] = [];
  for await (const key of blobs.list(new Date(Date.now() + 60_000))) left.push(key);
  expect([left, await blobs.readOwner(), keptSecrets]).toEqual([[], null, []]);
}

/** Takes one document from upload to seal. Returns the acknowledged values. */
async function signOne(): Promise<{ uuid: string; sha256: string }> {
  const { fileId, signers } = await releasedScenario(ctx, [{ name: "Ana" }]);
  const [ana] = signers;
  await requestCode(ctx, ana.actor, { fileId });
  const { rows } = await ctx.db.execute<{ sealed: Buffer }>(
    sql`select j.sealed from outbox_jobs j join challenges c on c.id = (j.payload ->> 'challengeId')::int where j.kind = 'code' and c.sign_request_id = ${ana.signRequestId}`,
  );
  const code = ctx.secrets.open("outbox", rows[0]?.sealed ?? Buffer.alloc(0)).toString();
  await sign(ctx, ana.actor, { target: { fileId }, code });
  await finishFile(ctx, fileId);
  return readRow(ctx, fileId);
}

async function draftAndDelete(): Promise<void> {
  const { actor, file } = await makeRequest(ctx);
  await deleteFile(ctx, actor, { uuid: file.uuid });
}

/** Clients that keep signing until they are stopped. */
function startLoad(): { signed: { uuid: string; sha256: string }[]; stop(): Promise<void> } {
  const signed: { uuid: string; sha256: string }[] = [];
  let isStopping = false;
  const client = async (work: () => Promise<void>): Promise<void> => {
    while (!isStopping) await work();
  };
  const clients = [
    client(async () => void signed.push(await signOne())),
    client(async () => void signed.push(await signOne())),
    client(draftAndDelete),
  ];
  return {
    signed,
    async stop() {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}

async function backupUnderLoad(file: string, signedBefore: number): Promise<void> {
  const load = startLoad();
  let acknowledged: typeof load.signed;
  let report: BackupReport;
  try {
    await vi.waitUntil(() => load.signed.length >= signedBefore, { timeout: longest });
    acknowledged = [...load.signed];
    report = await backUp(file);
  } finally {
    await load.stop();
  }
  const into = await emptyInstance();
  const restored = await restore(file, into);
  expect(restored.problems).toEqual([]);
  expect(restored).toMatchObject({ rows: report.rows, blobs: report.blobs.count, documents: report.documents });
  expect(restored.signatures).toBeGreaterThanOrEqual(acknowledged.length);
  expect(await rowsOf(into.url)).toEqual(await tablesOf(file));
  const there = await into.connection.db.select({ uuid: files.uuid, sha256: files.sha256 }).from(files);
  for (const { uuid, sha256 } of acknowledged) expect(there).toContainEqual({ uuid, sha256 });
}

test(
  "restores every row and every byte of its moment from a backup taken while clients sign and delete @exhaustive",
  () => backupUnderLoad(path.join(folder, "busy.paraph"), 1),
  longest,
);

test("pairs a restored instance with its storage, keeps its secrets and continues its tallies", async () => {
  const { uuid } = await signOne();
  const file = path.join(folder, "quiet.paraph");
  await backUp(file);
  const into = await emptyInstance();
  await restore(file, into);
  expect(await raiseGeneration(into.connection.db, into.blobs)).toBe("raised");
  expect(into.keptSecrets).toEqual([secrets]);
  const restored = makeContext(into.connection.db, { blobs: into.blobs, secrets: makeSecretBox(appSecret) });
  expect(await sweepBlobs(restored)).toMatchObject({ kind: "swept", trashed: 0 });
  const { file: added } = await makeRequest(restored);
  expect(added.uuid).not.toBe(uuid);
  const { rows } = await restored.db.execute(sql`select count(*)::int as tallies from list_tallies where is_new`);
  expect(rows).not.toEqual([{ tallies: 0 }]);
});

// A restore takes seconds for the migrations alone, so these share one backup and one restore.
test("includes documents of templates and attachments with their bytes, and names certificates whose keys are configured outside the instance @exhaustive", async () => {
  const { actor, file } = await makeRequest(ctx);
  const { templateId } = await createTemplate(ctx, actor, { file: { fileId: file.id } });
  const { signers } = await releasedScenario(ctx, [{ name: "Ana", attachmentRequests: [{ label: "ID card" }] }]);
  const [ana] = signers;
  const added = { stream: [sampleHeads.jpeg], formName: null };
  const attachment = await uploadAttachment(ctx, ana.actor, { u: ana.link, requestId: 1, file: added });
  operator.make("Operator Seal", { kind: "p256" });
  const bundle = { certificateFile: operator.bundle("Operator Seal"), name: "SEAL", kind: "pair" } as const;
  const sealKey = { kind: "file", file: operator.file("Operator Seal.key") } as const;
  await rememberSigner(ctx, await openConfiguredSigner({ ...bundle, key: sealKey }, new Date(Date.now() + 60_000)));
  const place = path.join(folder, "sound.paraph");
  await backUp(place);
  const into = await emptyInstance();
  const restored = await restore(place, into);
  expect(restored.problems).toEqual([]);
  expect(restored.configuredSigners).toEqual([
    { subject: expect.stringContaining("CN=Operator Seal"), notAfter: expect.stringMatching(/^\d{4}-/) },
  ]);
  expect(await into.blobs.has(blobKey(attachment.uuid, attachment.sha256))).toBe(true);
  expect(await into.connection.db.$count(attachments)).toBe(1);
  const document = only(await into.connection.db.select().from(templateDocuments));
  const key = blobKey(document.uuid, document.segments[0]?.sha256 ?? "");
  expect(await into.blobs.has(key)).toBe(true);
  const damaged = async () => {
    const found = [];
    for await (const each of checkDocuments({ db: into.connection.db, blobs: into.blobs }, { readBytes: true }))
      found.push(each);
    return found;
  };
  expect(await damaged()).toEqual([]);
  await into.blobs.remove(key);
  expect(await damaged()).toMatchObject([{ templateId, problem: "missing" }]);
});

/** The bytes up to a bad sector. */
async function* breaking(bytes: AsyncIterable<Buffer>, key: BlobKey): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield chunk.subarray(0, 100);
    throw readError(key, Object.assign(new Error("i/o error"), { code: "EIO" }));
  }
}

test("names each document, template and attachment that was missing, altered or unreadable when the backup was taken, and restores the others @exhaustive", async () => {
  const [missing, altered, sound] = [await makeRequest(ctx), await makeRequest(ctx), await makeRequest(ctx)];
  const [unreadable, withBadSector] = [await makeRequest(ctx), await makeRequest(ctx)];
  const rewritten = await makeRequest(ctx);
  await createTemplate(ctx, sound.actor, { file: { fileId: sound.file.id } });
  const ofTemplate = only(await ctx.db.select().from(templateDocuments));
  const { fileId, signers } = await releasedScenario(ctx, [
    { name: "Ana", attachmentRequests: [{ label: "ID card" }] },
  ]);
  const [ana] = signers;
  const added = { stream: [sampleHeads.jpeg], formName: null };
  const attachment = await uploadAttachment(ctx, ana.actor, { u: ana.link, requestId: 1, file: added });
  await rm(placeOf(ctx.blobs, blobKey(missing.file.uuid, missing.file.originalSha256)));
  await writeFile(placeOf(ctx.blobs, blobKey(altered.file.uuid, altered.file.originalSha256)), "other bytes");
  await rm(placeOf(ctx.blobs, blobKey(ofTemplate.uuid, ofTemplate.segments[0]?.sha256 ?? "")));
  await rm(placeOf(ctx.blobs, blobKey(attachment.uuid, attachment.sha256)));
  const place = placeOf(ctx.blobs, blobKey(unreadable.file.uuid, unreadable.file.originalSha256));
  await rm(place);
  await symlink(place, place);
  await withClients([database().url], async ([client]) => {
    await client?.query("alter table audit_events disable trigger all");
    await client?.query("update audit_events set type = 'signed' where file_id = $1 and seq = 0", [rewritten.file.id]);
  });
  const archive = path.join(folder, "damaged.paraph");
  const { damaged } = await backUp(archive, {
    blobs: {
      async open(key) {
        const bytes = await ctx.blobs.open(key);
        return fileOfKey(key) === withBadSector.file.uuid ? Readable.from(breaking(bytes, key)) : bytes;
      },
    },
  });
  expect(damaged.map(({ problem }) => problem).sort()).toEqual([
    "altered",
    ...["missing", "missing", "missing"],
    ...["unreadable", "unreadable"],
  ]);
  const into = await emptyInstance();
  const { problems } = await restore(archive, into);
  const byUuid = (one: { uuid: string }, other: { uuid: string }) => one.uuid.localeCompare(other.uuid);
  expect(problems.toSorted(byUuid)).toEqual(
    [
      { uuid: missing.file.uuid, problem: "missing" },
      { uuid: altered.file.uuid, problem: "missing" },
      { uuid: unreadable.file.uuid, problem: "missing" },
      { uuid: withBadSector.file.uuid, problem: "missing" },
      { uuid: ofTemplate.uuid, problem: "missing" },
      { uuid: (await readRow(ctx, fileId)).uuid, problem: "missing" },
      { uuid: rewritten.file.uuid, problem: "chain_broken" },
    ].toSorted(byUuid),
  );
  expect(await into.blobs.has(blobKey(sound.file.uuid, sound.file.originalSha256))).toBe(true);
});

test("keeps the bytes of a document that is deleted during the backup until it ends, and the sweep waits @exhaustive", async () => {
  const { actor, file } = await makeRequest(ctx);
  const key = blobKey(file.uuid, file.originalSha256);
  const place = path.join(folder, "slow.paraph");
  const report = await backUp(place, {
    blobs: {
      async open(opened) {
        await deleteFile(ctx, actor, { uuid: file.uuid });
        await utimes(placeOf(ctx.blobs, key), new Date(0), new Date(0));
        expect(await sweepBlobs(ctx)).toMatchObject({ trashed: 0 });
        return ctx.blobs.open(opened);
      },
    },
  });
  expect(report.damaged).toEqual([]);
  expect((await restore(place, await emptyInstance())).problems).toEqual([]);
  expect(await sweepBlobs(ctx)).toMatchObject({ trashed: 1 });
});

test("resumes an interrupted backup without copying blobs again, and with the current rows @exhaustive", async () => {
  const documents: MadeRequest[] = [];
  for (let count = 0; count < 5; count++) {
    const made = await makeRequest(ctx);
    documents.push(made);
  }
  const file = path.join(folder, "resumed.paraph");
  let opened = 0;
  const dying: Pick<Ctx["blobs"], "open"> = {
    open(key) {
      opened += 1;
      return opened === 4 ? Promise.reject(new Error("killed")) : ctx.blobs.open(key);
    },
  };
  await expect(backUp(file, { blobs: dying })).rejects.toThrow("killed");
  await truncate(`${file}.part`, (await stat(`${file}.part`)).size - 5);
  await expect(backUp(file, { passphrase: "another passphrase" })).rejects.toMatchObject({
    problem: "wrong_passphrase",
  });
  const first = present(documents[0]);
  await deleteFile(ctx, first.actor, { uuid: first.file.uuid });
  const later = await makeRequest(ctx);
  const report = await backUp(file);
  expect(report.continued).toBeGreaterThanOrEqual(1);
  const into = await emptyInstance();
  const restored = await restore(file, into);
  expect([restored.problems, restored.blobs]).toEqual([[], report.blobs.count]);
  expect(await into.blobs.has(blobKey(later.file.uuid, later.file.originalSha256))).toBe(true);
  expect(await into.blobs.has(blobKey(first.file.uuid, first.file.originalSha256))).toBe(false);
  expect(await rowsOf(into.url)).toEqual(await tablesOf(file));
  await expect(backUp(file)).rejects.toMatchObject({ problem: "file_exists" });
});

test("does not run two backups of one instance at once @exhaustive", async () => {
  const { file } = await makeRequest(ctx);
  let refused: unknown;
  await backUp(path.join(folder, "one.paraph"), {
    blobs: {
      async open(key) {
        refused ??= await backUp(path.join(folder, "two.paraph")).catch((error: unknown) => error);
        return ctx.blobs.open(key);
      },
    },
  });
  expect(refused).toMatchObject({ problem: "already_running" });
  expect(file.uuid).toBeDefined();
});

test("refuses by name, and leaves nothing half-restored @exhaustive", async () => {
  await makeRequest(ctx);
  const file = path.join(folder, "whole.paraph");
  await backUp(file);
  const bytes = await readFile(file);
  const changed = async (name: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    const place = path.join(folder, name);
    await writeFile(place, change(Buffer.from(bytes)));
    return place;
  };
  const flipped = await changed("flipped", (copy) => {
    copy.writeUInt8(copy.readUInt8(copy.length - 2000) ^ 1, copy.length - 2000);
    return copy;
  });
  const cut = await changed("cut", (copy) => copy.subarray(0, copy.length - 40));
  const cutInHeader = await changed("cut-header", (copy) => copy.subarray(0, 60));
  const longer = await changed("longer", (copy) => Buffer.concat([copy, Buffer.from("x")]));
  const newer = await changed("newer", (copy) =>
    Buffer.from(copy.toString("latin1").replace('"format":1', '"format":2'), "latin1"),
  );
  const other = await changed("other", () => Buffer.from("%PDF-1.7\n"));
  const older = await folderWithoutLastMigration(folder);
  const into = await emptyInstance();
  const refusals: [() => Promise<unknown>, string][] = [
    [() => restore(file, into, { passphrase: "another passphrase" }), "wrong_passphrase"],
    [() => restore(flipped, into), "damaged"],
    [() => restore(longer, into), "damaged"],
    [() => restore(cut, into), "truncated"],
    [() => restore(cutInHeader, into), "truncated"],
    [() => restore(newer, into), "newer_format"],
    [() => restore(other, into), "not_a_backup"],
    [() => restore(file, into, { migrationsFolder: older }), "newer_version"],
    [() => restore(file, into, { appSecret: "another secret, of enough length too" }), "wrong_secret"],
  ];
  for (const [attempt, problem] of refusals) await expect(attempt()).rejects.toMatchObject({ problem });
  await expectNothingRestored(into);
});

test("accepts the previous secret alone for a backup taken during a rotation only if both secrets are kept @exhaustive", async () => {
  const file = path.join(folder, "rotating.paraph");
  const previous = "the secret from before the rotation";
  await backUp(file, { secrets: { present: appSecret, previous } });
  const into = await emptyInstance();
  const refused = restore(file, into, { appSecret: previous, keepSecrets: null });
  await expect(refused).rejects.toMatchObject({ problem: "wrong_secret" });
  await restore(file, into, { appSecret: previous });
  expect(into.keptSecrets).toEqual([{ present: appSecret, previous }]);
});

test("refuses an instance that is not empty @exhaustive", async () => {
  await makeRequest(ctx);
  const file = path.join(folder, "whole.paraph");
  await backUp(file);
  const inUse = await emptyInstance();
  await inUse.connection.db.execute(sql`create table somebodys (id int)`);
  await expect(restore(file, inUse)).rejects.toMatchObject({ problem: "database_not_empty" });
  const claimed = await emptyInstance();
  await claimed.blobs.writeOwner(randomUUID());
  await expect(restore(file, claimed)).rejects.toMatchObject({ problem: "storage_not_empty" });
  const twin = await emptyInstance();
  await expect(restore(file, { ...twin, blobs: ctx.blobs })).rejects.toMatchObject({ problem: "storage_not_empty" });
  expect(await raiseGeneration(ctx.db, ctx.blobs)).toBe("raised");
  const stranger = await emptyInstance();
  const bytes = Buffer.from("foo");
  await stranger.blobs.put(blobKey(randomUUID(), sha256Hex(bytes)), bytes);
  await expect(restore(file, stranger)).rejects.toMatchObject({ problem: "storage_not_empty" });
});

test(
  "removes what a failed restore has stored, can run again after one was killed, and no server starts on the partial result @exhaustive",
  async () => {
    await makeRequest(ctx);
    await signOne();
    const file = path.join(folder, "whole.paraph");
    await backUp(file);
    const into = await emptyInstance();
    const full = failingAtTheEnd(into.blobs, new BlobError("storage_full", "no room"));
    await expect(restore(file, { ...into, blobs: full })).rejects.toMatchObject({ code: "storage_full" });
    await expectNothingRestored(into);
    const dying = failingAtTheEnd(into.blobs, new Error("killed"), { isKill: true });
    await expect(restore(file, { ...into, blobs: dying })).rejects.toThrow("killed");
    await expect(pairStorage(ctx.db, into.blobs)).rejects.toMatchObject({ problem: "restoring" });
    expect((await restore(file, into)).problems).toEqual([]);
    expect(await raiseGeneration(into.connection.db, into.blobs)).toBe("raised");
  },
  longest,
);

/**
 * A store that fails to write the line that assigns it to the restored instance. With `isKill`, nothing is removed
 * afterwards either, as if the process had been killed.
 */
function failingAtTheEnd(blobs: Ctx["blobs"], error: Error, { isKill = false } = {}): Ctx["blobs"] {
  return new Proxy(blobs, {
    get(target, name): unknown {
      if (name === "writeOwner")
        return (line: string) =>
          line.startsWith("restoring ") || (line === "" && !isKill) ? target.writeOwner(line) : Promise.reject(error);
      if (name === "remove" && isKill) return () => Promise.resolve();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The migrations of an earlier version. */
async function folderWithoutLastMigration(parent: string): Promise<string> {
  const copy = path.join(parent, "older-migrations");
  await cp(migrationsFolder, copy, { recursive: true });
  const journal = path.join(copy, "meta", "_journal.json");
  const known = JSON.parse(await readFile(journal, "utf8")) as { entries: unknown[] };
  await writeFile(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, -1) }));
  return copy;
}
