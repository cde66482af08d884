import { isMisplaced, openMisplaced } from "@/lib/pades/verify/file/open-misplaced";
import { planPictures } from "@/lib/pades/verify/pictures/plan-pictures";
import { notCompared, type PicturePlan } from "@/lib/pades/verify/report/picture-report";
import type { TrustAnchors } from "@/lib/pades/verify/trust/gather-material";
import { PdfDocument } from "@/lib/pdf/document";
import { fileOfField, sealFieldName } from "@/lib/pdf/fields/prepared-field";
import { readFirstPages } from "@/lib/pdf/pages";
import { findShadowContent, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { indexOf, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { hashRanges } from "./cms/hash-ranges";
import { orWhenUnreadable } from "./file/account-bytes";
import { Deadline, verifyLimits } from "./file/deadline";
import { formFieldsOf } from "./file/read-once";
import { findSignatures, type FilledSignature } from "./file/signature-fields";
import { findingText, reportedList, toReported } from "./report/finding-text";
import { finding, isSameFinding, type Finding } from "./report/findings";
import {
  noTimestamp,
  revocationUnknown,
  worstOf,
  type Completeness,
  type SignatureRecord,
  type VerificationReport,
} from "./report/report";
import { verifySignatures, type SignaturesOutcome } from "./verify-signatures";

const defaultMilliseconds = 2000;

export interface VerifyOptions {
  /** This instance's trust anchors. Without them, no chain is `ours`. */
  ours?: {
    /**
     * DER of the root certificates, including old ones, and of certificates that replace our own for certifying and
     * sealing.
     */
    rootCertificates: readonly Buffer[];
    /** DER of the current revocation lists of our own authorities. */
    revocationLists?: readonly Buffer[];
  };
  /** DER of roots known from elsewhere. Chains that lead to them are `known`. */
  knownRoots?: readonly Buffer[];
  /** The time of the verification. Default: now. */
  now?: Date;
  /** Total time limit. Default: 2,000 ms. Anything unfinished by then is `unsupported`, never green. */
  milliseconds?: number;
}

/** A report by the rules, and the pages to render for a visual check, or null if nothing follows any signature. */
export interface PlannedVerification {
  report: VerificationReport;
  plan: PicturePlan | null;
}

/**
 * Verifies every signature of a PDF (docs/spec/verification.md#checks-that-decide) by rules alone, without rendering.
 * Trust never makes a modified file green or an intact one red. Throws only PdfError (`not_a_pdf`, `damaged`,
 * `encrypted`, `too_large`), and only for a file that cannot be opened and contains no signature.
 */
export function verifyPdf(source: ByteSource, options: VerifyOptions = {}): VerificationReport {
  return verifyByRules(source, options).report;
}

/** Like `verifyPdf`, with a plan of the pages to render. */
export function verifyAndPlan(source: ByteSource, options: VerifyOptions = {}): PlannedVerification {
  const { report, document } = verifyByRules(source, options);
  return { report, plan: document && planPictures(document, report.signatures) };
}

function verifyByRules(
  source: ByteSource,
  options: VerifyOptions,
): { report: VerificationReport; document: PdfDocument | null } {
  const deadline = new Deadline(options.milliseconds ?? defaultMilliseconds);
  const opened = openSigned(source);
  if ("damage" in opened) {
    const report = toReport(
      {
        fileDigest: hashRanges(source, []).file,
        records: [unreachableSignature(opened.damage)],
        warnings: [],
        notices: [],
      },
      null,
    );
    return { report, document: null };
  }
  const { document, signatures } = opened;
  const anchors: TrustAnchors = {
    ours: options.ours?.rootCertificates ?? [],
    known: options.knownRoots ?? [],
    revocationLists: options.ours?.revocationLists ?? [],
  };
  const outcome = verifySignatures(document, signatures, { anchors, deadline, now: options.now ?? new Date() });
  const warnings = [...outcome.warnings, ...listShadowContent(document)];
  const report = toReport({ ...outcome, warnings }, completenessOf(document, outcome.records));
  return { report, document };
}

function openSigned(
  source: ByteSource,
): { document: PdfDocument; signatures: readonly FilledSignature[] } | { damage: string } {
  let document: PdfDocument | null = null;
  try {
    document = PdfDocument.open(source, verifyLimits);
    return { document, signatures: findSignatures(document) };
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === "not_a_pdf") {
      throw error;
    }
    if (document?.isEncrypted) {
      throw new PdfError("encrypted", "the form cannot be read without decrypting it");
    }
    if (!claimsSignature(source)) {
      throw error;
    }
    const rebuilt = document === null ? openMisplaced(source) : null;
    return rebuilt ? { document: rebuilt, signatures: findSignatures(rebuilt) } : { damage: error.detail };
  }
}

function toReport(
  { fileDigest, records, warnings, notices }: SignaturesOutcome,
  completeness: Completeness | null,
): VerificationReport {
  const { texts, findings } = reportedList(
    warnings.filter((one, index) => warnings.findIndex((other) => isSameFinding(one, other)) === index),
  );
  return {
    verdict: worstOf(records.map((record) => record.verdict)),
    sha256: fileDigest.toString("hex"),
    signatures: records,
    warnings: texts,
    warningFindings: findings,
    notices,
    completeness,
  };
}

const signerField = /-s\d+$/;

/**
 * The progress of a document that Paraph prepared, from its field names: one for each signer, one for the seal. Null
 * for any other file. The seal locks the fields of withdrawn signers, so a sealed document is complete even if they
 * did not sign. If a file was prepared more than once, the result concerns the first incomplete preparation.
 */
function completenessOf(document: PdfDocument, records: readonly SignatureRecord[]): Completeness | null {
  const names = orWhenUnreadable(() => formFieldsOf(document), [])
    .filter(({ type }) => type === "Sig")
    .map(({ name }) => name);
  const files = [...new Set(names.flatMap((name) => fileOfField(name) ?? []))];
  const stages = files.flatMap((file) => stageOf(file, names, records) ?? []);
  return stages.find(({ code }) => code === "incomplete") ?? stages.at(-1) ?? null;
}

function stageOf(file: string, names: readonly string[], records: readonly SignatureRecord[]): Completeness | null {
  const seal = sealFieldName(file);
  const prepared = new Set(names.filter((name) => fileOfField(name) === file && signerField.test(name)));
  if (prepared.size === 0 && !names.includes(seal)) {
    return null;
  }
  const sealed = records.find(({ field }) => field === seal);
  if (sealed && isSound(sealed)) {
    return { code: "complete", file };
  }
  const signed = [...prepared].filter((name) =>
    records.some((record) => record.field === name && isSound(record)),
  ).length;
  return { code: "incomplete", file, signed, prepared: prepared.size, sealed: sealed !== undefined };
}

function isSound({ kind, intact }: SignatureRecord): boolean {
  return kind === "signature" && intact;
}

/**
 * Whether a file that cannot be opened contains an apparent signature. Its verdict is then `invalid`, instead of an
 * error that the file could not be read.
 */
function claimsSignature(source: ByteSource): boolean {
  const at = indexOf(source, "/ByteRange", 0, source.size);
  return at >= 0 && indexOf(source, "/Contents", Math.max(0, at - 64 * 1024), source.size) >= 0;
}

/** The record of a signature that the file claims to have but that cannot be reached. */
function unreachableSignature(detail: string): SignatureRecord {
  const decidedBy = finding("file_damaged", { detail });
  return {
    field: "",
    kind: "signature",
    role: "person",
    verdict: "invalid",
    explanation: findingText(decidedBy),
    decidedBy: toReported(decidedBy),
    intact: false,
    coverage: "unclear",
    pictures: notCompared,
    changes: { level: "none", items: [], findings: [] },
    cms: {
      status: "invalid",
      subFilter: null,
      digestAlgorithm: null,
      signatureAlgorithm: null,
      problems: [],
      findings: [],
    },
    signedRevision: null,
    chain: "unknown",
    certificates: [],
    chainProblems: [],
    chainFindings: [],
    revocation: revocationUnknown,
    timestamp: noTimestamp,
    contentTimestamp: noTimestamp,
    etsi: { indication: "TOTAL_FAILED", subIndication: "FORMAT_FAILURE" },
    level: null,
    signedAt: null,
    signer: null,
    proof: null,
    reason: null,
    location: null,
  };
}

const activeKeys = [
  ["OpenAction", "open_action"],
  ["AA", "reading_actions"],
] as const;

/**
 * Notices for a careful reader although no signature is broken: content that can change the display without
 * changing a signed byte, and that was present when its signers signed.
 */
function listShadowContent(document: PdfDocument): Finding[] {
  const misplaced = isMisplaced(document) ? [finding("cross_references_misplaced")] : [];
  const found = [activeContent, embeddedFiles, pageContent].flatMap((list) =>
    orWhenUnreadable(() => list(document), []),
  );
  const encrypted = document.isEncrypted ? [finding("content_encrypted")] : [];
  return [...misplaced, ...encrypted, ...found];
}

function activeContent(document: PdfDocument): Finding[] {
  const catalog = document.catalog();
  const found: Finding[] = activeKeys.filter(([key]) => isRunning(document, key)).map(([, code]) => finding(code));
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  if (names?.value.entries.has("JavaScript")) {
    found.push(finding("javascript"));
  }
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  if (form?.value.entries.has("XFA")) {
    found.push(finding("xfa_form"));
  }
  return found;
}

// An initial view (GoTo) is not an action.
function isRunning(document: PdfDocument, key: string): boolean {
  const catalog = document.catalog();
  const action = document.dict(catalog.value.entries.get(key), catalog.bytes);
  return action !== null && document.name(action.value.entries.get("S")) !== "GoTo";
}

function embeddedFiles(document: PdfDocument): Finding[] {
  const catalog = document.catalog();
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  const files = names?.value.entries.has("EmbeddedFiles") ?? false;
  const associated = document.array(catalog.value.entries.get("AF"), catalog.bytes)?.value.items.length ?? 0;
  return files || associated > 0 ? [finding("embedded_files")] : [];
}

/**
 * Only the first pages of a long document are checked, because more would take as long as hashing the file. An
 * unchecked page does not cause a warning.
 */
function pageContent(document: PdfDocument): Finding[] {
  const findings = findShadowContent(document, readFirstPages(document, VERIFICATION_LOOK.pages), VERIFICATION_LOOK);
  return findings
    .filter(({ code }) => code !== "page_not_looked_at")
    .map(({ code, page, count }) => finding(code, { page, count }));
}
