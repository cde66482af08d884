import { annotationsOf, findActive, type ActiveContent } from "@/lib/pdf/active/active-content";
import { PdfDocument } from "@/lib/pdf/document";
import { freezeForm, type FormValues, type FrozenForm } from "@/lib/pdf/freeze/freeze";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { changesContent, type Ambiguity } from "@/lib/pdf/strict/ambiguity";
import { findAmbiguities } from "@/lib/pdf/strict/find-ambiguities";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError, type PdfErrorCode } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { displaySize } from "@/lib/platform/geometry/placement";
import { looksSigned, readSignatureState } from "./ingest-signatures";

/** The displayed size of a page in points, after /Rotate and UserUnit. */
export interface PageSize {
  widthPt: number;
  heightPt: number;
  rotation: 0 | 90 | 180 | 270;
}

/** The result of reading an upload. When `defect` is set, only it, `isEncrypted` and `looksSigned` are known. */
interface UploadFindings {
  /** The reader's error: `damaged`, or a code that no repair can change. */
  defect: PdfErrorCode | null;
  isEncrypted: boolean;
  /** Determined only for a file that is broken or encrypted. */
  looksSigned: boolean;
  pages: PageSize[];
  signatures: number;
  isClosed: boolean;
  /** A dynamic XFA form: its only page asks for another program (ISO 32000-2, table 29, NeedsRendering, deprecated). */
  isXfa: boolean;
  /** Content that runs, plays or replaces the pages. */
  active: ActiveContent;
  /** Kinds of content outside the pages: see `listCarriedContent`. */
  carried: string[];
  /** Places that PDF readers could read as different documents. */
  ambiguities: Ambiguity[];
}

type IngestPlan =
  | { kind: "keep" }
  | { kind: "freeze" }
  | { kind: "repair" }
  | { kind: "rewrite" }
  | { kind: "refuse"; code: PdfErrorCode; detail: string };

/** The origin of the bytes: the original upload, a repair, or our own rewriting (lib/pdf/canonical). */
export type IngestStage = "uploaded" | "repaired" | "rewritten";

/**
 * `repair`: let the child process rewrite the file, then ingest the result as `repaired`. `rewrite`: readers could
 * see different documents, so write the one that our reader sees as a canonical file and ingest that as `rewritten`.
 */
type IngestStep =
  | { kind: "rewrite" }
  | { kind: "repair"; isEncrypted: boolean }
  | {
      kind: "ready";
      pages: PageSize[];
      alreadySigned: boolean;
      activeContent: string[];
      carried: string[];
      frozen: FrozenForm | null;
    };

const MAX_PAGES = 2000;
export const MAX_SIDE_PT = 14_400;

/**
 * Valid and signed files are stored unchanged, unsigned ones are frozen, broken or encrypted ones are repaired unless
 * a signature would be lost, and certified and locked ones are refused. Ambiguous ones are rewritten. A signed one
 * cannot be rewritten, and is refused if readers could show different content.
 */
function planIngest(findings: UploadFindings): IngestPlan {
  if (findings.isEncrypted) {
    return findings.looksSigned
      ? refuse("encrypted_and_signed", "encrypted and signed: decrypting it would break the signature")
      : { kind: "repair" };
  }
  if (findings.defect !== null) {
    const isHopeless = findings.defect !== "damaged" && findings.defect !== "no_page";
    if (isHopeless) {
      return refuse(findings.defect, "beyond repair");
    }
    return findings.looksSigned
      ? refuse("damaged", "broken and signed: a repair would break the signature")
      : { kind: "repair" };
  }
  if (findings.pages.some(({ widthPt, heightPt }) => widthPt > MAX_SIDE_PT || heightPt > MAX_SIDE_PT)) {
    return refuse("too_large", `a page is larger than ${MAX_SIDE_PT} pt`);
  }
  if (findings.isXfa) {
    return refuse("xfa", "a form whose pages only an XFA processor makes");
  }
  if (findings.isClosed) {
    return refuse("locked", "it is certified, or locked by a signature");
  }
  if (findings.signatures > 0) {
    const serious = findings.ambiguities.filter(changesContent);
    return serious.length === 0
      ? { kind: "keep" }
      : refuse("damaged", `signed, and readers can see different documents in it: ${describe(serious)}`);
  }
  return { kind: findings.ambiguities.length > 0 ? "rewrite" : "freeze" };
}

/**
 * One step of ingesting an upload. A `repaired` file is not repaired again, a `rewritten` one not rewritten again.
 * @throws PdfError when the file is refused
 */
export function ingestUpload(source: ByteSource, stage: IngestStage): IngestStep {
  return planStep(examine(source), stage, "painted");
}

/** Like `ingestUpload`, but also returns the parsed document, so that later steps need not parse it again. */
export function ingestOpened(
  source: ByteSource,
  stage: IngestStage,
  values: FormValues = "painted",
): { step: IngestStep; document: PdfDocument | null; pages: readonly PdfPage[] } {
  const examined = examine(source);
  return { step: planStep(examined, stage, values), document: examined.document, pages: examined.pages };
}

function planStep({ findings, document, pages }: Examined, stage: IngestStage, values: FormValues): IngestStep {
  const isRepaired = stage !== "uploaded";
  const plan = planIngest(findings);
  if (plan.kind === "refuse") {
    throw new PdfError(plan.code, plan.detail);
  }
  if (plan.kind === "repair" || document === null) {
    return repairOnce(findings, isRepaired);
  }
  if (isRepaired && !hasReadableContent(document, pages)) {
    throw new PdfError("damaged", "after the repair no page's content can be decoded");
  }
  if (plan.kind === "rewrite") {
    return rewriteOnce(findings, stage);
  }
  const ready = {
    kind: "ready" as const,
    pages: findings.pages,
    alreadySigned: findings.signatures > 0,
    activeContent: findings.active.kinds,
    carried: findings.carried,
  };
  if (plan.kind === "keep") {
    return { ...ready, frozen: null };
  }
  try {
    return { ...ready, frozen: freezeForm(document, pages, findings.active, values) };
  } catch (error) {
    if (error instanceof PdfError && error.code === "damaged") {
      return repairOnce({ ...findings, defect: "damaged" }, isRepaired);
    }
    throw error;
  }
}

function repairOnce(findings: UploadFindings, isRepaired: boolean): { kind: "repair"; isEncrypted: boolean } {
  if (isRepaired) {
    throw new PdfError(findings.isEncrypted ? "encrypted" : (findings.defect ?? "damaged"), "a repair did not help");
  }
  return { kind: "repair", isEncrypted: findings.isEncrypted };
}

function rewriteOnce({ ambiguities }: UploadFindings, stage: IngestStage): { kind: "rewrite" } {
  if (stage === "rewritten") {
    throw new PdfError(
      "damaged",
      `PDF readers can read different documents even after rewriting: ${describe(ambiguities)}`,
    );
  }
  return { kind: "rewrite" };
}

function describe(ambiguities: readonly Ambiguity[]): string {
  return ambiguities.map(({ code, at }) => `${code} ${at}`).join(", ");
}

interface Examined {
  findings: UploadFindings;
  document: PdfDocument | null;
  pages: PdfPage[];
}

function examine(source: ByteSource): Examined {
  let isEncrypted = false;
  try {
    const document = PdfDocument.open(source);
    isEncrypted = document.isEncrypted;
    if (document.isEncryptionUndeclared) {
      return unreadable("encrypted", false, source);
    }
    if (isEncrypted) {
      return unreadable(null, true, source);
    }
    const pages = readPages(document, { maxPages: MAX_PAGES });
    const findings = {
      defect: null,
      isEncrypted,
      looksSigned: false,
      pages: pages.map(({ box }) => ({ ...displaySize(box), rotation: box.rotation })),
      ...readSignatureState(document, pages),
      isXfa: needsXfa(document),
      active: findActive(document),
      carried: listCarriedContent(document, pages),
      ambiguities: findAmbiguities(document),
    };
    return { findings, document, pages };
  } catch (error) {
    if (error instanceof PdfError) {
      return unreadable(error.code, isEncrypted, source);
    }
    throw error;
  }
}

/** Whether the pages are a placeholder for an XFA form. A static form has real pages, and its XFA is removed. */
function needsXfa(document: PdfDocument): boolean {
  const catalog = document.catalog();
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  if (!form?.value.entries.has("XFA")) {
    return false;
  }
  const needed = document.resolve(catalog.value.entries.get("NeedsRendering"));
  return needed?.kind === "bool" && needed.value;
}

function unreadable(defect: PdfErrorCode | null, isEncrypted: boolean, source: ByteSource) {
  const findings = {
    defect,
    isEncrypted,
    looksSigned: looksSigned(source),
    pages: [],
    signatures: 0,
    isClosed: false,
    isXfa: false,
    active: { kinds: [], holders: new Set<number>(), actions: new Set<number>() },
    carried: [],
    ambiguities: [],
  };
  return { findings, document: null, pages: [] };
}

function refuse(code: PdfErrorCode, detail: string): IngestPlan {
  return { kind: "refuse", code, detail };
}

/** Content of a document outside its pages. */
type CarriedContent = "EmbeddedFiles" | "ExternalLinks";

/** Actions that leave the document (ISO 32000-2, table 201). A reader asks before it follows them. */
const leaving = new Set(["URI", "GoToR", "GoToE"]);

/**
 * Content that stays in a document but shows on no page, or leads out of it: attachments and links to other
 * addresses. It is not active, but signers should know about it. Sorted, without duplicates.
 */
function listCarriedContent(document: PdfDocument, pages: readonly PdfPage[]): CarriedContent[] {
  const found = new Set<CarriedContent>();
  const catalog = document.catalog();
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  if (names?.value.entries.has("EmbeddedFiles") || catalog.value.entries.has("AF")) {
    found.add("EmbeddedFiles");
  }
  for (const annotation of pages.flatMap((page) => annotationsOf(document, page))) {
    if (document.name(annotation.value.entries.get("Subtype")) === "FileAttachment") {
      found.add("EmbeddedFiles");
    }
    if (leadsAway(document, annotation)) {
      found.add("ExternalLinks");
    }
  }
  return [...found].sort();
}

function leadsAway(document: PdfDocument, annotation: Located<PdfDict>): boolean {
  const action = document.dict(annotation.value.entries.get("A"), annotation.bytes);
  return action !== null && leaving.has(document.name(action.value.entries.get("S")) ?? "");
}

/** A sufficient sample. Decoding every stream of a long document could take seconds. */
const MAX_STREAMS = 100;

/**
 * Whether at least one page's content stream can be decoded, or no page has any. Repairing a file with damaged
 * encryption "succeeds" with random stream data, so signers would see blank pages.
 */
function hasReadableContent(document: PdfDocument, pages: readonly PdfPage[]): boolean {
  const streams = pages.flatMap((page) => contentReferences(document, page)).slice(0, MAX_STREAMS);
  return streams.length === 0 || streams.some((reference) => isDecodable(document, reference));
}

function contentReferences(document: PdfDocument, { object }: PdfPage): PdfValue[] {
  const contents = object.value.entries.get("Contents");
  const several = document.array(contents, object.bytes);
  return several?.value.items ?? (contents === undefined ? [] : [contents]);
}

function isDecodable(document: PdfDocument, reference: PdfValue): boolean {
  const object = reference.kind === "ref" ? document.load(reference.num) : null;
  if (object === null || object.streamStart < 0) {
    return false;
  }
  try {
    document.decodedStream(object);
    return true;
  } catch (error) {
    if (error instanceof PdfError) {
      return error.code === "too_large";
    }
    throw error;
  }
}
