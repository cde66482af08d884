import { and, asc, eq, sql } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import { isEnvelopeError } from "@/lib/documents/envelopes/parts";
import type { StoredState } from "@/lib/documents/schema";
import {
  BlobError,
  blobKey,
  type BlobKey,
  type BlobStore,
  type ExpectedBlob,
  type PlacedBlob,
} from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** Kinds of segments that exist before a release. */
export const beforeRelease = new Set<FileSegment["kind"]>(["upload", "converted", "repaired", "frozen", "unfilled"]);

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
 * The uploaded bytes, which a converted or repaired document keeps in addition to its base. Throws `not_found` once the file has been
 * deleted, `content_deleted` once its retention period is over.
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
/** A store on another machine responds in about 10 ms, and a document with many signers has many parts. */
const sizesAtOnce = 8;
const partsAtOnce = 4;
const maxRemembered = 10_000;

/** One cache per store: complete versions, and until when they are trusted. */
const memories = new WeakMap<Ctx["blobs"], Map<string, number>>();

/**
 * Checks every part of the current version. A part counts as altered if its size differs. The hash of every byte is compared only if wrong
 * bytes were found before.
 */
export async function readStoredState(ctx: Ctx, file: StoredFile): Promise<StoredState> {
  const memory = memories.get(ctx.blobs) ?? new Map<string, number>();
  memories.set(ctx.blobs, memory);
  const name = `${file.uuid} ${file.sha256}`;
  if ((memory.get(name) ?? 0) > performance.now()) return "whole";
  const state = await look(ctx, file);
  if (memory.size > maxRemembered) memory.clear();
  if (state === "whole") memory.set(name, performance.now() + rememberedMs);
  return state;
}

/** For an envelope, the worst state of its files. */
async function look(ctx: Ctx, file: StoredFile): Promise<StoredState> {
  if (file.kind !== "envelope") return lookAt(ctx, file);
  const parts = await ctx.db
    .select({ id: files.id, uuid: files.uuid })
    .from(files)
    .where(eq(files.envelopeId, file.id));
  const states = await inTurns(parts, partsAtOnce, (part) => lookAt(ctx, part));
  return states.find((state) => state === "missing") ?? states.find((state) => state === "altered") ?? "whole";
}

async function lookAt(ctx: Ctx, file: Pick<File, "id" | "uuid">): Promise<StoredState> {
  const rows = await ctx.db
    .select({ sha256: fileSegments.sha256, size: fileSegments.size, hasFailed })
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, file.id), eq(fileSegments.role, "content")))
    .orderBy(asc(fileSegments.position));
  const blobs = toBlobs(file, rows);
  const sizes = await inTurns(blobs, sizesAtOnce, ({ key }) => readSize(ctx.blobs, key));
  if (sizes.includes(null)) return "missing";
  if (blobs.some(({ size }, index) => size !== sizes[index])) return "altered";
  if (!rows.some((row) => row.hasFailed)) return "whole";
  return ctx.blobs.verifySegments(blobs).then(
    () => "whole" as const,
    (error: unknown) => {
      if (error instanceof BlobError && error.code === "integrity") return "altered" as const;
      throw error;
    },
  );
}

/** Null for a blob that is missing. */
async function readSize(blobs: BlobStore, key: BlobKey): Promise<number | null> {
  return blobs.size(key).catch((error: unknown) => {
    if (error instanceof BlobError && error.code === "integrity") return null;
    throw error;
  });
}

/** Whether wrong bytes of the segment's file were found before. */
const hasFailed = sql<boolean>`exists (select from audit_events e where e.file_id = file_segments.file_id and e.type = 'integrity.failed')`;
