import { singleValue } from "@/lib/pades/verify/cms/cms-read";
import { notCompared, nothingLater } from "@/lib/pades/verify/report/picture-report";
import type { PdfDocument } from "@/lib/pdf/document";
import { readStatedProof } from "@/lib/platform/signed-texts";
import { BerError, timeOf } from "@/lib/x509/ber";
import type { CheckedChanges } from "./check-changes";
import { describeSigner } from "./cms/chain";
import { locationOf, parsePdfDate, reasonOf, textEntry } from "./file/signature-fields";
import { findingText, toReported } from "./report/finding-text";
import {
  noTimestamp,
  revocationUnknown,
  verdictOf,
  type ChainName,
  type Changes,
  type FoundChanges,
  type SignatureRecord,
} from "./report/report";
import type { CheckedSignature } from "./trust/check-signature";
import type { ReadSignature } from "./trust/read-signature";
import { roleOf } from "./trust/signature-role";

const signingTimeOid = "1.2.840.113549.1.9.5";

/** Facts about a signature besides its own cryptography. */
export interface RecordParts {
  later: CheckedChanges;
  chain: ChainName;
  /** SHA-256 of everything up to the end of the signed range. */
  revision: Buffer | null;
}

/** Combines the two halves of a verification into one verdict. Trust results are filled in later. */
export function toRecord(
  document: PdfDocument,
  read: ReadSignature,
  checked: CheckedSignature,
  { later, chain, revision }: RecordParts,
): SignatureRecord {
  const { signature, findings } = read;
  const reason = reasonOf(document, signature);
  const signer = checked.signer ? describeSigner(checked.signer) : null;
  const { verdict, decidedBy } = verdictOf(findings, later.changes.level === "permitted");
  return {
    field: signature.field,
    kind: signature.isTimestamp ? "doc_timestamp" : "signature",
    role: roleOf({
      field: signature.field,
      chain,
      verdict,
      reason,
      certificate: checked.signer,
    }),
    verdict,
    explanation: findingText(decidedBy),
    decidedBy: toReported(decidedBy),
    intact: checked.cms.status === "valid" && findings.invalid.length === 0,
    coverage: later.coverage,
    changes: toChanges(later.changes),
    pictures: later.coverage === "whole_file" ? nothingLater : notCompared,
    cms: checked.cms,
    signedRevision: read.range && revision ? { end: read.range.end, sha256: revision.toString("hex") } : null,
    chain,
    certificates: [],
    chainProblems: [],
    chainFindings: [],
    revocation: revocationUnknown,
    timestamp: noTimestamp,
    contentTimestamp: noTimestamp,
    etsi: { indication: "INDETERMINATE", subIndication: null },
    level: null,
    signedAt: null,
    signer,
    // Anybody else may write such a text into a certificate.
    proof:
      chain === "ours" && checked.cms.status === "valid"
        ? readStatedProof(signer?.name.organizationalUnit ?? null)
        : null,
    reason,
    location: locationOf(document, signature),
  };
}

export function toChanges({ level, findings }: FoundChanges): Changes {
  const reported = findings.map(toReported);
  return { level, items: reported.map(({ text }) => text), findings: reported };
}

/**
 * The claimed time: PAdES uses /M (ETSI EN 319 142-1, 5.3), older signatures the signed attribute. Null if there is
 * neither.
 */
export function claimedTime(document: PdfDocument, read: ReadSignature): Date | null {
  const claimed = document.isEncrypted ? null : parsePdfDate(textEntry(document, read.signature.dictionary, "M"));
  return claimed ?? signingTime(read);
}

function signingTime(read: ReadSignature): Date | null {
  const value = read.cms ? singleValue(read.cms.signedAttributes, signingTimeOid) : null;
  try {
    return value ? timeOf(value) : null;
  } catch (error) {
    if (error instanceof BerError) {
      return null;
    }
    throw error;
  }
}
