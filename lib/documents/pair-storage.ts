import { randomUUID } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files, fileSegments } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import { blobKey } from "@/lib/platform/blobs/blob-key";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";

const settingName = "instance_id";
/** Documents looked for when only one side has an id. */
const sampled = 20;

/** `database`: it belongs to another instance than the documents. `documents`: the database names documents that the storage does not have. `stranger`: documents lie here that this database does not know. */
export type PairingProblem = "database" | "documents" | "stranger";

const details: Record<PairingProblem, string> = {
  database: "DATA_DIR and the database belong to two different instances.",
  documents: "The database names documents, and none of them is in DATA_DIR. Is the right folder mounted?",
  stranger: "DATA_DIR holds documents that the database does not know. Is DATABASE_URL right?",
};

export class PairingError extends Error {
  constructor(readonly problem: PairingProblem) {
    super(`${details[problem]} Nothing was changed. If they do belong together, run: npm run doctor -- --pair`);
    this.name = "PairingError";
  }
}

/**
 * Makes sure that database and storage belong to the same instance, before anything is served or swept. Both carry the id of the
 * instance; a new pair gets one, and a pair from before ids were written is judged by whether its documents are there.
 * `force` pairs them whatever they hold. Throws PairingError.
 */
export async function pairStorage(db: Db, blobs: BlobStore, { force = false } = {}): Promise<void> {
  await db.transaction(async (tx) => {
    // Servers that start together take turns.
    await tx.execute(sql`select pg_advisory_xact_lock(7302033)`);
    const [ours, theirs] = [await readInstanceId(tx), await blobs.readInstanceId()];
    if (ours !== null && ours === theirs) return;
    const problem = await findProblem(tx, blobs, { ours, theirs });
    if (problem !== null && !force) throw new PairingError(problem);
    const id = ours ?? theirs ?? randomUUID();
    await tx
      .insert(settings)
      .values({ name: settingName, value: id })
      .onConflictDoUpdate({ target: settings.name, set: { value: id } });
    await blobs.writeInstanceId(id);
  });
}

/** Whether the database and the storage carry the same id now: a sweep must not trust a start of weeks ago. */
export async function isPaired(db: Db, blobs: BlobStore): Promise<boolean> {
  const ours = await readInstanceId(db);
  return ours !== null && ours === (await blobs.readInstanceId());
}

async function readInstanceId(db: Db): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
  return typeof row?.value === "string" ? row.value : null;
}

async function findProblem(
  db: Db,
  blobs: BlobStore,
  { ours, theirs }: { ours: string | null; theirs: string | null },
): Promise<PairingProblem | null> {
  if (ours !== null && theirs !== null) return "database";
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

/** A database whose documents were all deleted knows files without bytes. */
async function hasFiles(db: Db): Promise<boolean> {
  const [row] = await db.select({ files: count() }).from(files);
  return (row?.files ?? 0) > 0;
}

async function holdsBlobs(blobs: BlobStore): Promise<boolean> {
  for await (const _key of blobs.list(new Date(Date.now() + 60_000))) return true;
  return false;
}
