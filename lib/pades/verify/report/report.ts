import type { StatedProof } from "@/lib/platform/signed-texts";
import type { DistinguishedName } from "@/lib/x509/distinguished-name";
import type { ReportedFinding } from "./finding-text";
import { finding, type Finding, type FindingCode } from "./findings";
import type { PictureReport } from "./picture-report";

/**
 * Worst last, the reverse of the table (docs/spec/verification.md#the-record-of-a-signature): a file's verdict is the
 * worst of its signatures. `none`: the file is unsigned.
 */
const verdicts = ["none", "intact", "intact_later_allowed", "unsupported", "modified", "invalid"] as const;
type Verdict = (typeof verdicts)[number];
export type SignatureVerdict = Exclude<Verdict, "none">;

/**
 * `person`: any other signature or timestamp. `certified`, `sealed`: this instance certified the document before the
 * first signature, or sealed it after the last one. `evidence`: its seal of an evidence document. `service`: made
 * with its seal key, in a field whose name has no known role.
 */
export const signatureRoles = ["person", "certified", "sealed", "evidence", "service"] as const;
export type SignatureRole = (typeof signatureRoles)[number];

export type Coverage = "whole_file" | "revision" | "contiguous" | "unclear";
type ChangeLevel = "none" | "permitted" | "not_permitted";
export type ChainName = "ours" | "known" | "unknown";
/**
 * ETSI EN 319 142-1 baseline levels. "CMS" is a signature without a level (adbe.pkcs7.detached without a
 * signing-certificate attribute).
 */
export type PadesLevel = "CMS" | "B-B" | "B-T" | "B-LT" | "B-LTA";

export interface SignerDetails {
  subject: string;
  /** The parsed `subject`. */
  name: DistinguishedName;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  email?: string;
}

/** Changes to the document after a signature. */
export interface FoundChanges {
  level: ChangeLevel;
  findings: Finding[];
}

/** `FoundChanges` in the report. `items` are the sentences of `findings`. */
export interface Changes {
  level: ChangeLevel;
  items: string[];
  findings: ReportedFinding[];
}

export interface CmsReport {
  status: "valid" | "invalid" | "unsupported";
  subFilter: string | null;
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  problems: string[];
  /** The findings that `problems` were rendered from. */
  findings: ReportedFinding[];
}

/**
 * One certificate of a path. Times are ISO 8601 UTC, the serial number is upper-case hex, and the digest of its DER
 * is lower-case hex.
 */
export interface PathCertificate {
  subject: string;
  /** The parsed `subject`. */
  name: DistinguishedName;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  sha256: string;
}

/**
 * The revocation status of a certificate according to the available data: the worst status on its path below the
 * anchor. Nothing is fetched.
 */
export interface RevocationReport {
  /**
   * `not_needed`: the certificate states that no revocation will ever be available (RFC 9608), or is itself an
   * anchor.
   */
  status: "good" | "revoked" | "unknown" | "not_needed";
  source: "ocsp" | "crl" | null;
  /** The time of the OCSP response or CRL. */
  at: string | null;
  revokedAt: string | null;
  problem: string | null;
  /** The finding that `problem` was rendered from. */
  finding: ReportedFinding | null;
}

export interface TimestampReport {
  /** An invalid timestamp is ignored and never changes the verdict. */
  status: "none" | "valid" | "invalid";
  at: string | null;
  authority: string | null;
  problem: string | null;
  /** The finding that `problem` was rendered from. */
  findings: ReportedFinding[];
  /** The chain of the authority's certificate. */
  chain: ChainName;
  revocation: RevocationReport;
}

/** The bytes `[0, end)` that a signature covers, including `/Contents`: what its signer saw. Lower-case hex. */
interface SignedRevision {
  end: number;
  sha256: string;
}

export type EtsiIndication = "TOTAL_PASSED" | "INDETERMINATE" | "TOTAL_FAILED";

/** The result according to ETSI EN 319 102-1, 5.1.3, for comparison with other validators. */
export interface EtsiResult {
  indication: EtsiIndication;
  subIndication: string | null;
}

export interface SignatureRecord {
  /** Fully qualified name of the signature field. */
  field: string;
  kind: "signature" | "doc_timestamp";
  role: SignatureRole;
  verdict: SignatureVerdict;
  /** The sentence that decided the verdict. */
  explanation: string;
  /** The finding that `explanation` was rendered from. */
  decidedBy: ReportedFinding;
  /** Whether the signed bytes are unchanged. */
  intact: boolean;
  coverage: Coverage;
  changes: Changes;
  /** Whether the signed content still looks the same. `not_compared` unless pictures were requested. */
  pictures: PictureReport;
  cms: CmsReport;
  signedRevision: SignedRevision | null;
  chain: ChainName;
  /** The path from the signer towards an anchor, signer first, as far as it could be built. */
  certificates: PathCertificate[];
  /** Problems of the path or its certificates, as readable text. Never decides the verdict. */
  chainProblems: string[];
  chainFindings: ReportedFinding[];
  revocation: RevocationReport;
  timestamp: TimestampReport;
  /** A content timestamp, made before signing. It proves the earliest possible time and is informational only. */
  contentTimestamp: TimestampReport;
  etsi: EtsiResult;
  /** Null for a document timestamp. */
  level: PadesLevel | null;
  /** The time of the accepted timestamp, or else the time claimed by the signer. ISO 8601 UTC, or null. */
  signedAt: string | null;
  signer: SignerDetails | null;
  /**
   * How the signer was identified, as stated by a certificate of this instance. Null for any other certificate and for
   * an invalid CMS.
   */
  proof: StatedProof | null;
  /** The signer's reason (`/Reason`), or null. */
  reason: string | null;
  /** The signer's location (`/Location`), or null. */
  location: string | null;
}

/**
 * The progress of a document that Paraph prepared. `file` is the uuid in its field names. For an incomplete document,
 * `sealed` means that the seal's field contains a signature, which is then not sound.
 */
export type Completeness =
  | { code: "complete"; file: string }
  | { code: "incomplete"; file: string; signed: number; prepared: number; sealed: boolean };

/** A notice that decides no verdict. Rectangles are llx, lly, urx, ury in points of default user space. */
export type Notice =
  /**
   * A signature field that was added, or signed, after the signatures in `unseenBy` is visible on a page (counted
   * from 1, null if unknown).
   */
  | {
      code: "later_signature_shown";
      field: string;
      signer: string | null;
      page: number | null;
      rect: [number, number, number, number] | null;
      unseenBy: string[];
    }
  /**
   * A checkbox or radio button over text of a page was checked or unchecked after the signatures in `unseenBy`. Its
   * appearance may hide the text.
   */
  | {
      code: "box_over_text_changed";
      field: string;
      page: number | null;
      rect: [number, number, number, number] | null;
      unseenBy: string[];
    }
  /**
   * A signature carries an invalid timestamp. Anyone may have damaged it, because it is not part of the signed bytes.
   */
  | { code: "timestamp_not_credited"; field: string; problem: string }
  /** The signature carries an unsigned attribute that this verifier does not support. */
  | { code: "unsigned_attribute_unknown"; field: string; oid: string }
  /**
   * The prepared fields of `file` in `fields` were signed, and the file sealed, under another authority than its
   * certification.
   */
  | { code: "authority_changed"; file: string; fields: string[] }
  /**
   * The fields refer to a document of this instance, but no key of this instance signed in them. Reported only by the
   * server.
   */
  | { code: "not_signed_here"; file: string }
  /**
   * The document of this instance has been completed, and this file is an earlier state. Reported only by the server.
   */
  | { code: "completed_since"; file: string };

export interface VerificationReport {
  verdict: Verdict;
  /** Lower-case hex SHA-256 of the whole file. */
  sha256: string;
  signatures: SignatureRecord[];
  /** Notices for a careful reader. They decide no verdict. */
  warnings: string[];
  /** The findings that `warnings` were rendered from. */
  warningFindings: ReportedFinding[];
  /**
   * Further findings as codes and parameters. A later signature whose warning states what it covers is listed here as
   * well.
   */
  notices: Notice[];
  /** Null for a file that Paraph did not prepare. It affects the outcome, but not the verdict. */
  completeness: Completeness | null;
}

/**
 * The verdict combined with everything else that determines whether to rely on a file: `incomplete` and `superseded`
 * for an intact file that was prepared for signing and is not sealed, `not_signed_here` for an intact file that
 * refers to a document of this instance, `authority_changed` for an intact file that was completed under another
 * authority than the one that certified it, without anything in the file to vouch for it, and `content_added` for an
 * intact file with a filled field, or a signature over content, that an earlier signer did not see.
 */
export const outcomes = [
  ...verdicts,
  "incomplete",
  "superseded",
  "not_signed_here",
  "authority_changed",
  "content_added",
] as const;
export type Outcome = (typeof outcomes)[number];

/** For an unsound file, the outcome is the verdict, because its progress does not matter then. */
export function outcomeOf({
  verdict,
  notices,
  completeness,
  warningFindings,
}: Pick<VerificationReport, "verdict" | "notices" | "completeness" | "warningFindings">): Outcome {
  const has = (code: Notice["code"]): boolean => notices.some((notice) => notice.code === code);
  if (!isGreen(verdict)) return verdict;
  if (has("not_signed_here")) return "not_signed_here";
  if (has("authority_changed")) return "authority_changed";
  if (completeness?.code === "incomplete") return has("completed_since") ? "superseded" : "incomplete";
  return warningFindings.some(({ code }) => unseenContent.has(code)) ? "content_added" : verdict;
}

const unseenContent: ReadonlySet<FindingCode> = new Set([
  "later_signature_covers",
  "filled_field_covers",
  "field_filled_since",
  "more_fields_filled_since",
]);

/**
 * The records whose revisions a signer vouches for: intact signatures, and the document timestamps before the first
 * of them. Later timestamps belong to the signatures.
 */
export function witnessesAmong(records: readonly SignatureRecord[]): SignatureRecord[] {
  const intact = records.filter((record) => record.intact && record.signedRevision !== null);
  const endOf = ({ signedRevision }: SignatureRecord): number => signedRevision?.end ?? 0;
  const first = Math.min(...intact.filter(({ kind }) => kind === "signature").map(endOf));
  return intact.filter((record) => record.kind === "signature" || endOf(record) < first);
}

export const revocationUnknown: RevocationReport = {
  status: "unknown",
  source: null,
  at: null,
  revokedAt: null,
  problem: null,
  finding: null,
};
export const noTimestamp: TimestampReport = {
  status: "none",
  at: null,
  authority: null,
  problem: null,
  findings: [],
  chain: "unknown",
  revocation: revocationUnknown,
};

export function worstOf(verdictList: readonly Verdict[]): Verdict {
  return verdictList.reduce(
    (worst, verdict) => (verdicts.indexOf(verdict) > verdicts.indexOf(worst) ? verdict : worst),
    "none",
  );
}

/** Findings against a signature, grouped by the verdict that they cause. */
export interface Findings {
  invalid: Finding[];
  modified: Finding[];
  unsupported: Finding[];
}

export function noFindings(): Findings {
  return { invalid: [], modified: [], unsupported: [] };
}

/**
 * The verdict in the order of docs/spec/verification.md#the-record-of-a-signature, with the finding that decided it.
 */
export function verdictOf(findings: Findings, changed: boolean): { verdict: SignatureVerdict; decidedBy: Finding } {
  for (const verdict of ["invalid", "modified", "unsupported"] as const) {
    const [first] = findings[verdict];
    if (first !== undefined) {
      return { verdict, decidedBy: first };
    }
  }
  if (changed) {
    return { verdict: "intact_later_allowed", decidedBy: finding("only_permitted_changes") };
  }
  return { verdict: "intact", decidedBy: finding("nothing_changed") };
}

/** Whether a verdict means that the document is unchanged since it was signed. */
export function isGreen(verdict: Verdict): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}
