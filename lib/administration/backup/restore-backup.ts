import { X509Certificate } from "node:crypto";
import { desc } from "drizzle-orm";
import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";
import type { Db } from "@/db/client";
import { configuredSigners } from "@/db/schema/accounts";
import { findNamed, formatOwner, holdsBlobs, parseOwner } from "@/lib/documents/storage/pair-storage";
import { BlobError, isBlobKey, type BlobKey, type BlobStore } from "@/lib/platform/blobs/blob-store";
import { BackupError, type AppliedMigration, type Manifest, type SnapshotEntry } from "./archive-format";
import { openArchive, readArchive, type ArchivePlace, type BackupSource, type OpenedArchive } from "./archive-reader";
import { checkInstance, type FoundProblem } from "./check-instance";
import { beginCopying, isEmptyDatabase, loadSequences, loadTable } from "./database-dump";

/** An arbitrary constant shared by every server and restore, so that a server that starts in the meantime waits. */
const migrationLock = 7_302_031;

export interface RestoreInput {
  source: BackupSource;
  passphrase: string;
  /** A connection used only by the restore, to an empty database. */
  client: ClientBase;
  /** The same connection, for queries of other modules. */
  db: Db;
  blobs: BlobStore;
  migrationsFolder: string;
  /** The application secret that the instance is configured with, or null if the backup's own secret is used. */
  appSecret: string | null;
  /**
   * Stores the secrets where the instance finds them. Called before the commit, so that no restored database is without
   * its secret. Null if the operator keeps them, and `appSecret` is the only one that the instance will have.
   */
  keepSecrets: ((secrets: SnapshotEntry["secrets"]) => void) | null;
  progress?: (done: { blobs: number; of: number }) => void;
}

export interface RestoreReport {
  takenAt: string;
  version: string;
  documents: number;
  signatures: number;
  rows: number;
  blobs: number;
  /** Missing or invalid parts, by document. Empty if the restore is complete. */
  problems: FoundProblem[];
  /**
   * Certificates whose keys an operator configured, because backups do not contain those keys. Without expired ones.
   */
  configuredSigners: { subject: string; notAfter: string }[];
}

/**
 * Restores a backup into an empty instance. The whole archive is read and authenticated first. Then everything happens
 * in one transaction, and a failure before its commit leaves database and storage as they were. Damaged documents do
 * not stop the restore: they are listed in the report. Throws BackupError.
 */
export async function restoreBackup(input: RestoreInput): Promise<RestoreReport> {
  const archive = await openArchive(input.source, input.passphrase);
  const contents = await surveyArchive(input.source, archive);
  const migrations = migrationsOf(input.migrationsFolder, contents.snapshot.migrations);
  assertSecret(input, contents.snapshot.secrets);
  const { client } = input;
  await beginCopying(client);
  let isStarted = false;
  try {
    await client.query("select pg_advisory_xact_lock($1::bigint)", [migrationLock]);
    if (!(await isEmptyDatabase(client))) throw new BackupError("database_not_empty");
    await assertFree(input.blobs, contents.snapshot.instanceId);
    await applyMigrations(client, migrations.before);
    const rows = await loadRows(input, archive, contents);
    // The checks use the columns of this version.
    await applyMigrations(client, migrations.later);
    await assertNoStrangers(input);
    isStarted = true;
    const { instanceId } = contents.snapshot;
    if (instanceId !== null) await input.blobs.writeOwner(formatOwner({ kind: "restoring", id: instanceId }));
    const blobs = await storeBlobs(input, archive, contents.snapshot.blobs.count);
    const checked = await checkInstance(input, contents.snapshot.secrets);
    if (instanceId !== null)
      await input.blobs.writeOwner(formatOwner({ kind: "instance", id: instanceId, formerIds: [], generation: 0 }));
    input.keepSecrets?.(contents.snapshot.secrets);
    const configuredSigners = await readConfiguredSigners(input);
    isStarted = false;
    await client.query("commit");
    return { takenAt: contents.snapshot.takenAt, version: archive.version, rows, blobs, configuredSigners, ...checked };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (isStarted) await removeStored(input, archive);
    throw error;
  }
}

/**
 * A backup taken during a rotation has two. The previous one does not decrypt values sealed since, so it is enough only
 * if both are kept.
 */
function assertSecret({ appSecret, keepSecrets }: RestoreInput, { present, previous }: SnapshotEntry["secrets"]): void {
  const isEnough = appSecret === null || appSecret === present || (keepSecrets !== null && appSecret === previous);
  if (!isEnough) throw new BackupError("wrong_secret");
}

interface ArchiveContents {
  snapshot: SnapshotEntry;
  /** The start of the tables after the last snapshot. */
  at: ArchivePlace;
  manifest: Manifest;
}

/** Reads everything once, so that a truncated or damaged archive is refused before anything is written. */
async function surveyArchive(source: BackupSource, archive: OpenedArchive): Promise<ArchiveContents> {
  let snapshot: { entry: SnapshotEntry; at: ArchivePlace } | null = null;
  for await (const part of readArchive(source, archive)) {
    if (part.kind === "entry" && part.entry.type === "snapshot") snapshot = { entry: part.entry, at: part.at };
    if (part.kind === "complete" && snapshot)
      return { snapshot: snapshot.entry, at: snapshot.at, manifest: part.manifest };
  }
  throw new BackupError("damaged");
}

/**
 * This includes documents of the backup's own instance, because a service may be using them, and a failure would remove
 * them. Only leftovers of a killed restore of the same instance are allowed.
 */
async function assertFree(blobs: BlobStore, instanceId: string | null): Promise<void> {
  const theirs = parseOwner(await blobs.readOwner());
  if (theirs?.kind === "restoring" && theirs.id === instanceId) return;
  const isClaimed = theirs !== null && theirs.kind !== "restoring";
  if (isClaimed || (await holdsBlobs(blobs))) throw new BackupError("storage_not_empty");
}

const listed = 1000;

/** The storage must not contain any blob that the restored rows do not refer to. */
async function assertNoStrangers({ blobs, db }: RestoreInput): Promise<void> {
  let batch: BlobKey[] = [];
  const check = async (): Promise<void> => {
    const named = await findNamed(db, batch);
    if (batch.some((key) => !named.has(key))) throw new BackupError("storage_not_empty");
    batch = [];
  };
  // Includes recent blobs written by a machine whose clock is ahead.
  for await (const key of blobs.list(new Date(Date.now() + 3_600_000))) {
    batch.push(key);
    if (batch.length === listed) await check();
  }
  await check();
}

async function loadRows(
  { source, client }: RestoreInput,
  archive: OpenedArchive,
  { at, snapshot, manifest }: ArchiveContents,
): Promise<number> {
  let total = 0;
  const left = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
  const parts = readArchive(source, archive, at);
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.kind !== "entry" || part.entry.type !== "table") continue;
    const rows = await loadTable(client, part.entry, dataOf(parts));
    if (rows !== left.get(part.entry.name)) throw new BackupError("damaged");
    left.delete(part.entry.name);
    total += rows;
    if (left.size === 0) break;
  }
  await parts.return(undefined);
  if (left.size > 0) throw new BackupError("damaged");
  await loadSequences(client, snapshot.sequences);
  return total;
}

type Parts = ReturnType<typeof readArchive>;

/**
 * The bytes of the entry that has begun. Throws BlobError `integrity` at the end of an entry that could not be read
 * when the backup was taken.
 */
async function* dataOf(parts: Parts): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await parts.next();
    if (next.done) throw new BackupError("damaged");
    if (next.value.kind === "data") yield next.value.bytes;
    else if (next.value.kind === "end") {
      if (next.value.end.failed) throw new BlobError("integrity", "was altered when the backup was taken");
      return;
    } else throw new BackupError("damaged");
  }
}

/**
 * Stores every blob referenced by a row. A continued backup may contain others, of documents deleted in the meantime.
 * Returns the number.
 */
async function storeBlobs(
  { source, db, blobs, progress }: RestoreInput,
  archive: OpenedArchive,
  of: number,
): Promise<number> {
  let stored = 0;
  const parts = readArchive(source, archive);
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.kind !== "entry" || part.entry.type !== "blob") continue;
    const { key } = part.entry;
    if (!isBlobKey(key)) throw new BackupError("damaged");
    if (!(await findNamed(db, [key])).has(key)) continue;
    if (!(await storeBlob(blobs, key, dataOf(parts)))) continue;
    stored += 1;
    if (stored % 100 === 0) progress?.({ blobs: stored, of });
  }
  return stored;
}

/** False for a blob that was already altered when it was copied. */
async function storeBlob(blobs: BlobStore, key: BlobKey, bytes: AsyncIterable<Buffer>): Promise<boolean> {
  try {
    await blobs.put(key, bytes);
    return true;
  } catch (error) {
    if (error instanceof BlobError && error.code === "integrity") return false;
    throw error;
  }
}

async function readConfiguredSigners({ db }: RestoreInput): Promise<RestoreReport["configuredSigners"]> {
  const rows = await db.select().from(configuredSigners).orderBy(desc(configuredSigners.firstUsedAt));
  return rows.flatMap(({ certificate }) => {
    const { subject, validTo } = new X509Certificate(certificate);
    const notAfter = new Date(validTo);
    if (notAfter.getTime() < Date.now()) return [];
    return [{ subject: subject.replaceAll("\n", ", "), notAfter: notAfter.toISOString() }];
  });
}

/** After a failure: removes what was stored. The storage contained nothing else before. */
async function removeStored({ source, blobs }: RestoreInput, archive: OpenedArchive): Promise<void> {
  for await (const part of readArchive(source, archive))
    if (part.kind === "entry" && part.entry.type === "blob" && isBlobKey(part.entry.key))
      await blobs.remove(part.entry.key);
  await blobs.writeOwner("");
}

interface SplitMigrations {
  /** Migrations already applied to the backup's database. */
  before: MigrationMeta[];
  /** Migrations of later versions. */
  later: MigrationMeta[];
}

/**
 * The migrations of this version, split by whether they were applied to the backup's database. Throws BackupError
 * `newer_version` if the backup has one that this version does not support.
 */
function migrationsOf(folder: string, applied: readonly AppliedMigration[]): SplitMigrations {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const isKnown = applied.every(({ at }, index) => known[index]?.folderMillis === at);
  if (!isKnown) throw new BackupError("newer_version");
  return { before: known.slice(0, applied.length), later: known.slice(applied.length) };
}

/** Runs migrations and records them as drizzle does, within the client's transaction. */
async function applyMigrations(client: ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
