import { createHash } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { fileSegments, type File } from "@/db/schema/files";
import type { TemplateDocument } from "@/db/schema/templates";
import { provedActor } from "@/lib/accounts/actor";
import type { AccountActor, Ctx } from "@/lib/context/context";
import type { FormValuesWire } from "@/lib/documents/schema";
import { withIntactBlobs } from "@/lib/documents/storage/damaged-blobs";
import { beforeRelease, storeTail, toBlobs } from "@/lib/documents/storage/segments";
import { freezeFormAgain, withShadow } from "@/lib/documents/upload/form-values";
import {
  copyUpload,
  discardIngested,
  ingestUpload,
  kindOfValues,
  splitForm,
  type IngestedFile,
} from "@/lib/documents/upload/ingest-upload";
import { withFileErrors } from "@/lib/engine/file-errors";
import { atMember } from "@/lib/platform/outbound";
import { bytesOf, sentFileOf, type Source } from "../state/take-source";

/** A document for a template, stored under its own uuid; no row refers to it yet. */
export interface TakenDocument {
  ingested: IngestedFile;
  readers: TemplateDocument["readers"];
}

/** Ingests a document that came with the call or from a URL. Throws what `ingestUpload` throws. */
export async function ingestForTemplate(
  ctx: Ctx,
  acting: AccountActor,
  source: Exclude<Source, { kind: "fileId" }>,
): Promise<TakenDocument> {
  if (source.kind === "url") provedActor(acting);
  const ingested = await atMember("/file/url", () =>
    ingestUpload(ctx, acting.account, bytesOf(ctx, acting, source), ctx.limits.pdfInJsonBytes, sentFileOf(source)),
  );
  return { ingested, readers: null };
}

/**
 * Copies the upload of one of the caller's documents as ingest left it: with frozen forms, and without later
 * preparations and signatures.
 */
export async function copyOfFile(ctx: Ctx, acting: AccountActor, file: File): Promise<TakenDocument> {
  const segments = await ctx.db
    .select()
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, file.id), inArray(fileSegments.kind, [...beforeRelease])))
    .orderBy(asc(fileSegments.role), asc(fileSegments.position));
  const base = segments.filter(({ role }) => role === "content");
  const { size, sha256 } = file.preparation === 0 ? file : await sumOf(ctx, file, base);
  const ingested = await copyUpload(ctx, acting.account, { ...file, size, sha256, segments });
  return { ingested, readers: file.readers };
}

/**
 * Copies a template's document with its form frozen according to `values`. Null for a document without a form, or
 * whose form is already frozen that way.
 */
export async function copyWithFormValues(
  ctx: Ctx,
  acting: AccountActor,
  document: TemplateDocument,
  values: FormValuesWire,
): Promise<TakenDocument | null> {
  const form = splitForm(document.segments);
  const base = form?.before.find(({ role }) => role === "content");
  if (!form || !base || form.values === values) return null;
  const { tail, shadow, size, sha256 } = await freezeFormAgain(ctx, document, base, values);
  const warnings = withShadow(document.warnings, shadow);
  const ingested = await copyUpload(ctx, acting.account, {
    ...document,
    warnings,
    size,
    sha256,
    segments: form.before,
  });
  try {
    ingested.segments.push(await storeTail(ctx, ingested.uuid, kindOfValues[values], tail));
    return { ingested, readers: null };
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

async function sumOf(
  ctx: Ctx,
  file: File,
  base: readonly { sha256: string; size: number }[],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  await withFileErrors(() =>
    withIntactBlobs(ctx, file, base, async () => {
      for await (const chunk of await ctx.blobs.openAll(toBlobs(file, base))) hash.update(chunk as Buffer);
    }),
  );
  return { size: base.reduce((sum, segment) => sum + segment.size, 0), sha256: hash.digest("hex") };
}
