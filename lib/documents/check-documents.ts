import { asc, desc, eq, gt } from "drizzle-orm";
import { files, fileSegments } from "@/db/schema/files";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-key";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";

export interface DamagedDocument {
  uuid: string;
  /** SHA-256 of the bytes that should be there. */
  sha256: string;
  problem: "missing" | "altered";
}

type Store = Pick<Ctx, "db" | "blobs">;

const batch = 500;
/** A store on another machine answers each question in some 10 ms. */
const atOnce = 16;

/**
 * Looks for every stored part of every document. `readBytes` also compares each part's SHA-256, which reads all of them; otherwise
 * a part counts as altered when its size differs. Yields what is damaged, in the order in which it was stored.
 */
export async function* checkDocuments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  for (let after = 0; ;) {
    const parts = await partsAfter(store, after);
    const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, readBytes));
    for (const [index, { uuid, sha256 }] of parts.entries()) {
      const problem = problems[index] ?? null;
      if (problem !== null) yield { uuid, sha256, problem };
    }
    const last = parts.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

const newestParts = 500;
const mostNamed = 50;

/** The damaged ones among the documents stored last, each once: as many as can be looked for while somebody waits. */
export async function findDamaged(store: Store): Promise<DamagedDocument[]> {
  const damaged = new Map<string, DamagedDocument>();
  const parts = await partsOf(store).orderBy(desc(fileSegments.id)).limit(newestParts);
  const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, false));
  for (const [index, { uuid, sha256 }] of parts.entries()) {
    const problem = problems[index] ?? null;
    if (problem !== null && !damaged.has(uuid)) damaged.set(uuid, { uuid, sha256, problem });
    if (damaged.size === mostNamed) break;
  }
  return [...damaged.values()];
}

interface Part {
  id: number;
  uuid: string;
  sha256: string;
  size: number;
}

function partsAfter(store: Store, after: number): Promise<Part[]> {
  return partsOf(store).where(gt(fileSegments.id, after)).orderBy(asc(fileSegments.id)).limit(batch);
}

function partsOf({ db }: Store) {
  return db
    .select({ id: fileSegments.id, uuid: files.uuid, sha256: fileSegments.sha256, size: fileSegments.size })
    .from(fileSegments)
    .innerJoin(files, eq(fileSegments.fileId, files.id))
    .$dynamic();
}

async function problemOf(
  { blobs }: Store,
  { uuid, sha256, size }: Part,
  readBytes: boolean,
): Promise<DamagedDocument["problem"] | null> {
  const key = blobKey(uuid, sha256);
  if (!(await blobs.has(key))) return "missing";
  try {
    if ((await blobs.size(key)) !== size) return "altered";
    if (readBytes) await blobs.verifyStored({ key, size });
    return null;
  } catch (error) {
    if (error instanceof BlobError && error.code === "integrity") return "altered";
    throw error;
  }
}
