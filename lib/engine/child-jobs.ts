import type { ComparedRevisions } from "@/lib/pades/verify/pictures/picture-plan";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { RevisionsTask } from "./pictures/compare-revisions";
import type { FactsTask, ReadFacts } from "./pictures/page-facts";
import type { PageImageRequest } from "./render-page";
import type { TextLines, TextLinesRequest } from "./text-lines";

/** Jobs of the killable PDFium child. Files are passed by path; only small values are passed as bytes. */
export interface ChildJobs {
  repair: {
    input: { segments: SegmentPath[]; outputPath: string; maxBytes: number };
    output: { size: number; pages: number };
  };
  render: { input: { segments: SegmentPath[] } & PageImageRequest; output: Uint8Array };
  textLines: { input: { segments: SegmentPath[] } & TextLinesRequest; output: TextLines };
  pageText: { input: { segments: SegmentPath[]; page: number }; output: string[] };
  compareRevisions: { input: { segments: SegmentPath[] } & RevisionsTask; output: ComparedRevisions };
  readFacts: { input: { segments: SegmentPath[] } & FactsTask; output: ReadFacts };
  normaliseImage: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } };
  drawLogo: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } };
  cleanImage: {
    input: { bytes: Uint8Array; keepPaper: boolean };
    output: { png: Uint8Array; width: number; height: number; hadPaper: boolean };
  };
}

export type ChildJobName = keyof ChildJobs;

/** Jobs of the pdf.js child, a subset of those of the PDFium child. */
export type SecondReaderJobName = "render" | "pageText" | "compareRevisions" | "readFacts";

/** A program that runs as a killable child: the name of its bundle in `dist`, and the options of Node. */
export interface ChildProgram {
  bundle: string;
  nodeOptions: readonly string[];
}

/** A child's heap is small: threads that help to collect its garbage take more of the machine, a fifth of a drawing, than they spare. */
const ownGarbage = "--single-threaded-gc";

export const pdfiumProgram: ChildProgram = {
  bundle: "pdf-child.mjs",
  nodeOptions: ["--max-old-space-size=128", ownGarbage],
};
/** pdf.js holds documents, fonts and decoded images as JavaScript values and collects its own garbage: see `drawWithCanvas`. */
export const pdfjsProgram: ChildProgram = {
  bundle: "pdf-second-reader.mjs",
  nodeOptions: ["--max-old-space-size=256", "--expose-gc", ownGarbage],
};

export type ChildRequest = { [Name in ChildJobName]: { job: Name; input: ChildJobs[Name]["input"] } }[ChildJobName];

/** A refusal crossing a process or thread border: error classes do not survive it. */
export interface CarriedError {
  kind: "pdf" | "image" | "defect";
  code: string;
  detail: string;
}

/** `spent`: this process is not to be used again. */
export type ChildAnswer = { ready: false; spent: boolean } & (
  { ok: true; output: unknown } | { ok: false; error: CarriedError }
);

/** The first message says that the child can take jobs; every other one answers a job. */
export type ChildMessage = { ready: true } | ChildAnswer;
