import type { AugmentedTails, AugmentSpec, TokenMaker } from "@/lib/pades/augmentation/augment";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import type { CertifySpec, ReportSeal, SealSpec } from "@/lib/pades/seal";
import type { SignPlan } from "@/lib/pades/sign-fields";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import type { VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { Preparation, PreparationPlan } from "@/lib/pdf/fields/prepare";
import type { FormValues } from "@/lib/pdf/freeze/freeze";
import type { FormFields } from "@/lib/pdf/freeze/read-form-fields";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import type { PageSize } from "@/lib/pdf/ingest/ingest";
import type { Report } from "@/lib/pdf/report/report";
import type { ShadowFinding } from "@/lib/pdf/shadow/shadow-findings";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import type { EngineLoad } from "@/lib/platform/telemetry/counters";
import type { AppearancePreview } from "./appearance-preview";
import type { ConversionSpec, ConvertedFile } from "./convert/convert";
import type { Turn } from "./lines/waiting-line";
import type { FreeMargins, FreeMarginsRequest } from "./pages/free-margins";
import type { PageImageRequest } from "./pages/render-page";
import type { TextLines, TextLinesRequest } from "./pages/text-lines";
import type { ReaderFindings } from "./pictures/compare-readers";

/** Result of ingesting an upload. */
export interface IngestOutcome {
  /**
   * `kept`: the file is stored as uploaded. `frozen`: `tail` is to be appended. `repaired`: `baseReplaced` is the new
   * base, with `tail` if there is one.
   */
  kind: "kept" | "frozen" | "repaired";
  /** Path of the rewritten file, beside the upload. The caller moves or removes it. */
  baseReplaced: string | null;
  /** The revision that froze the form. */
  tail: Buffer | null;
  pages: PageSize[];
  alreadySigned: boolean;
  repaired: boolean;
  /** The upload was encrypted with an empty password. The stored file is not. */
  decrypted: boolean;
  /** Form fields that became part of the page. */
  frozenFields: number;
  /** Kinds of active content that were removed. */
  removed: string[];
  /** Kinds of active content that were found. They stay in a file that was already signed. */
  activeContent: string[];
  /** Attached files and links to other addresses. They always stay. */
  carried: string[];
  /** Hidden content by page: content in the file that is not visible on a screen. */
  shadow: ShadowFinding[];
  /** The size of the file to store: base and tail together, in bytes. */
  size: number;
  sha256: string;
}

/** The revision that froze a form, and facts about the file that ends with it. */
export interface FrozenAgain extends Pick<IngestOutcome, "shadow" | "size" | "sha256"> {
  tail: Buffer;
}

/**
 * One signature as the domain requests it. Images are PNGs made by `normaliseImage`, keyed by the names that contents
 * use.
 */
export type SignSpec = Omit<SignPlan, "images"> & { images: Readonly<Record<string, Buffer>> };

/**
 * `pictures`: render and compare the signed revisions and the final file. For verdicts shown to people or returned by
 * the API. Takes up to 1.5 s.
 */
export type VerifySpec = VerifyOptions & { pictures?: boolean };

/**
 * The PDF engine as the domains see it. Untrusted bytes are read only in worker threads and in a killable child
 * process. Files are passed as paths. Every method throws `PdfError`, with the code `too_large` when a file exceeds
 * its memory limit, or its time limit during ingest. It throws `EngineTimeoutError` when preparing, signing or
 * drawing an accepted file takes too long, `EngineBusyError` when the queue is full, and `EngineLostError` when its
 * child process or thread was ended from outside twice.
 */
export interface PdfEngine {
  /**
   * The engine for one caller: calls without an explicit turn use this one. Callers take turns wherever files are
   * read or drawn, so that none of them can hold up the others.
   */
  forCaller(turn: Turn): PdfEngine;
  /**
   * Checks an upload, and repairs or freezes it if needed. Answers within about 2.6 s of its turn. `values` of a form
   * default to `painted`.
   */
  ingest(path: string, size: number, values?: FormValues): Promise<IngestOutcome>;
  /** Freezes the form of an ingested file again, starting from its bytes before it was frozen. */
  freezeAgain(base: SegmentPath, values: FormValues): Promise<FrozenAgain>;
  /** Writes the PDF of another file beside it. Callers take turns. Also throws the errors of `convertFile`. */
  convert(upload: SegmentPath, spec: ConversionSpec, turn?: Turn): Promise<ConvertedFile>;
  /** Finds a blank place in a margin of each page for the verification mark. Pages that took too long have none. */
  freeMargins(
    segments: readonly SegmentPath[],
    request: Pick<FreeMarginsRequest, "sizes" | "taken" | "maxPages">,
  ): Promise<FreeMargins>;
  /**
   * A PNG of a filled signature field, drawn from the appearance stream that signing writes. Throws `glyph_missing`.
   */
  appearanceImage(spec: AppearancePreview, widthPx: number): Promise<Buffer>;
  /** Writes the revision that adds all fields (docs/spec/signing.md#preparation). */
  prepare(segments: readonly SegmentPath[], plan: PreparationPlan): Promise<Preparation>;
  /**
   * The three signing calls. The key stays in the calling thread: the worker hashes and sends the digest, `makeCms`
   * returns the CMS, and the worker embeds it. Errors of `makeCms` reach the caller unchanged. `makeCms` may be
   * called twice: for a larger placeholder, or when another file's task crashed the thread. Nothing is written before
   * it returns.
   */
  certify(segments: readonly SegmentPath[], spec: CertifySpec, makeCms: CmsMaker): Promise<SignedTail>;
  sign(segments: readonly SegmentPath[], spec: SignSpec, makeCms: CmsMaker): Promise<SignedTail>;
  seal(segments: readonly SegmentPath[], spec: SealSpec, makeCms: CmsMaker): Promise<SignedTail>;
  /** The signatures in a file, with the certificates embedded in them. */
  listSignatures(segments: readonly SegmentPath[]): Promise<ListedSignature[]>;
  /**
   * Writes the two revisions of docs/spec/signing.md#completion: validation data and document timestamp. `stamp` may
   * be called twice. Its errors are rethrown.
   */
  augment(segments: readonly SegmentPath[], spec: AugmentSpec, stamp: TokenMaker): Promise<AugmentedTails>;
  /**
   * Verifies any PDF (docs/spec/verification.md#checks-that-decide) within 3 s of its turn. Checks that did not fit
   * into that time are reported as `unsupported`, never as passed.
   */
  verify(segments: readonly SegmentPath[], options?: VerifySpec, turn?: Turn): Promise<VerificationReport>;
  /**
   * Reads an accepted file with PDFium and with pdf.js, and returns the pages on which they differ. Takes up to 6 s,
   * so call it in the background.
   */
  compareReaders(segments: readonly SegmentPath[]): Promise<ReaderFindings>;
  /** A complete PDF of the report, sealed. */
  sealedReport(report: Report, seal: ReportSeal, makeCms: CmsMaker): Promise<Buffer>;
  /** Characters of these texts that no bundled font can draw. */
  missingGlyphs(texts: readonly string[]): Promise<string[]>;
  /**
   * One page as a PNG or WebP. Callers take turns. A page that exceeded its time limit is refused for a while without
   * another attempt.
   */
  pageImage(segments: readonly SegmentPath[], request: PageImageRequest, turn?: Turn): Promise<Buffer>;
  /** The fields of a form that was not frozen. */
  formFields(segments: readonly SegmentPath[]): Promise<FormFields>;
  /** Lines of the document's text, with the positions of their characters. */
  textLines(segments: readonly SegmentPath[], request: Omit<TextLinesRequest, "budgetMs">): Promise<TextLines>;
  /** The text of one page, counted from 1, line by line. */
  pageText(segments: readonly SegmentPath[], page: number, turn?: Turn): Promise<string[]>;
  /** Re-encodes an uploaded signature image. Throws `ImageError`. */
  normaliseImage(bytes: Buffer): Promise<NormalisedImage>;
  /** Renders an uploaded logo, PNG or SVG, to a PNG. Throws `ImageError`. */
  drawLogo(bytes: Buffer): Promise<NormalisedImage>;
  /** Removes the paper from a photographed signature, unless `keepPaper` is set, and trims it. Throws `ImageError`. */
  cleanImage(bytes: Buffer, keepPaper: boolean): Promise<CleanedImage>;
  /** The kind of converter for office files, or null if there is none. */
  readonly converter: ConverterConfig["kind"] | null;
  /** The current load of each pool. */
  load(): EngineLoad[];
  close(): Promise<void>;
}
