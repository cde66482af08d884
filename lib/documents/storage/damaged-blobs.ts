import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { damagedBlobs, files, type DamagedBlob, type File, type FileSegment } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { makeCtx, systemActor, type Actor, type Ctx } from "@/lib/context/context";
import {
  BlobError,
  blobKey,
  blobProblemOf,
  fileOfKey,
  type BlobKey,
  type BlobProblem,
  type PlacedBlob,
} from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { appendDaily } from "@/lib/records/audit/append";
import {
  damagedOf,
  blobKinds,
  readBlobs,
  type DamagedDocument,
  type StoredBlob,
  type BlobKind,
  type Store,
} from "./check-documents";
import { findNamed } from "./pair-storage";
import { toBlobs, withPlaces } from "./segments";

interface Damage {
  fileId: number;
  of: "document" | "evidence" | "attachment";
  /** Of the reader that met it. */
  error: unknown;
}

/**
 * Records that stored bytes of a document are missing or altered: in its trail once a day, and at once among the
 * damaged blobs in the health report. Bytes that cannot be read may be intact, so they are not in the trail. Returns
 * the reader's answer.
 */
export async function recordDamage(ctx: Ctx, actor: Actor, { fileId, of, error }: Damage): Promise<DomainError> {
  if (blobProblemOf(error) !== "unreadable") await appendDaily(ctx, actor, fileId, failureOf(of));
  await checkUnlessRecorded(ctx, error, () => checkDocument(ctx, fileId));
  return damageError(of, error);
}

/**
 * Runs `use` after every segment was read and its hash compared, for readers that know a document by its uuid: one of a
 * request, of a template, or an upload that no row names yet. Damage is recorded at once. Throws `integrity_error`, and
 * what `use` throws.
 */
export function withIntactBlobs<Value>(
  ctx: Ctx,
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
  use: () => Promise<Value>,
): Promise<Value> {
  return recordingDamage(ctx, file, async () => {
    await ctx.blobs.verifySegments(toBlobs(file, segments));
    return use();
  });
}

/** The same with each segment as a local file, as the engine needs it. */
export function withIntactPlaces<Value>(
  ctx: Ctx,
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
  use: (places: readonly PlacedBlob[]) => Promise<Value>,
): Promise<Value> {
  return withIntactBlobs(ctx, file, segments, () => withPlaces(ctx, file, segments, use));
}

/** The same for a `use` that compares the hashes itself. */
export async function recordingDamage<Value>(
  ctx: Ctx,
  { uuid }: Pick<File, "uuid">,
  use: () => Promise<Value>,
): Promise<Value> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== "integrity") throw error;
    await checkUnlessRecorded(ctx, error, () => checkByUuid(ctx, uuid, error));
    throw damageError("document", error);
  }
}

/** A document that was deleted in the meantime has no rows, and nothing to report. */
async function checkByUuid(ctx: Ctx, uuid: string, error: BlobError): Promise<void> {
  const [file] = await ctx.db.select({ id: files.id }).from(files).where(eq(files.uuid, uuid));
  if (file && (await checkDocument(ctx, file.id)) > 0 && blobProblemOf(error) !== "unreadable")
    await appendDaily(makeCtx({ ...ctx, request: null }), systemActor, file.id, failureOf("document"));
  const ofTemplates = await ctx.db
    .select({ id: templateDocuments.id })
    .from(templateDocuments)
    .where(eq(templateDocuments.uuid, uuid));
  for (const { id } of ofTemplates)
    await checkBlobs(ctx, await readBlobs(ctx, "template", { after: id - 1, limit: 1 }), true);
}

function failureOf(of: Damage["of"]) {
  return { type: "integrity.failed", data: of === "evidence" ? { of } : {} } as const;
}

async function checkUnlessRecorded(ctx: Ctx, error: unknown, check: () => Promise<unknown>): Promise<void> {
  try {
    // Another blob of the same document may have been recorded before, and may be intact again by now.
    const key = error instanceof BlobError ? error.damage?.key : undefined;
    const isRecorded = key !== undefined && (await readRecorded(ctx, [fileOfKey(key)])).has(key);
    if (!isRecorded) await check();
  } catch (failure) {
    // The reader's error is the answer, so this one must not replace it. The hourly check looks again.
    ctx.log.warn({ err: failure }, "storage: a damaged document was not checked");
  }
}

function damageError(of: Damage["of"], error: unknown): DomainError {
  const problem = blobProblemOf(error) ?? "altered";
  const detail = `The stored ${of} ${problemTexts[problem]}.`;
  return new DomainError("integrity_error", { reason: `stored_${problem}`, detail, cause: error });
}

const problemTexts: Record<BlobProblem, string> = {
  missing: "is missing",
  altered: "does not match its hash",
  unreadable: "cannot be read",
};

/** Those of the blobs that were found damaged within the hour, so that reading them again would find nothing new. */
async function readRecorded({ db }: Pick<Ctx, "db">, uuids: readonly string[]): Promise<ReadonlySet<BlobKey>> {
  const rows = await db
    .select({ uuid: damagedBlobs.uuid, sha256: damagedBlobs.sha256 })
    .from(damagedBlobs)
    .where(
      and(inArray(damagedBlobs.uuid, [...new Set(uuids)]), gt(damagedBlobs.checkedAt, sql`now() - interval '1 hour'`)),
    );
  return new Set(rows.map(keyOf));
}

/**
 * Reads every byte of a document, its evidence and its attachments, except blobs that were found damaged within the
 * hour. Returns the number of further damaged ones.
 */
export async function checkDocument(ctx: Ctx, fileId: number): Promise<number> {
  let found = 0;
  for (const kind of ["content", "evidence", "attachment"] as const)
    found += await checkBlobs(ctx, await unrecorded(ctx, await readBlobs(ctx, kind, { fileId })), true);
  return found;
}

async function unrecorded(ctx: Ctx, blobs: readonly StoredBlob[]): Promise<StoredBlob[]> {
  if (blobs.length === 0) return [];
  const recorded = await readRecorded(
    ctx,
    blobs.map(({ uuid }) => uuid),
  );
  return blobs.filter((blob) => !recorded.has(keyOf(blob)));
}

/** Records the damaged ones, and returns their number. */
export async function checkBlobs(ctx: Ctx, blobs: readonly StoredBlob[], readBytes: boolean): Promise<number> {
  const suspected = await damagedOf(ctx, blobs, readBytes);
  if (suspected.length === 0) return 0;
  // Bytes of a document that was deleted or prepared again since its row was read are missing for a good reason.
  const named = await findNamed(ctx.db, suspected.map(keyOf));
  const damaged = suspected.filter((blob) => named.has(keyOf(blob)));
  if (damaged.length === 0) return 0;
  await rememberDamaged(ctx, damaged);
  ctx.log.error({ damaged: damaged.map(({ uuid, problem }) => ({ uuid, problem })) }, "storage: documents are damaged");
  return damaged.length;
}

/** Health names them from now on, until an hourly check finds them intact. */
export async function rememberDamaged({ db }: Pick<Ctx, "db">, damaged: readonly DamagedDocument[]): Promise<void> {
  // One statement cannot write a row twice, and two rows may name the same bytes.
  const rows = [...new Map(damaged.map((blob) => [keyOf(blob), blob])).values()];
  await db
    .insert(damagedBlobs)
    .values(
      rows.map(({ uuid, sha256, size, problem, templateId, attachedTo }) => ({
        uuid,
        sha256,
        size,
        problem,
        templateId,
        attachedTo,
      })),
    )
    .onConflictDoUpdate({
      target: [damagedBlobs.uuid, damagedBlobs.sha256],
      set: { problem: sql`excluded.problem`, checkedAt: sql`now()` },
    });
}

export function keyOf({ uuid, sha256 }: Pick<StoredBlob, "uuid" | "sha256">): string {
  return blobKey(uuid, sha256);
}

const newest: Record<BlobKind, number> = { content: 500, evidence: 100, template: 100, attachment: 100 };
const [mostRecorded, mostNamed] = [500, 50];
/** Hashed while an administrator waits for the health page. */
const maxBytesPerRequest = 64 * 1024 * 1024;

/**
 * Damaged documents and templates, each once: the recorded ones, unless they are whole again, and those among the most
 * recently stored whose bytes are missing or have another size. Checks a limited number, because a caller is waiting.
 */
export async function findDamaged(store: Store): Promise<DamagedDocument[]> {
  const recorded = await store.db
    .select()
    .from(damagedBlobs)
    .orderBy(asc(damagedBlobs.foundAt), asc(damagedBlobs.uuid))
    .limit(mostRecorded);
  const found: DamagedDocument[] = await recheck(store, recorded, maxBytesPerRequest);
  for (const kind of blobKinds)
    found.push(...(await damagedOf(store, await readBlobs(store, kind, { newest: newest[kind] }), false)));
  const byDocument = new Map<string, DamagedDocument>();
  for (const one of found) {
    const document = one.attachedTo ?? one.uuid;
    if (!byDocument.has(document)) byDocument.set(document, one);
  }
  return [...byDocument.values()].slice(0, mostNamed);
}

/** The number of documents and templates recorded as damaged. */
export async function countDamaged({ db }: Pick<Ctx, "db">): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(distinct coalesce(attached_to, uuid))::int as count from damaged_parts`,
  );
  return rows[0]?.count ?? 0;
}

/** The blobs that remain damaged. Reads at most `bytes`. Altered blobs beyond them count as damaged. */
export async function recheck(store: Store, recorded: readonly DamagedBlob[], bytes: number): Promise<DamagedBlob[]> {
  const named = await findNamed(store.db, recorded.map(keyOf));
  const blobs = recorded.filter((blob) => named.has(keyOf(blob)));
  const bySize = new Set((await damagedOf(store, blobs, false)).map(keyOf));
  let read = 0;
  const [unread, readable]: [DamagedBlob[], DamagedBlob[]] = [[], []];
  for (const blob of blobs.filter((one) => !bySize.has(keyOf(one)))) {
    read += blob.size;
    (read > bytes ? unread : readable).push(blob);
  }
  const byHash = new Set((await damagedOf(store, readable, true)).map(keyOf));
  return blobs.filter((blob) => bySize.has(keyOf(blob)) || byHash.has(keyOf(blob)) || unread.includes(blob));
}
