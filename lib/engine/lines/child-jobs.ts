import type { CleanedOffice, OfficeType } from "@/lib/engine/office/clean-office";
import type { FreeMargins, FreeMarginsRequest } from "@/lib/engine/pages/free-margins";
import type { PageImageRequest } from "@/lib/engine/pages/render-page";
import type { TextLines, TextLinesRequest } from "@/lib/engine/pages/text-lines";
import type { RevisionsTask } from "@/lib/engine/pictures/compare-revisions";
import type { FactsTask, ReadFacts } from "@/lib/engine/pictures/page-facts";
import type { ComparedRevisions } from "@/lib/pades/verify/report/picture-report";
import { ImageError, type ImageFault } from "@/lib/pdf/images/image-xobject";
import type { PicturePage } from "@/lib/pdf/pictures/picture-page";
import type { PreparedPicture } from "@/lib/pdf/pictures/prepare-picture";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError, type PdfErrorCode } from "@/lib/pdf/syntax/errors";

/** The file needs more memory than a task may take. */
export function memoryError(): PdfError {
  return new PdfError("too_large", "reading it takes more memory than it may");
}

/** Jobs of the killable PDFium child. Files are passed by path. Only small values are passed as bytes. */
export interface ChildJobs {
  repair: {
    input: { segments: SegmentPath[]; outputPath: string; maxBytes: number };
    output: { size: number; pages: number };
  };
  render: { input: { segments: SegmentPath[] } & PageImageRequest; output: Uint8Array };
  textLines: { input: { segments: SegmentPath[] } & TextLinesRequest; output: TextLines };
  pageText: { input: { segments: SegmentPath[]; page: number }; output: string[] };
  freeMargins: { input: { segments: SegmentPath[] } & FreeMarginsRequest; output: FreeMargins };
  compareRevisions: { input: { segments: SegmentPath[] } & RevisionsTask; output: ComparedRevisions };
  readFacts: { input: { segments: SegmentPath[] } & FactsTask; output: ReadFacts };
  normaliseImage: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } };
  drawLogo: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } };
  cleanImage: {
    input: { bytes: Uint8Array; keepPaper: boolean };
    output: { png: Uint8Array; width: number; height: number; hadPaper: boolean };
  };
  unpackPictures: {
    input: { file: string; outputPrefix: string; mostPictures: number; maxBytes: number };
    output: { files: string[] };
  };
  cleanOffice: { input: { file: string; type: OfficeType; outputPath: string }; output: CleanedOffice };
  writeArticle: {
    input: { file: string; type: "html" | "markdown"; outputPath: string; title: string; maxBytes: number };
    output: { size: number };
  };
  preparePicture: { input: { file: string; page: number; outputPath: string }; output: PreparedPicture };
  writePictures: {
    input: { pictures: PreparedPicture[]; outputPath: string; title: string; page: PicturePage; maxBytes: number };
    output: { size: number };
  };
}

export type ChildJobName = keyof ChildJobs;

/** Jobs of the pdf.js child, a subset of those of the PDFium child. */
export type SecondReaderJobName = "render" | "pageText" | "compareRevisions" | "readFacts";

/** Jobs of the child that turns other files into PDFs. */
export type ConvertJobName = "cleanOffice" | "writeArticle" | "unpackPictures" | "preparePicture" | "writePictures";

/** A program that runs as a killable child: the name of its bundle in `dist`, and its Node options. */
export interface ChildProgram {
  bundle: string;
  nodeOptions: readonly string[];
}

/** A child's heap is small. Parallel garbage collection costs more CPU (a fifth of a drawing) than it saves. */
const ownGarbage = "--single-threaded-gc";

export const pdfiumProgram: ChildProgram = {
  bundle: "pdf-child.mjs",
  nodeOptions: ["--max-old-space-size=128", ownGarbage],
};
/**
 * pdf.js holds documents, fonts and decoded images as JavaScript values and triggers garbage collection itself (see
 * `drawWithCanvas`).
 */
export const pdfjsProgram: ChildProgram = {
  bundle: "pdf-second-reader.mjs",
  nodeOptions: ["--max-old-space-size=256", "--expose-gc", ownGarbage],
};

/** Decoded pictures are outside the heap. The text of office files is inside. */
export const convertProgram: ChildProgram = {
  bundle: "pdf-convert.mjs",
  nodeOptions: ["--max-old-space-size=320", ownGarbage],
};

export type ChildRequest = { [Name in ChildJobName]: { job: Name; input: ChildJobs[Name]["input"] } }[ChildJobName];

/** A refusal in the form that crosses a process or thread boundary, because error classes do not survive it. */
export interface CarriedError {
  kind: "pdf" | "image" | "defect";
  code: string;
  detail: string;
  bound?: number | undefined;
}

/** `spent`: this process must not be used again. */
export type ChildAnswer = { ready: false; spent: boolean } & (
  | { ok: true; output: unknown }
  | { ok: false; error: CarriedError }
);

/** The first message means that the child is ready for jobs. Every other one is the result of a job. */
export type ChildMessage = { ready: true } | ChildAnswer;

/**
 * Serializes an error so that it can cross a thread or process boundary. Unexpected errors keep their stack for the
 * log.
 */
export function carryError(error: unknown): CarriedError {
  if (error instanceof PdfError) return { kind: "pdf", code: error.code, detail: error.detail };
  if (error instanceof ImageError) return { kind: "image", code: error.code, detail: error.code, bound: error.bound };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "defect", code: "defect", detail };
}

/** The error as the receiver expects it: `PdfError`, `ImageError`, or a plain `Error` for a defect. */
export function rebuildError(carried: CarriedError): Error {
  if (carried.kind === "pdf") return new PdfError(carried.code as PdfErrorCode, carried.detail);
  if (carried.kind === "image") return new ImageError(carried.code as ImageFault, carried.bound);
  return new Error(carried.detail);
}
