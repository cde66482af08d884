import { and, eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { auditEvents } from "@/db/views";
import type { StoredState } from "@/lib/documents/schema";
import { BlobError, type BlobKey } from "@/lib/platform/blobs/blob-key";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";
import { readSegments, toBlobs } from "./segments";

type StoredFile = Pick<File, "id" | "uuid" | "sha256" | "kind">;

/** Documents are shown again and again; a loss is noticed this much later at most. */
const rememberedMs = 10_000;
/** A store on another machine responds in about 10 ms, and a document with many signers has many parts. */
const sizesAtOnce = 8;
const partsAtOnce = 4;
const maxRemembered = 10_000;

/** One memory for each store: versions that were whole, and until when that is believed. */
const memories = new WeakMap<Ctx["blobs"], Map<string, number>>();

/**
 * Looks for every part of the current version. A part counts as altered when its size differs; the hash of every byte is compared only
 * where somebody met wrong bytes before.
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

/** Of an envelope the worst of its files. */
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
  const blobs = toBlobs(file, await readSegments(ctx, file.id));
  const sizes = await inTurns(blobs, sizesAtOnce, ({ key }) => readSize(ctx.blobs, key));
  if (sizes.includes(null)) return "missing";
  if (blobs.some(({ size }, index) => size !== sizes[index])) return "altered";
  if (!(await hasFailed(ctx, file.id))) return "whole";
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

async function hasFailed(ctx: Ctx, fileId: number): Promise<boolean> {
  const [event] = await ctx.db
    .select({ seq: auditEvents.seq })
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, fileId), eq(auditEvents.type, "integrity.failed")))
    .limit(1);
  return event !== undefined;
}
