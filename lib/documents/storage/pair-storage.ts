import { randomUUID } from "node:crypto";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { evidenceDocuments } from "@/db/schema/evidence";
import { attachments, files, fileSegments } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { settings } from "@/db/schema/work";
import {
  BlobError,
  blobKey,
  fileOfKey,
  inBatches,
  type BlobKey,
  type BlobStore,
} from "@/lib/platform/blobs/blob-store";

const settingName = "instance_id";
const generationName = "storage_generation";
/** Number of documents checked if only one side has an id. */
const sampled = 20;

/**
 * `database`: the database belongs to a different instance than the documents. `documents`: the database refers to
 * documents that are not in the storage. `stranger`: the storage contains documents that are not in this database.
 * `moving`: documents are still missing after a move. `restoring`: a restore into the storage has not finished.
 */
type PairingProblem = "database" | "documents" | "stranger" | "moving" | "restoring";

const force = "Nothing was changed. If they do belong together, run: npm run doctor -- --pair";
const details: Record<PairingProblem, string> = {
  database: `The storage and the database belong to two different instances. ${force}`,
  documents: `The database names documents, and none of them is in the storage. Is the right folder mounted, or STORAGE_URL right? ${force}`,
  stranger: `The storage holds documents that the database does not know. Is DATABASE_URL right? ${force}`,
  moving:
    "Not all documents have been moved to this storage. Stop every server, run npm run storage:move again from the old storage, and start then. If the missing ones are lost, run: npm run doctor -- --pair",
  restoring: "A restore into this storage has not ended. Run it again, or take an empty storage.",
};

class PairingError extends Error {
  constructor(readonly problem: PairingProblem) {
    super(details[problem]);
    this.name = "PairingError";
  }
}

/**
 * Ensures that database and storage belong to the same instance before anything is served or swept. Both store the
 * instance's id. A new pair gets one, and a pair from before ids were stored is judged by whether its documents are
 * present. The first start on a storage that documents were moved to completes the move if every blob in the database
 * is present. `force` pairs them regardless of their content and of their generation. Throws PairingError.
 */
export async function pairStorage(db: Db, blobs: BlobStore, { force = false } = {}): Promise<void> {
  const [ours, theirs] = [await readInstanceId(db), parseOwner(await blobs.readOwner())];
  if (theirs?.kind === "instance" && ours === theirs.id) {
    await raiseGeneration(db, blobs, { force });
    return;
  }
  if (theirs?.kind === "moving" && (ours === theirs.from || ours === theirs.to))
    return completeMove(db, blobs, { ours, owner: theirs, force });
  const problem = await findProblem(db, blobs, { ours, theirs });
  if (problem !== null && !force) throw new PairingError(problem);
  const id = await claim(db, ours ?? (theirs?.kind === "instance" ? theirs.id : randomUUID()));
  const owner = formatOwner({ kind: "instance", id, formerIds: [], generation: 0 });
  if (theirs !== null || force) return blobs.writeOwner(owner);
  // Another instance that started on the same empty storage may have been faster.
  if (!(await blobs.claimOwner(owner))) throw new PairingError("database");
}

/**
 * Raises the generation that database and storage both keep, at each start and each sweep. `set_back`: the database's
 * is lower than the storage's, so an older copy of it was restored, and newer documents may be unknown to it. `foreign`:
 * they do not store the same id now, and a sweep must not rely on a start weeks ago. `force` accepts a set-back database.
 */
export async function raiseGeneration(
  db: Db,
  blobs: BlobStore,
  { force = false } = {},
): Promise<"raised" | "set_back" | "foreign"> {
  // The storage is read first and written last, so that concurrent callers never find the database behind.
  const theirs = parseOwner(await blobs.readOwner());
  if (theirs?.kind !== "instance" || (await readInstanceId(db)) !== theirs.id) return "foreign";
  await db.insert(settings).values({ name: generationName, value: 0 }).onConflictDoNothing();
  const current = sql`(${settings.value} #>> '{}')::int`;
  const [raised] = await db
    .update(settings)
    .set({ value: sql`to_jsonb(greatest(${current}, ${force ? theirs.generation : 0}::int) + 1)` })
    .where(and(eq(settings.name, generationName), force ? undefined : sql`${current} >= ${theirs.generation}::int`))
    .returning({ value: settings.value });
  if (!raised) return "set_back";
  try {
    await blobs.writeOwner(formatOwner({ ...theirs, generation: Number(raised.value) }));
  } catch (error) {
    // A full storage must not keep the server from starting or a sweep from freeing space. A lower generation there is
    // in order, and the next call writes it.
    if (!(error instanceof BlobError && error.code === "storage_full")) throw error;
  }
  return "raised";
}

interface Move {
  ours: string;
  owner: Extract<StorageOwner, { kind: "moving" }>;
  force: boolean;
}

/**
 * Updates the database first, so that a server still using the old storage is refused from then on. After a crash in
 * between, the next start continues.
 */
async function completeMove(db: Db, blobs: BlobStore, { ours, owner, force }: Move): Promise<void> {
  const { from, to, formerIds } = owner;
  if (ours === from) {
    if (!force && !(await holdsAllNamed(db, blobs))) throw new PairingError("moving");
    await db
      .update(settings)
      .set({ value: to })
      .where(and(eq(settings.name, settingName), sql`${settings.value} = to_jsonb(${from}::text)`));
  }
  await blobs.writeOwner(formatOwner({ kind: "instance", id: to, formerIds: [from, ...formerIds], generation: 0 }));
}

/**
 * Counts while listing, because the names of a large instance do not fit into memory, and looking up each one would
 * take hours.
 */
async function holdsAllNamed(db: Db, blobs: BlobStore): Promise<boolean> {
  let found = 0;
  for await (const keys of inBatches(blobs.list(soon()))) found += (await findNamed(db, keys)).size;
  return found >= (await countNamed(db));
}

/** Servers that start together get the same id, that of the first one. */
async function claim(db: Db, id: string): Promise<string> {
  await db.insert(settings).values({ name: settingName, value: id }).onConflictDoNothing();
  const winner = await readInstanceId(db);
  if (winner === null) throw new Error("the database kept no instance id");
  return winner;
}

async function readInstanceId(db: Db): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
  return typeof row?.value === "string" ? row.value : null;
}

async function findProblem(
  db: Db,
  blobs: BlobStore,
  { ours, theirs }: { ours: string | null; theirs: StorageOwner | null },
): Promise<PairingProblem | null> {
  if (theirs?.kind === "restoring") return "restoring";
  if (theirs?.kind === "moving" || (ours !== null && theirs !== null)) return "database";
  const newest = await db
    .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
    .from(fileSegments)
    .innerJoin(files, eq(fileSegments.fileId, files.id))
    .orderBy(sql`${fileSegments.id} desc`)
    .limit(sampled);
  if (newest.length > 0) {
    const present = await Promise.all(newest.map(({ uuid, sha256 }) => blobs.has(blobKey(uuid, sha256))));
    return present.includes(true) ? null : "documents";
  }
  return (await holdsBlobs(blobs)) && !(await hasFiles(db)) ? "stranger" : null;
}

/** A database whose documents were all deleted has files without bytes. */
async function hasFiles(db: Db): Promise<boolean> {
  const [row] = await db.select({ files: count() }).from(files);
  const [ofTemplates] = await db.select({ documents: count() }).from(templateDocuments);
  return (row?.files ?? 0) + (ofTemplates?.documents ?? 0) > 0;
}

export async function holdsBlobs(blobs: BlobStore): Promise<boolean> {
  for await (const _key of blobs.list(soon())) return true;
  return false;
}

/** Includes recent rows written by a machine whose clock is ahead. */
function soon(): Date {
  return new Date(Date.now() + 3_600_000);
}

/**
 * The owner of the documents in a store, with the generation of `raiseGeneration`. `moving`: documents of instance `from` are being copied here. The first start
 * on this store completes the move and renames the instance to `to`, so that a server still using the old store no
 * longer matches the database. `restoring`: a backup of instance `id` is being restored here, or its restore was
 * killed.
 */
export type StorageOwner =
  | { kind: "instance"; id: string; formerIds: readonly string[]; generation: number }
  | { kind: "moving"; from: string; to: string; formerIds: readonly string[] }
  | { kind: "restoring"; id: string };

const noFormerIds: readonly string[] = [];

/** Parses the line that `formatOwner` wrote. Null for an unclaimed store. Throws for any other content. */
export function parseOwner(line: string | null): StorageOwner | null {
  if (line === null) return null;
  const [first = "", ...rest] = line.split(" ");
  if (first === "restoring") return { kind: "restoring", id: rest[0] ?? "" };
  if (first !== "moving") {
    const [former = "", generation = "0"] = rest.join(" ").split(/ ?generation /);
    return { kind: "instance", id: first, formerIds: formerIdsOf(former.split(" ")), generation: Number(generation) };
  }
  const [from, word, to, ...more] = rest;
  if (!from || word !== "to" || !to) throw new Error("the store's .instance is not as it was written");
  return { kind: "moving", from, to, formerIds: formerIdsOf(more) };
}

export function formatOwner(owner: StorageOwner): string {
  if (owner.kind === "restoring") return `restoring ${owner.id}`;
  const names = owner.kind === "instance" ? [owner.id] : ["moving", owner.from, "to", owner.to];
  const generation = owner.kind === "instance" && owner.generation > 0 ? ["generation", String(owner.generation)] : [];
  return [...names, ...(owner.formerIds.length > 0 ? ["formerly", ...owner.formerIds] : []), ...generation].join(" ");
}

function formerIdsOf([word, ...ids]: readonly string[]): readonly string[] {
  return word === "formerly" ? ids : noFormerIds;
}

/**
 * Those of the keys that are referenced by a row: of documents, evidence, templates and attachments.
 */
export async function findNamed(db: Db, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const uuids = [...new Set(keys.map(fileOfKey))];
  // Sequential, because a restore runs these in its single transaction, and a sweep is not urgent.
  const segments = await db
    .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
    .from(fileSegments)
    .innerJoin(files, eq(fileSegments.fileId, files.id))
    .where(inArray(files.uuid, uuids));
  const evidence = await db
    .select({ uuid: files.uuid, sha256: evidenceDocuments.sha256 })
    .from(evidenceDocuments)
    .innerJoin(files, eq(evidenceDocuments.fileId, files.id))
    .where(inArray(files.uuid, uuids));
  const ofTemplates = await db
    .select({ uuid: templateDocuments.uuid, segments: templateDocuments.segments })
    .from(templateDocuments)
    .where(inArray(templateDocuments.uuid, uuids));
  const attached = await db
    .select({ uuid: attachments.uuid, sha256: attachments.sha256 })
    .from(attachments)
    .where(inArray(attachments.uuid, uuids));
  const templateSegments = ofTemplates.flatMap(({ uuid, segments }) =>
    segments.map(({ sha256 }) => ({ uuid, sha256 })),
  );
  return new Set(
    [...segments, ...evidence, ...templateSegments, ...attached].map(({ uuid, sha256 }) => blobKey(uuid, sha256)),
  );
}

/**
 * Those of the keys that a row proves to be leftovers: of a deleted document, or of one that has its other blobs. A
 * document without any is damaged.
 */
export async function findRecognised(db: Db, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const uuids = [...new Set(keys.map(fileOfKey))];
  const list = sql`${sql.param(uuids)}::uuid[]`;
  const { rows } = await db.execute<{ uuid: string }>(sql`
    select f.uuid from files f where f.uuid = any(${list})
      and (f.deleted_at is not null or f.content_deleted_at is not null or exists (select from file_segments s where s.file_id = f.id))
    union all select ${templateDocuments.uuid} from ${templateDocuments} where ${templateDocuments.uuid} = any(${list})`);
  const found = new Set(rows.map(({ uuid }) => uuid));
  return new Set(keys.filter((key) => found.has(fileOfKey(key))));
}

/** The number of blobs referenced by rows. */
async function countNamed(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from (
    select ${fileSegments.fileId}, ${fileSegments.sha256} from ${fileSegments}
    union select ${evidenceDocuments.fileId}, ${evidenceDocuments.sha256} from ${evidenceDocuments}
    union select -${templateDocuments.id}, segment ->> 'sha256' from ${templateDocuments}, jsonb_array_elements(${templateDocuments.segments}) segment) as named`);
  return Number(rows[0]?.count ?? 0) + (await db.$count(attachments));
}
