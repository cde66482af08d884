import type { AugmentedTails, AugmentSpec, TokenMaker } from "@/lib/pades/augmentation/augment";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import type { CertifySpec, ReportSeal, SealSpec } from "@/lib/pades/seal";
import type { SignPlan } from "@/lib/pades/sign-fields";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import type { VerificationReport } from "@/lib/pades/verify/report";
import type { VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { Preparation, PreparationPlan } from "@/lib/pdf/fields/prepare";
import type { FormValues } from "@/lib/pdf/freeze/freeze";
import type { FormFields } from "@/lib/pdf/freeze/read-form-fields";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import type { PageSize } from "@/lib/pdf/ingest/ingest";
import type { Report } from "@/lib/pdf/report/report";
import type { ShadowFinding } from "@/lib/pdf/shadow/shadow-sentence";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import type { EngineLoad } from "@/lib/platform/telemetry/counters";
import type { AppearancePreview } from "./appearance-preview";
import type { ConversionSpec, ConvertedFile } from "./convert/convert";
import type { FreeMargins, FreeMarginsRequest } from "./free-margins";
import type { Turn } from "./lines/waiting-line";
import type { ReaderFindings } from "./pictures/compare-readers";
import type { PageImageRequest } from "./render-page";
import type { TextLines, TextLinesRequest } from "./text-lines";

/** Result of taking in an upload. */
export interface IngestOutcome {
  /** `kept`: the bytes are the file. `frozen`: `tail` is to be appended. `repaired`: `baseReplaced` is the new base, with `tail` if there is one. */
  kind: "kept" | "frozen" | "repaired";
  /** Path of the rewritten file, beside the upload; the caller moves or removes it. */
  baseReplaced: string | null;
  /** The revision that froze the form. */
  tail: Buffer | null;
  pages: PageSize[];
  alreadySigned: boolean;
  repaired: boolean;
  /** The upload was encrypted, with an empty password, and is so no more. */
  decrypted: boolean;
  /** Form fields that became part of the page. */
  frozenFields: number;
  /** Active content that is gone, in words. */
  removed: string[];
  /** Active content found; in a file already signed it stays. */
  activeContent: string[];
  /** Attached files, links to other addresses: they stay in any case. */
  carried: string[];
  /** Hidden content by page: content that the page holds but a screen does not show. */
  shadow: ShadowFinding[];
  /** The size of the file to store: base and tail together. */
  size: number;
  sha256: string;
}

/** The revision that froze a form, and the file that ends with it. */
export interface FrozenAgain extends Pick<IngestOutcome, "shadow" | "size" | "sha256"> {
  tail: Buffer;
}

/** One signature as the domain requests it: images are PNGs as `normaliseImage` makes them, by the key that contents name. */
export type SignSpec = Omit<SignPlan, "images"> & { images: Readonly<Record<string, Buffer>> };

/** `pictures`: render and compare the signed revisions and the final file. For verdicts shown to people or returned by the API; takes up to 1.5 s. */
export type VerifySpec = VerifyOptions & { pictures?: boolean };

/**
 * The PDF engine as the domains see it. Strangers' bytes are read in worker threads and in a killable child process only;
 * files travel as paths. Every method throws `PdfError`, with the code `too_large` when a file outruns its memory, or its time while it is taken in;
 * `EngineTimeoutError` when preparing, signing or drawing an accepted file takes too long; `EngineBusyError` when more is waiting than is sensible;
 * `EngineLostError` when its child process or thread was ended from outside, twice.
 */
export interface PdfEngine {
  /**
   * The engine as one caller uses it: what is called without a turn of its own takes this one. Callers take turns wherever files are read or drawn, so that
   * one of them cannot hold up the others.
   */
  forCaller(turn: Turn): PdfEngine;
  /** Looks an upload over, repairs or freezes it. Answers within about 2.6 s of its turn. `values` of a form are painted when left out. */
  ingest(path: string, size: number, values?: FormValues): Promise<IngestOutcome>;
  /** Freezes the form of a file once more that was taken in before, from its bytes before it was frozen. */
  freezeAgain(base: SegmentPath, values: FormValues): Promise<FrozenAgain>;
  /** Writes the PDF of another file beside it. Callers take turns. Throws what `convertFile` throws as well. */
  convert(upload: SegmentPath, spec: ConversionSpec, turn?: Turn): Promise<ConvertedFile>;
  /** A blank place in a margin of each page, for the verification mark. Pages that took too long have none. */
  freeMargins(
    segments: readonly SegmentPath[],
    request: Pick<FreeMarginsRequest, "sizes" | "taken" | "maxPages">,
  ): Promise<FreeMargins>;
  /** A PNG of a filled signature field, drawn from the appearance stream that signing writes. Throws `glyph_missing`. */
  appearanceImage(spec: AppearancePreview, widthPx: number): Promise<Buffer>;
  /** The revision with every field (docs/spec/signing.md#preparation). */
  prepare(segments: readonly SegmentPath[], plan: PreparationPlan): Promise<Preparation>;
  /**
   * The three signing calls. The key stays in the calling thread: the worker hashes and sends the digest, `makeCms` returns the CMS and
   * the worker embeds it. Errors of `makeCms` reach the caller unchanged. It may be called twice: again for a larger
   * placeholder, or when another file's task crashed the thread. Nothing is written before it returns.
   */
  certify(segments: readonly SegmentPath[], spec: CertifySpec, makeCms: CmsMaker): Promise<SignedTail>;
  sign(segments: readonly SegmentPath[], spec: SignSpec, makeCms: CmsMaker): Promise<SignedTail>;
  seal(segments: readonly SegmentPath[], spec: SealSpec, makeCms: CmsMaker): Promise<SignedTail>;
  /** The signatures that a file holds, with the certificates that travel with them. */
  listSignatures(segments: readonly SegmentPath[]): Promise<ListedSignature[]>;
  /** The two revisions of docs/spec/signing.md#completion: validation data, document timestamp. `stamp` may be called twice; its errors are rethrown. */
  augment(segments: readonly SegmentPath[], spec: AugmentSpec, stamp: TokenMaker): Promise<AugmentedTails>;
  /** Verifies any PDF (docs/spec/verification.md#checks-that-decide) within 3 s of its turn; what time did not allow to check is `unsupported`, never green. */
  verify(segments: readonly SegmentPath[], options?: VerifySpec, turn?: Turn): Promise<VerificationReport>;
  /** Reads an accepted file with PDFium and with pdf.js, and says on which pages they do not show the same. Takes up to 6 s: work for the background. */
  compareReaders(segments: readonly SegmentPath[]): Promise<ReaderFindings>;
  /** A sealed report: the complete PDF. */
  sealedReport(report: Report, seal: ReportSeal, makeCms: CmsMaker): Promise<Buffer>;
  /** Characters of these texts that no bundled face can draw. */
  missingGlyphs(texts: readonly string[]): Promise<string[]>;
  /** One page as a PNG or WebP. Callers take turns; a page that outran its time is refused for a while without a second try. */
  pageImage(segments: readonly SegmentPath[], request: PageImageRequest, turn?: Turn): Promise<Buffer>;
  /** The fields of a form that was not frozen. */
  formFields(segments: readonly SegmentPath[]): Promise<FormFields>;
  /** Lines of the document's text, and where their characters stand. */
  textLines(segments: readonly SegmentPath[], request: Omit<TextLinesRequest, "budgetMs">): Promise<TextLines>;
  /** The text of one page, counted from 1, line by line. */
  pageText(segments: readonly SegmentPath[], page: number, turn?: Turn): Promise<string[]>;
  /** Re-encodes an uploaded signature image. Throws `ImageError`. */
  normaliseImage(bytes: Buffer): Promise<NormalisedImage>;
  /** Draws an uploaded logo, PNG or SVG, to a PNG. Throws `ImageError`. */
  drawLogo(bytes: Buffer): Promise<NormalisedImage>;
  /** Takes the paper out of a photographed signature, unless it is to be kept, and trims it. Throws `ImageError`. */
  cleanImage(bytes: Buffer, keepPaper: boolean): Promise<CleanedImage>;
  /** The converter of office files; null if there is none. */
  readonly converter: ConverterConfig["kind"] | null;
  /** How busy each pool is, now. */
  load(): EngineLoad[];
  close(): Promise<void>;
}
