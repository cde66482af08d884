import { randomUUID } from "node:crypto";
import type { Account } from "@/db/schema/accounts";
import type { FileSegment, PageSize, UploadSource, UploadWarning } from "@/db/schema/files";
import { readStoredBytes } from "@/lib/accounts/stored-bytes";
import type { Ctx } from "@/lib/context/context";
import { convertUpload, type ConvertedUpload, type SentFile } from "@/lib/documents/conversion/convert-upload";
import type { FormValuesWire } from "@/lib/documents/schema";
import { assertRoomFor, assertStorageLeft } from "@/lib/documents/storage-left";
import { recordingDamage } from "@/lib/documents/storage/damaged-blobs";
import { storeTail, type NewSegment } from "@/lib/documents/storage/segments";
import type { IngestOutcome } from "@/lib/engine/engine";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { FormValues } from "@/lib/pdf/freeze/freeze";
import { blobKey, type BlobBytes, type StagedBlob } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { checkUploadedSignatures } from "./uploaded-signatures";

/**
 * Maximum time for inspecting an upload and checking its signatures, in milliseconds. The check alone gets
 * at most `longestCheck`.
 */
const answerWithin = 2_800;
const longestCheck = 2_000;
const shortestCheck = 250;

/** An upload that the engine can open, prepare and sign. Its bytes are stored, but no row refers to it yet. */
export interface IngestedFile {
  uuid: string;
  pages: PageSize[];
  alreadySigned: boolean;
  repaired: boolean;
  decrypted: boolean;
  frozenFields: number;
  /** Kinds of active content that were removed. */
  removed: string[];
  /** Kinds of content that stay: attached files and links in any file, active content in an already signed one. */
  remaining: string[];
  /**
   * Warnings for the requester and the signers: signatures in the upload that do not verify, and content that is not
   * visible on screen.
   */
  warnings: UploadWarning[];
  size: number;
  sha256: string;
  originalSize: number;
  originalSha256: string;
  /** The source file, if the upload was converted. */
  source: UploadSource | null;
  segments: NewSegment[];
}

/**
 * Accepts an upload (docs/spec/signing.md#ingest): its bytes are stored, converted if they are not a PDF, inspected,
 * repaired or frozen if needed, and their signatures verified. Nothing is left behind on an error: `pdf_invalid`,
 * `pdf_encrypted`, `pdf_locked`, `conversion_failed`, `converter_missing`, `too_large`, `storage_full`, `unavailable`.
 */
export async function ingestUpload(
  ctx: Ctx,
  owner: Pick<Account, "id">,
  bytes: BlobBytes,
  maxBytes: number,
  sent: SentFile = {},
): Promise<IngestedFile> {
  return withFileErrors(async () => {
    // An early check to avoid wasted work. The transaction that writes the rows decides (`assertStoredFits`).
    const stored = await readStoredBytes(ctx, owner.id);
    assertRoomFor(ctx, stored, 1);
    const upload = await ctx.blobs.stage(bytes, { maxBytes });
    let converted: ConvertedUpload | null = null;
    try {
      assertRoomFor(ctx, stored, upload.size);
      converted = await convertUpload(ctx, owner, upload, sent);
      const pdf = converted?.pdf ?? upload;
      assertRoomFor(ctx, stored, upload.size + (converted?.pdf.size ?? 0));
      const startedAt = performance.now();
      const values = sent.formValues ?? "page";
      const outcome = await ctx.engine.ingest(pdf.path, pdf.size, engineValues[values]);
      await assertPagesAllowed(ctx, outcome);
      const checkMs = Math.min(longestCheck, answerWithin - (performance.now() - startedAt));
      const warnings = outcome.alreadySigned
        ? await checkUploadedSignatures(ctx, upload, Math.max(shortestCheck, checkMs))
        : [];
      return await keep(ctx, { upload, converted, values }, outcome, [...warnings, ...outcome.shadow]);
    } finally {
      await upload.discard();
      await converted?.pdf.discard();
    }
  });
}

/** A document that was accepted before, and the location of its bytes. */
type StoredUpload = Omit<IngestedFile, "segments"> & {
  segments: readonly (NewSegment & { position: number })[];
};

/**
 * Copies a previously accepted document under a new uuid. Its bytes were checked then, so nothing is inspected again.
 * Each copied blob is hashed on the way, and damage is recorded. Throws `quota_exceeded`, `storage_full`,
 * `integrity_error`.
 */
export async function copyUpload(ctx: Ctx, owner: Pick<Account, "id">, source: StoredUpload): Promise<IngestedFile> {
  const bytes = source.segments.reduce((sum, { size }) => sum + size, 0);
  await assertStorageLeft(ctx, owner.id, bytes);
  const { pages, alreadySigned, repaired, decrypted, frozenFields, removed, remaining, warnings } = source;
  const { size, sha256, originalSize, originalSha256, source: convertedFrom } = source;
  const copy: IngestedFile = {
    uuid: randomUUID(),
    ...{ pages, alreadySigned, repaired, decrypted, frozenFields, removed, remaining, warnings },
    ...{ size, sha256, originalSize, originalSha256, source: convertedFrom },
    segments: [],
  };
  try {
    await withFileErrors(() =>
      recordingDamage(ctx, source, async () => {
        for (const { role, kind, sha256, size } of [...source.segments].sort((a, b) => a.position - b.position)) {
          await ctx.blobs.put(blobKey(copy.uuid, sha256), await ctx.blobs.open(blobKey(source.uuid, sha256)));
          copy.segments.push({ role, kind, sha256, size });
        }
      }),
    );
    return copy;
  } catch (error) {
    await discardIngested(ctx, copy);
    throw error;
  }
}

/** The engine accepts up to 2000 pages. `LIMITS` may allow fewer. Throws `too_large`. */
async function assertPagesAllowed(ctx: Ctx, { pages, baseReplaced }: IngestOutcome): Promise<void> {
  if (pages.length <= ctx.limits.pdfPages) return;
  if (baseReplaced) await (await ctx.blobs.stageFile(baseReplaced)).discard();
  throw new DomainError("too_large", {
    reason: "too_many_pages",
    bound: ctx.limits.pdfPages,
    detail: `The document has ${pages.length} pages, and at most ${ctx.limits.pdfPages} are allowed.`,
  });
}

/** Removes the bytes of an upload for which no row was written. */
export async function discardIngested(ctx: Ctx, ingested: Pick<IngestedFile, "uuid" | "segments">): Promise<void> {
  await Promise.all(
    ingested.segments.map((segment) => ctx.blobs.remove(blobKey(ingested.uuid, segment.sha256)).catch(() => undefined)),
  );
}

/** The bytes as sent, and the PDF created from them if they are not a PDF. */
interface Received {
  upload: StagedBlob;
  converted: ConvertedUpload | null;
  values: FormValuesWire;
}

async function keep(
  ctx: Ctx,
  received: Received,
  outcome: IngestOutcome,
  warnings: UploadWarning[],
): Promise<IngestedFile> {
  const uuid = randomUUID();
  const { upload, converted } = received;
  const ingested: IngestedFile = {
    uuid,
    pages: outcome.pages,
    alreadySigned: outcome.alreadySigned,
    // A PDF that we created and that had to be rewritten is not a finding about the upload.
    repaired: outcome.repaired && converted === null,
    decrypted: outcome.decrypted,
    frozenFields: outcome.frozenFields,
    removed: outcome.removed,
    remaining: outcome.alreadySigned ? [...outcome.activeContent, ...outcome.carried] : outcome.carried,
    warnings,
    size: outcome.size,
    sha256: outcome.sha256,
    originalSize: upload.size,
    originalSha256: upload.sha256,
    source: converted?.source ?? null,
    segments: [],
  };
  try {
    await storeSegments(ctx, received, outcome, ingested);
    return ingested;
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

async function storeSegments(
  ctx: Ctx,
  { upload, converted, values }: Received,
  outcome: IngestOutcome,
  ingested: IngestedFile,
): Promise<void> {
  const { uuid, segments } = ingested;
  const rewritten = outcome.baseReplaced === null ? null : await ctx.blobs.stageFile(outcome.baseReplaced);
  const base = rewritten ?? converted?.pdf ?? null;
  const adopt = async (blob: StagedBlob, role: NewSegment["role"], kind: NewSegment["kind"]): Promise<void> => {
    segments.push({ role, kind, sha256: blob.sha256, size: blob.size });
    await blob.adopt(blobKey(uuid, blob.sha256));
  };
  await adopt(upload, base ? "original" : "content", "upload");
  if (base) await adopt(base, "content", converted ? "converted" : "repaired");
  if (outcome.tail) segments.push(await storeTail(ctx, uuid, kindOfValues[values], outcome.tail));
}

/** Of a request or of a template. */
export type UploadSegment = Pick<FileSegment, "sha256" | "size" | "kind">;

export const engineValues = { page: "painted", fields: "left_out" } as const satisfies Record<
  FormValuesWire,
  FormValues
>;

/** How a form's values were frozen, by the kind of the revision that froze it. */
export const kindOfValues = { page: "frozen", fields: "unfilled" } as const satisfies Record<
  FormValuesWire,
  FileSegment["kind"]
>;

/**
 * The bytes of an upload before its form was frozen, and the revision that froze it. Null for an upload without a form.
 */
export function splitForm<Segment extends UploadSegment>(
  segments: readonly Segment[],
): { before: Segment[]; frozen: Segment; values: FormValuesWire } | null {
  const frozen = segments.find(({ kind }) => kind === kindOfValues.page || kind === kindOfValues.fields);
  if (!frozen) return null;
  const before = segments.filter((segment) => segment !== frozen);
  return { before, frozen, values: frozen.kind === kindOfValues.fields ? "fields" : "page" };
}
