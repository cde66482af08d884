import type { ClientBase } from "pg";
import { backupLock } from "@/lib/documents/delete";
import {
  blobKey,
  blobProblemOf,
  hashOfKey,
  type BlobKey,
  type BlobProblem,
  type BlobStore,
} from "@/lib/platform/blobs/blob-store";
import { BackupError, type Manifest, type SnapshotEntry } from "./archive-format";
import { openArchive, readArchive, type BackupSource } from "./archive-reader";
import { ArchiveWriter, beginArchive, type OpenArchive, type WriteBytes } from "./archive-writer";
import { beginCopying, listTables, readMigrations, readSequences, tableRows } from "./database-dump";
import type { BackupSink } from "./places";

export interface BackupInput {
  /** Two connections used only by the backup: one holds the lock, the other the snapshot. */
  connections: { lock: ClientBase; snapshot: ClientBase };
  blobs: Pick<BlobStore, "open">;
  sink: BackupSink;
  passphrase: string;
  secrets: SnapshotEntry["secrets"];
  /** The version of the service. */
  version: string;
  progress?: (done: { blobs: number; of: number }) => void;
}

export interface BackupReport {
  documents: number;
  rows: number;
  blobs: { count: number; bytes: number };
  /** Number of blobs that an interrupted run had already copied. */
  continued: number;
  /** Blobs that could not be copied. */
  damaged: DamagedCopy[];
}

interface DamagedCopy {
  key: BlobKey;
  problem: BlobProblem;
}

/**
 * Copies the whole instance while it is running: every table at a single point in time, and every blob referenced by
 * these rows. Memory does not grow with the instance. If it is interrupted, the next call keeps the copied blobs,
 * because a blob never changes, and takes a new snapshot. Throws BackupError `already_running`, `file_exists`,
 * `wrong_passphrase`, `another_instance`.
 */
export async function makeBackup(input: BackupInput): Promise<BackupReport> {
  const { lock, snapshot } = input.connections;
  await beginCopying(lock);
  try {
    const { rows } = await lock.query<{ locked: boolean }>("select pg_try_advisory_xact_lock($1::bigint) as locked", [
      backupLock,
    ]);
    if (!rows[0]?.locked) throw new BackupError("already_running");
    // The first statement takes the snapshot. By then, no bytes are removed any more.
    await beginCopying(snapshot, "isolation level repeatable read read only");
    try {
      return await writeBackup(input);
    } finally {
      await snapshot.query("rollback").catch(() => undefined);
    }
  } finally {
    await lock.query("rollback").catch(() => undefined);
  }
}

async function writeBackup(input: BackupInput): Promise<BackupReport> {
  const snapshot = await readSnapshot(input);
  const left = await input.sink.unfinished();
  const before = left && (await readUnfinished(left, input.passphrase, snapshot.instanceId));
  const writer = await input.sink.open(before?.length ?? 0);
  const write: WriteBytes = (bytes) => writer.write(bytes);
  try {
    const archive =
      before?.archive ??
      (await beginArchive(write, {
        passphrase: input.passphrase,
        version: input.version,
        startedAt: new Date(snapshot.takenAt),
      }));
    const run = await ArchiveWriter.beginRun(write, archive);
    const tables = await writeTables(run, snapshot, input);
    const { damaged, copied } = await writeBlobs(run, before?.blobs ?? new Set(), input, snapshot.blobs.count);
    await run.complete({ completedAt: new Date().toISOString(), tables, damaged: damaged.map(({ key }) => key) });
    await writer.complete();
    return {
      documents: await countDocuments(input.connections.snapshot),
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      blobs: snapshot.blobs,
      continued: snapshot.blobs.count - copied,
      damaged,
    };
  } catch (error) {
    await writer.interrupt().catch(() => undefined);
    throw error;
  }
}

async function readSnapshot({ connections, secrets }: BackupInput): Promise<SnapshotEntry> {
  const { snapshot: client } = connections;
  const { rows } = await client.query<{ at: Date; id: string | null; count: string; bytes: string }>(
    `select now() as at, (select value #>> '{}' from settings where name = 'instance_id') as id,
       count(*) as count, coalesce(sum(size), 0) as bytes from (${namedBlobs}) b`,
  );
  const [row] = rows;
  if (!row) throw new Error("the query returned no row");
  return {
    type: "snapshot",
    takenAt: new Date(row.at).toISOString(),
    instanceId: row.id,
    migrations: await readMigrations(client),
    sequences: await readSequences(client),
    secrets,
    blobs: { count: Number(row.count), bytes: Number(row.bytes) },
  };
}

/**
 * Blobs of documents, evidence, templates and attachments. Two parts of a document can have the same bytes, and are
 * then one blob.
 */
const namedBlobs = `
  select f.uuid, s.sha256, max(s.size) as size from (
    select file_id, sha256, size from file_segments union all select file_id, sha256, size from evidence_documents) s
  join files f on f.id = s.file_id group by f.uuid, s.sha256
  union all
  select d.uuid, part ->> 'sha256', max((part ->> 'size')::bigint)
  from template_documents d, jsonb_array_elements(d.segments) part group by d.uuid, part ->> 'sha256'
  union all
  select uuid, sha256, size from attachments`;

async function writeTables(
  run: ArchiveWriter,
  snapshot: SnapshotEntry,
  { connections }: BackupInput,
): Promise<Manifest["tables"]> {
  const client = connections.snapshot;
  await run.begin(snapshot);
  await run.end();
  const written: Manifest["tables"] = [];
  for (const table of await listTables(client)) {
    await run.begin({ type: "table", ...table });
    let rows = 0;
    // COPY writes one line per row, and escapes line breaks within values.
    for await (const bytes of tableRows(client, table)) {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows += 1;
      await run.data(bytes);
    }
    const { size, sha256 } = await run.end();
    written.push({ name: table.name, rows, bytes: size, sha256 });
  }
  return written;
}

const fetched = 500;

async function writeBlobs(
  run: ArchiveWriter,
  before: ReadonlySet<string>,
  { connections, blobs, progress }: BackupInput,
  of: number,
): Promise<{ damaged: DamagedCopy[]; copied: number }> {
  const client = connections.snapshot;
  await client.query(`declare named no scroll cursor for ${namedBlobs}`);
  const damaged: DamagedCopy[] = [];
  let [done, copied] = [0, 0];
  for (;;) {
    const { rows } = await client.query<{ uuid: string; sha256: string; size: string }>(`fetch ${fetched} from named`);
    for (const { uuid, sha256, size } of rows) {
      const key = blobKey(uuid, sha256);
      if (!before.has(compact(key))) {
        copied += 1;
        const problem = await writeBlob(run, blobs, key, Number(size));
        if (problem !== null) damaged.push({ key, problem });
      }
      done += 1;
    }
    progress?.({ blobs: done, of });
    if (rows.length < fetched) return { damaged, copied };
  }
}

/**
 * Returns the problem of a blob that is missing, altered or unreadable. One damaged document must not stop the backup
 * of all others. Other errors of the store do, and the next run continues.
 */
async function writeBlob(
  run: ArchiveWriter,
  blobs: Pick<BlobStore, "open">,
  key: BlobKey,
  size: number,
): Promise<BlobProblem | null> {
  let isBegun = false;
  try {
    const bytes = await blobs.open(key);
    await run.begin({ type: "blob", key, size });
    isBegun = true;
    for await (const chunk of bytes) await run.data(chunk as Buffer);
  } catch (error) {
    const problem = blobProblemOf(error);
    if (problem === null) throw error;
    if (isBegun) await run.end({ failed: true });
    return problem;
  }
  const isWhole = run.digestSoFar() === hashOfKey(key);
  await run.end({ failed: !isWhole });
  return isWhole ? null : "altered";
}

interface Unfinished {
  archive: OpenArchive;
  /** Up to the end of the last complete entry. */
  length: number;
  blobs: ReadonlySet<string>;
}

/**
 * Reads an interrupted backup up to its last complete entry. Throws BackupError `wrong_passphrase`, `another_instance`.
 */
async function readUnfinished(
  source: BackupSource,
  passphrase: string,
  instanceId: string | null,
): Promise<Unfinished | null> {
  const opened = await openArchive(source, passphrase).catch((error: unknown) => {
    // It ended within its header, so there is nothing to continue.
    if (error instanceof BackupError && error.problem === "truncated") return null;
    throw error;
  });
  if (opened === null) return null;
  const blobs = new Set<string>();
  let [length, runs, run, key] = [opened.begin, 0, 0, ""];
  try {
    for await (const part of readArchive(source, opened)) {
      if (part.kind === "entry") {
        run = part.at.run;
        key = part.entry.type === "blob" ? compact(part.entry.key) : "";
        if (part.entry.type === "snapshot" && part.entry.instanceId !== instanceId)
          throw new BackupError("another_instance");
      }
      if (part.kind !== "end") continue;
      length = part.after;
      runs = run + 1;
      if (key !== "" && !part.end.failed) blobs.add(key);
    }
  } catch (error) {
    // The end of the written data, complete or torn.
    if (!(error instanceof BackupError) || (error.problem !== "truncated" && error.problem !== "damaged")) throw error;
  }
  return { archive: { ...opened, runs }, length, blobs };
}

/** The uuid and the first half of the hash, as 32 bytes instead of 101, because there may be a million. */
function compact(key: string): string {
  return Buffer.from(key.replaceAll(/[-/]/g, ""), "hex").subarray(0, 32).toString("latin1");
}

async function countDocuments(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>("select count(*) as count from files");
  return Number(rows[0]?.count ?? 0);
}
