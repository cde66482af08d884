import { asc, desc, eq, gt, sql } from "drizzle-orm";
import { attachments, files, fileSegments } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-key";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";

export interface DamagedDocument {
  uuid: string;
  /** SHA-256 of the bytes that should be there. */
  sha256: string;
  problem: "missing" | "altered";
  /** The template whose document it is; null for the document of a request. */
  templateId: number | null;
}

type Store = Pick<Ctx, "db" | "blobs">;

const batch = 500;
/** A store on another machine responds in about 10 ms. */
const atOnce = 16;

/**
 * Looks for every stored part of every document and template, and for every attachment. `readBytes` also compares each part's SHA-256, which reads all of them; otherwise
 * a part counts as altered when its size differs. Yields what is damaged, in the order in which it was stored.
 */
export async function* checkDocuments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  for (let after = 0; ;) {
    const parts = await partsAfter(store, after);
    yield* damagedOf(store, parts, readBytes);
    const last = parts.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (let after = 0; ;) {
    const documents = await templatesAfter(store, after);
    yield* damagedOf(store, documents.flatMap(partsOfTemplate), readBytes);
    const last = documents.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (let after = 0; ;) {
    const added = await attachmentsAfter(store, after);
    yield* damagedOf(store, added, readBytes);
    const last = added.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Under the uuid of the document that they were added to they could not be found: each has a uuid of its own. */
function attachmentsAfter({ db }: Store, after: number): Promise<Part[]> {
  const { id, uuid, sha256, size } = attachments;
  return db
    .select({ id, uuid, sha256, size, templateId: sql<null>`null` })
    .from(attachments)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(batch);
}

async function* damagedOf(store: Store, parts: readonly Part[], readBytes: boolean): AsyncGenerator<DamagedDocument> {
  const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, readBytes));
  for (const [index, { uuid, sha256, templateId }] of parts.entries()) {
    const problem = problems[index] ?? null;
    if (problem !== null) yield { uuid, sha256, problem, templateId };
  }
}

type TemplatePart = Pick<typeof templateDocuments.$inferSelect, "id" | "uuid" | "templateId" | "segments">;

function templatesAfter({ db }: Store, after: number): Promise<TemplatePart[]> {
  const { id, uuid, templateId, segments } = templateDocuments;
  return db
    .select({ id, uuid, templateId, segments })
    .from(templateDocuments)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(batch);
}

function partsOfTemplate({ id, uuid, templateId, segments }: TemplatePart): Part[] {
  return segments.map(({ sha256, size }) => ({ id, uuid, sha256, size, templateId }));
}

const newestParts = 500;
const mostNamed = 50;

/** The damaged ones among the documents stored last, each once: as many as can be looked for while somebody waits. */
export async function findDamaged(store: Store): Promise<DamagedDocument[]> {
  const damaged = new Map<string, DamagedDocument>();
  const parts = await partsOf(store).orderBy(desc(fileSegments.id)).limit(newestParts);
  const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, false));
  for (const [index, { uuid, sha256, templateId }] of parts.entries()) {
    const problem = problems[index] ?? null;
    if (problem !== null && !damaged.has(uuid)) damaged.set(uuid, { uuid, sha256, problem, templateId });
    if (damaged.size === mostNamed) break;
  }
  return [...damaged.values()];
}

interface Part {
  id: number;
  uuid: string;
  sha256: string;
  size: number;
  templateId: number | null;
}

function partsAfter(store: Store, after: number): Promise<Part[]> {
  return partsOf(store).where(gt(fileSegments.id, after)).orderBy(asc(fileSegments.id)).limit(batch);
}

function partsOf({ db }: Store) {
  return db
    .select({
      id: fileSegments.id,
      uuid: files.uuid,
      sha256: fileSegments.sha256,
      size: fileSegments.size,
      templateId: sql<null>`null`,
    })
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
