/** Worst last (SIGNING.md section 6): the file's verdict is the worst of its signatures'. `none`: nothing is signed. */
export const verdicts = ["none", "intact", "intact_later_allowed", "unsupported", "modified", "invalid"] as const;
export type Verdict = (typeof verdicts)[number];
export type SignatureVerdict = Exclude<Verdict, "none">;

export type Coverage = "whole_file" | "revision" | "contiguous" | "unclear";
export type ChangeLevel = "none" | "permitted" | "not_permitted";
export type ChainName = "ours" | "known" | "unknown";
/** ETSI EN 319 142-1 baseline levels; "CMS" is a signature that is none of them (adbe.pkcs7.detached without a pinned signer). */
export type PadesLevel = "CMS" | "B-B" | "B-T" | "B-LT" | "B-LTA";

export interface SignerDetails {
  subject: string;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  email?: string;
}

export interface Changes {
  level: ChangeLevel;
  /** What happened to the document after this signature, in plain words. */
  items: string[];
}

export interface CmsReport {
  status: "valid" | "invalid" | "unsupported";
  subFilter: string | null;
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  problems: string[];
}

export interface TimestampReport {
  /** A bad timestamp is not credited; it never decides the verdict. */
  status: "none" | "valid" | "invalid";
  at: string | null;
  authority: string | null;
  problem: string | null;
}

export interface SignatureRecord {
  /** Fully qualified name of the signature field. */
  field: string;
  kind: "signature" | "doc_timestamp";
  verdict: SignatureVerdict;
  /** The sentence that decided the verdict. */
  explanation: string;
  /** Whether the signed bytes are the ones that were signed. */
  intact: boolean;
  coverage: Coverage;
  changes: Changes;
  cms: CmsReport;
  chain: ChainName;
  timestamp: TimestampReport;
  /** Null for a document timestamp. */
  level: PadesLevel | null;
  /** The credited timestamp's time, else the time that the signer claims. ISO 8601 UTC, or null. */
  signedAt: string | null;
  signer: SignerDetails | null;
  /** What the signer gave as the reason (`/Reason`), or null. */
  reason: string | null;
}

export interface VerificationReport {
  verdict: Verdict;
  /** Lower-case hex SHA-256 of the whole file. */
  sha256: string;
  signatures: SignatureRecord[];
  /** What a careful reader should look at although it decides no verdict. */
  warnings: string[];
}

export function worstOf(verdictList: readonly Verdict[]): Verdict {
  return verdictList.reduce((worst, verdict) => (verdicts.indexOf(verdict) > verdicts.indexOf(worst) ? verdict : worst), "none");
}
