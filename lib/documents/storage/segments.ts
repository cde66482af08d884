import { and, asc, eq, sql } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { isEnvelopeError } from "@/lib/documents/envelopes/pdfs";
import {
  blobKey,
  blobProblemOf,
  type BlobProblem,
  type ExpectedBlob,
  type PlacedBlob,
} from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { RecentlyUsed } from "@/lib/platform/recently-used";

/** Kinds of segments that exist before a release. */
export const beforeRelease = new Set<FileSegment["kind"]>(["upload", "converted", "repaired", "frozen", "unfilled"]);

/** A segment before its row is written. */
export type NewSegment = Pick<FileSegment, "role" | "kind" | "sha256" | "size">;

/** The segments whose concatenation is the current version, in order. */
export async function readSegments(ctx: Pick<Ctx, "db">, fileId: number): Promise<FileSegment[]> {
  return ctx.db
    .select()
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, fileId), eq(fileSegments.role, "content")))
    .orderBy(asc(fileSegments.position));
}

/** The upload before preparation, repaired or frozen if that was necessary. */
export function baseOf(segments: readonly FileSegment[]): FileSegment[] {
  return segments.filter((segment) => beforeRelease.has(segment.kind));
}

/**
 * The uploaded bytes, which a converted or repaired document keeps in addition to its base. Throws `not_found` once the
 * file has been deleted, `content_deleted` once its retention period is over.
 */
export async function readOriginal(ctx: Ctx, fileId: number): Promise<FileSegment> {
  const rows = await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId));
  const original = rows.find((row) => row.role === "original") ?? rows.find((row) => row.kind === "upload");
  if (!original) throw await missingContent(ctx, fileId);
  return original;
}

/** Runs `use` with each segment as a local file, as the engine needs it. The files stay until `use` ends. */
export function withPlaces<Value>(
  ctx: Pick<Ctx, "blobs">,
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
  use: (places: readonly PlacedBlob[]) => Promise<Value>,
): Promise<Value> {
  return ctx.blobs.withFiles(toBlobs(file, segments), use);
}

export function toBlobs(
  file: Pick<File, "uuid">,
  segments: readonly Pick<FileSegment, "sha256" | "size">[],
): ExpectedBlob[] {
  return segments.map((segment) => ({ key: blobKey(file.uuid, segment.sha256), size: segment.size }));
}

/** Why a document has no bytes. */
export async function missingContent({ db }: Pick<Ctx, "db">, fileId: number): Promise<DomainError> {
  const [file] = await db
    .select({ at: files.contentDeletedAt, kind: files.kind })
    .from(files)
    .where(eq(files.id, fileId));
  if (file?.kind === "envelope") return isEnvelopeError();
  return new DomainError(file?.at ? "content_deleted" : "not_found");
}

type StoredFile = Pick<File, "id" | "uuid" | "sha256" | "kind">;

/** Documents are displayed repeatedly. A loss is noticed at most this much later. */
const rememberedMs = 10_000;
/** A store on another machine responds in about 10 ms, and a document with many signers has many segments. */
const sizesAtOnce = 8;
const filesAtOnce = 4;
const maxRemembered = 10_000;

/** One cache per store: complete versions, and until when they are trusted. */
const memories = new WeakMap<Ctx["blobs"], RecentlyUsed<string, number>>();

/** Whether the stored bytes of a document are complete and unchanged. Otherwise the worst problem of one of its blobs. */
export type StoredState = "whole" | BlobProblem;

/** `unreadable` is last, because such bytes may be intact. */
const worstFirst = ["missing", "altered", "unreadable", "whole"] as const satisfies readonly StoredState[];

/**
 * Checks every segment of the current version. A segment counts as altered if its size differs. The hash of every byte
 * is compared only if wrong bytes were found: until the hourly check finds them whole, and for 25 hours after the trail
 * reported them.
 */
export async function readStoredState(ctx: Ctx, file: StoredFile): Promise<StoredState> {
  const memory = memories.get(ctx.blobs) ?? new RecentlyUsed<string, number>(maxRemembered);
  memories.set(ctx.blobs, memory);
  const name = `${file.uuid} ${file.sha256}`;
  if ((memory.get(name) ?? 0) > performance.now()) return "whole";
  const state = await look(ctx, file);
  if (state === "whole") memory.set(name, performance.now() + rememberedMs);
  return state;
}

/** For an envelope, the worst state of its files. */
async function look(ctx: Ctx, file: StoredFile): Promise<StoredState> {
  if (file.kind !== "envelope") return lookAt(ctx, file);
  const pdfs = await ctx.db.select({ id: files.id, uuid: files.uuid }).from(files).where(eq(files.envelopeId, file.id));
  const states = await inTurns(pdfs, filesAtOnce, (pdf) => lookAt(ctx, pdf));
  return worstOf(states);
}

function worstOf(states: readonly StoredState[]): StoredState {
  return worstFirst.find((state) => states.includes(state)) ?? "whole";
}

async function lookAt(ctx: Ctx, file: Pick<File, "id" | "uuid">): Promise<StoredState> {
  const rows = await ctx.db
    .select({ sha256: fileSegments.sha256, size: fileSegments.size, hasFailed: hasFailed(file) })
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, file.id), eq(fileSegments.role, "content")))
    .orderBy(asc(fileSegments.position));
  const blobs = toBlobs(file, rows);
  const bySize = worstOf(
    await inTurns(blobs, sizesAtOnce, ({ key, size }) =>
      problemIn(async () => ((await ctx.blobs.size(key)) === size ? "whole" : "altered")),
    ),
  );
  if (bySize !== "whole" || !rows.some((row) => row.hasFailed)) return bySize;
  return problemIn(() => ctx.blobs.verifySegments(blobs).then(() => "whole"));
}

/** The state that `read` returns, or the blob's problem according to its error. Throws other errors. */
async function problemIn(read: () => Promise<StoredState>): Promise<StoredState> {
  try {
    return await read();
  } catch (error) {
    const problem = blobProblemOf(error);
    if (problem === null) throw error;
    return problem;
  }
}

/**
 * Whether wrong bytes of the segment were found, or of its file by a reader. Readers report once a day. The hourly
 * check and the doctor record damaged blobs only.
 */
const hasFailed = ({ uuid }: Pick<File, "uuid">) => sql<boolean>`
  exists (select from damaged_parts d where d.uuid = ${uuid} and d.sha256 = file_segments.sha256)
  or exists (select from audit_events e
    where e.file_id = file_segments.file_id and e.type = 'integrity.failed' and e.at > now() - interval '25 hours')`;

/** Adds consecutive segments. The first content segment is at `position`. */
export async function insertSegments(
  ctx: Ctx,
  fileId: number,
  segments: readonly NewSegment[],
  position: number,
): Promise<FileSegment[]> {
  return insertingSegments(ctx, fileId, segments, position);
}

/** The statement of `insertSegments`. */
export function insertingSegments(
  ctx: Pick<Ctx, "db">,
  fileId: number,
  segments: readonly NewSegment[],
  position: number,
) {
  let next = position;
  const rows = segments.map((segment) => ({ ...segment, fileId, position: segment.role === "original" ? 0 : next++ }));
  return ctx.db.insert(fileSegments).values(rows).returning();
}

/** Stores one revision's bytes as a blob of the file. */
export async function storeTail(ctx: Ctx, uuid: string, kind: FileSegment["kind"], tail: Buffer): Promise<NewSegment> {
  const sha256 = sha256Hex(tail);
  await ctx.blobs.put(blobKey(uuid, sha256), tail);
  return { role: "content", kind, sha256, size: tail.length };
}
