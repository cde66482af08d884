import { randomUUID } from "node:crypto";
import { PdfDocument } from "@/lib/pdf/document";
import { writePreparation } from "@/lib/pdf/fields/prepare";
import type { FormValues } from "@/lib/pdf/freeze/freeze";
import { ingestOpened, type IngestStage, type PageSize } from "@/lib/pdf/ingest/ingest";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { findShadowContent, UPLOAD_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import type { ShadowFinding } from "@/lib/pdf/shadow/shadow-findings";
import { hashSource, openSegments, withTail, type ByteSource, type SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

export interface TakeInInput {
  segment: SegmentPath;
  stage: IngestStage;
  /** How to freeze a form. Default: `painted`. */
  values?: FormValues;
}

export type TakenIn =
  | { kind: "rewrite" }
  | { kind: "repair"; isEncrypted: boolean }
  | {
      kind: "ready";
      pages: PageSize[];
      alreadySigned: boolean;
      activeContent: string[];
      carried: string[];
      /** The revision that froze the form, to be appended, or null if nothing was frozen. */
      tail: Buffer | null;
      removed: string[];
      /** Form fields that became part of the page. */
      frozenFields: number;
      /** Content of the pages that is not visible on a screen. */
      shadow: ShadowFinding[];
      /** The size of base and tail together. */
      size: number;
      sha256: string;
    };

/** The stored file, opened once for all readers. */
interface OpenedFile {
  source: ByteSource;
  document: PdfDocument;
  pages: readonly PdfPage[];
}

/**
 * Reads an upload once, and returns the hash of the resulting file. Includes a trial preparation, because a document
 * that cannot be prepared would fail only at its release. Throws PdfError when the upload is refused.
 */
export function takeIn({ segment, stage, values = "painted" }: TakeInInput): TakenIn {
  const source = openSegments([segment]);
  try {
    const { step, document, pages } = ingestOpened(source, stage, values);
    if (step.kind !== "ready") {
      return step;
    }
    const { frozen, ...facts } = step;
    const opened = prepareForTrial(
      () =>
        frozen === null && document !== null
          ? { source, document, pages }
          : reopen(frozen ? withTail(source, frozen.tail) : source),
      stage !== "uploaded" || facts.alreadySigned,
    );
    if (opened === null) {
      return { kind: "repair", isEncrypted: false };
    }
    return {
      ...facts,
      tail: frozen?.tail ?? null,
      removed: frozen?.removed ?? [],
      frozenFields: frozen?.frozenWidgets ?? 0,
      shadow: shadowContent(opened),
      size: opened.source.size,
      sha256: hashSource(opened.source, null).digest("hex"),
    };
  } finally {
    source.close();
  }
}

function reopen(source: ByteSource): OpenedFile {
  const document = PdfDocument.open(source);
  return { source, document, pages: readPages(document, { maxPages: Infinity }) };
}

/** Reads the stored file, so that a frozen or repaired document is checked as signers will receive it. */
function shadowContent({ document, pages }: OpenedFile): ShadowFinding[] {
  try {
    return findShadowContent(document, pages, UPLOAD_LOOK);
  } catch (error) {
    if (error instanceof PdfError) {
      return [{ code: "page_not_looked_at", page: 1, count: pages.length }];
    }
    throw error;
  }
}

/** Returns null if a repair may help. Throws PdfError if it cannot. */
function prepareForTrial(open: () => OpenedFile, isLastChance: boolean): OpenedFile | null {
  try {
    const opened = open();
    writePreparation(opened.document, opened.pages, {
      fileUuid: randomUUID(),
      signers: [{ signRequestId: 1, fields: [] }],
    });
    return opened;
  } catch (error) {
    if (isLastChance || !(error instanceof PdfError) || error.code !== "damaged") {
      throw error;
    }
    return null;
  }
}
