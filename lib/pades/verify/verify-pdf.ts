import { completenessOf } from "@/lib/pades/verify/completeness";
import { Deadline } from "@/lib/pades/verify/deadline";
import { hashRanges } from "@/lib/pades/verify/hash-ranges";
import { verifyLimits } from "@/lib/pades/verify/limits";
import { openMisplaced } from "@/lib/pades/verify/misplaced/open-misplaced";
import type { PicturePlan } from "@/lib/pades/verify/pictures/picture-plan";
import { planPictures } from "@/lib/pades/verify/pictures/plan-pictures";
import { worstOf, type Completeness, type Verdict, type VerificationReport } from "@/lib/pades/verify/report";
import { claimsSignature, unreachableSignature } from "@/lib/pades/verify/salvage";
import { listShadowContent } from "@/lib/pades/verify/shadow-content";
import { findSignatures, type FilledSignature } from "@/lib/pades/verify/signature-fields";
import type { TrustAnchors } from "@/lib/pades/verify/trust/gather-material";
import { verifySignatures, type SignaturesOutcome } from "@/lib/pades/verify/verify-signatures";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";

const defaultMilliseconds = 2000;

export interface VerifyOptions {
  /** This instance's trust; without it no chain is `ours`. */
  ours?: {
    /** DER of the root certificates, old ones included, and of certificates that replace our own for certifying and sealing. */
    rootCertificates: readonly Buffer[];
    /** DER of the revocation lists of our own authorities, as of now. */
    revocationLists?: readonly Buffer[];
  };
  /** DER of roots known from elsewhere: whose paths lead there are `known`. */
  knownRoots?: readonly Buffer[];
  /** The time of the verification; default now. */
  now?: Date;
  /** Time for everything; default 2,000 ms. What is left then is `unsupported`, never green. */
  milliseconds?: number;
}

/** A report by the rules, and what is to be drawn to check it by pictures; null where nothing follows any signature. */
export interface PlannedVerification {
  report: VerificationReport;
  plan: PicturePlan | null;
}

/**
 * Verifies every signature of any PDF (docs/spec/verification.md#checks-that-decide), by rules alone: nothing is drawn. Trust never turns a modified file green nor an intact
 * one red. Throws PdfError (`not_a_pdf`, `damaged`, `encrypted`, `too_large`) for a file that cannot be
 * opened and claims no signature; nothing else.
 */
export function verifyPdf(source: ByteSource, options: VerifyOptions = {}): VerificationReport {
  return verifyByRules(source, options).report;
}

/** The same, with a plan of what to draw. Throws what `verifyPdf` throws. */
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
  return {
    verdict: worstOf(records.map((record) => record.verdict)),
    sha256: fileDigest.toString("hex"),
    signatures: records,
    warnings: [...new Set(warnings)],
    notices,
    completeness,
  };
}

/** Whether a verdict tells a reader that the document is as it was signed. */
export function isGreen(verdict: Verdict): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}
