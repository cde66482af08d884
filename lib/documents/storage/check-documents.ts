import { asc, desc, eq, gt, sql } from "drizzle-orm";
import { evidenceDocuments } from "@/db/schema/evidence";
import { attachments, files, fileSegments } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { BlobError, blobKey } from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";

export interface DamagedDocument {
  uuid: string;
  /** SHA-256 of the expected bytes. */
  sha256: string;
  problem: "missing" | "altered";
  /** The template that the document belongs to, or null for the document of a request. */
  templateId: number | null;
  /** The uuid of the document that an attachment was added to, or null for everything else. */
  attachedTo: string | null;
}

type Store = Pick<Ctx, "db" | "blobs">;

const batch = 500;
const ofDocument = { templateId: sql<null>`null`, attachedTo: sql<null>`null` };
/** A store on another machine responds in about 10 ms. */
const atOnce = 16;

/**
 * Checks that every stored part of every document and template, every evidence document and every attachment exists. `readBytes` also
 * compares each part's SHA-256, which reads all of them. Otherwise a part counts as altered if its size differs. Yields damaged ones in the
 * order in which they were stored.
 */
export async function* checkDocuments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  yield* checkAll(store, partsAfter, readBytes);
  yield* checkAll(store, evidenceAfter, readBytes);
  yield* checkTemplatesAndAttachments(store, { readBytes });
}

/** The same for bytes that do not belong to a document's revisions. */
export async function* checkTemplatesAndAttachments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  yield* checkAll(store, templatePartsAfter, readBytes);
  yield* checkAll(store, attachmentsAfter, readBytes);
}

async function* checkAll(
  store: Store,
  partsAfterId: (store: Store, after: number) => Promise<Part[]>,
  readBytes: boolean,
): AsyncGenerator<DamagedDocument> {
  for (let after = 0; ;) {
    const parts = await partsAfterId(store, after);
    yield* damagedOf(store, parts, readBytes);
    const last = parts.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function evidenceAfter({ db }: Store, after: number): Promise<Part[]> {
  const { fileId, sha256, size } = evidenceDocuments;
  return db
    .select({ id: fileId, uuid: files.uuid, sha256, size, ...ofDocument })
    .from(evidenceDocuments)
    .innerJoin(files, eq(fileId, files.id))
    .where(gt(fileId, after))
    .orderBy(asc(fileId))
    .limit(batch);
}

/** The uuid of the document that they were added to would not locate them, because each has a separate uuid. */
function attachmentsAfter({ db }: Store, after: number): Promise<Part[]> {
  const { id, uuid, sha256, size } = attachments;
  return db
    .select({ id, uuid, sha256, size, templateId: sql<null>`null`, attachedTo: files.uuid })
    .from(attachments)
    .innerJoin(files, eq(attachments.fileId, files.id))
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(batch);
}

async function* damagedOf(store: Store, parts: readonly Part[], readBytes: boolean): AsyncGenerator<DamagedDocument> {
  const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, readBytes));
  for (const [index, { uuid, sha256, templateId, attachedTo }] of parts.entries()) {
    const problem = problems[index] ?? null;
    if (problem !== null) yield { uuid, sha256, problem, templateId, attachedTo };
  }
}

async function templatePartsAfter({ db }: Store, after: number): Promise<Part[]> {
  const { id, uuid, templateId, segments } = templateDocuments;
  const documents = await db
    .select({ id, uuid, templateId, segments })
    .from(templateDocuments)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(batch);
  return documents.flatMap(({ segments: parts, ...document }) =>
    parts.map(({ sha256, size }) => ({ ...document, sha256, size, attachedTo: null })),
  );
}

const newestParts = 500;
const mostNamed = 50;

/** The damaged ones among the most recently stored documents, each once. Checks only as many as a waiting caller allows. */
export async function findDamaged(store: Store): Promise<DamagedDocument[]> {
  const damaged = new Map<string, DamagedDocument>();
  const parts = await partsOf(store).orderBy(desc(fileSegments.id)).limit(newestParts);
  const problems = await inTurns(parts, atOnce, (part) => problemOf(store, part, false));
  for (const [index, { uuid, sha256, templateId, attachedTo }] of parts.entries()) {
    const problem = problems[index] ?? null;
    if (problem !== null && !damaged.has(uuid)) damaged.set(uuid, { uuid, sha256, problem, templateId, attachedTo });
    if (damaged.size === mostNamed) break;
  }
  return [...damaged.values()];
}

interface Part extends Omit<DamagedDocument, "problem"> {
  id: number;
  size: number;
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
      ...ofDocument,
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
