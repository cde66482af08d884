import type { X509Certificate } from "node:crypto";
import { describeAlgorithm, digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { checkCms, dataOid, fail, type CmsFailure, type CmsOutcome } from "@/lib/pades/verify/cms/cms-check";
import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { feedRanges } from "@/lib/pades/verify/cms/hash-ranges";
import { toReported } from "@/lib/pades/verify/report/finding-text";
import { finding } from "@/lib/pades/verify/report/findings";
import type { CmsReport } from "@/lib/pades/verify/report/report";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import type { ReadSignature } from "./read-signature";
import {
  checkSignatureTimestamp,
  checkTokenIn,
  checkTokenSignature,
  judgeToken,
  type CheckedToken,
  type TimestampToken,
} from "./timestamp-token";

const signatureTimestampOid = "1.2.840.113549.1.9.16.2.14";
const contentTimestampOid = "1.2.840.113549.1.9.16.2.20";
/** SubFilters that require signed attributes. */
const withAttributes = new Set(["ETSI.CAdES.detached", "PBAD.PAdES"]);
/** Limit of timestamps checked per signature. */
const mostTokens = 8;

/** The cryptographic half of a record. Trust is assessed later, with all certificates of the file. */
export interface CheckedSignature {
  cms: CmsReport;
  /** The first problem in the CMS. */
  failure: CmsFailure | null;
  signer: X509Certificate | null;
  /** Timestamps over the signature value, or the document timestamp itself. */
  tokens: CheckedToken[];
  /** Content timestamps, made before signing (ETSI EN 319 122-1, 5.2.8). */
  contentTokens: CheckedToken[];
  /** Whether the signed attributes identify the signer's certificate. */
  pinsSigner: boolean;
}

/** Checks CMS and timestamps of a signature whose ranges have been hashed. Adds problems to its findings. */
export function checkSignature(source: ByteSource, read: ReadSignature, digest: Buffer | null): CheckedSignature {
  const { cms, findings } = read;
  if (!cms) {
    return {
      cms: toCmsReport(read, null),
      failure: null,
      signer: null,
      tokens: [],
      contentTokens: [],
      pinsSigner: false,
    };
  }
  const outcome = read.token
    ? checkTokenSignature(read.token)
    : requireAttributes(read, checkDetached(source, cms, read, digest));
  findings[outcome.status === "unsupported" ? "unsupported" : "invalid"].push(...outcome.problems);
  const isChanged = read.token !== null && digest !== null && !digest.equals(read.token.imprint);
  return {
    cms: toCmsReport(read, outcome),
    failure: outcome.failure ?? (isChanged ? "hash" : null),
    signer: outcome.signer,
    tokens: read.token ? [judgeImprint(read, read.token, outcome, digest)] : signatureTimestamps(cms),
    contentTokens: read.token ? [] : contentTimestamps(cms, digest),
    pinsSigner: outcome.pinsSigner,
  };
}

function checkDetached(source: ByteSource, cms: CmsSignature, read: ReadSignature, digest: Buffer | null): CmsOutcome {
  const { range } = read;
  const outcome = checkCms(cms, { digest, feed: (sink) => range && feedRanges(source, range, sink) });
  // ETSI EN 319 142-1, 6.3, and RFC 5652, 5.3: the bytes of a file are plain data. Programs may treat any other type
  // differently.
  return cms.contentType === dataOid
    ? outcome
    : fail(outcome, "invalid", "format", finding("content_type_not_data", { oid: cms.contentType }));
}

// ETSI EN 319 142-1, 6.3: message digest and signing certificate must be signed. The older kind may omit all
// attributes (ISO 32000-2, 12.8.3.3).
function requireAttributes({ cms, signature }: ReadSignature, outcome: CmsOutcome): CmsOutcome {
  if (!withAttributes.has(signature.subFilter ?? "") || outcome.status !== "valid" || outcome.pinsSigner) {
    return outcome;
  }
  if (cms?.signedAttributesBytes) {
    return {
      ...outcome,
      status: "unsupported",
      failure: "certificate",
      problems: [...outcome.problems, finding("signer_not_named")],
    };
  }
  return {
    ...outcome,
    status: "invalid",
    failure: "format",
    problems: [...outcome.problems, finding("attributes_missing")],
  };
}

function judgeImprint(
  { findings }: ReadSignature,
  token: TimestampToken,
  outcome: CmsOutcome,
  digest: Buffer | null,
): CheckedToken {
  if (!digest) {
    findings.unsupported.push(finding("timestamp_digest_unknown"));
  } else if (!digest.equals(token.imprint)) {
    findings.invalid.push(finding("imprint_mismatch"));
  }
  return { outcome: judgeToken(token, outcome, digest), cms: token.cms, signer: outcome.signer };
}

function signatureTimestamps(cms: CmsSignature): CheckedToken[] {
  const tokens = cms.unsignedAttributes.values.get(signatureTimestampOid) ?? [];
  return tokens.slice(0, mostTokens).map((token) => checkSignatureTimestamp(token, cms.signature));
}

// The imprint covers the content itself, which was hashed once, with the signature's own digest.
function contentTimestamps(cms: CmsSignature, digest: Buffer | null): CheckedToken[] {
  const tokens = cms.signedAttributes.values.get(contentTimestampOid) ?? [];
  return tokens
    .slice(0, mostTokens)
    .map((token) => checkTokenIn(token, (name) => (name === digestNameOf(cms.digestAlgorithm) ? digest : null)));
}

function toCmsReport(read: ReadSignature, outcome: CmsOutcome | null): CmsReport {
  const { cms, signature, findings } = read;
  const reported = (outcome?.problems ?? []).map(toReported);
  return {
    status: outcome?.status ?? (findings.invalid.length > 0 ? "invalid" : "unsupported"),
    subFilter: signature.subFilter,
    digestAlgorithm: cms ? (digestNameOf(cms.digestAlgorithm) ?? cms.digestAlgorithm) : null,
    signatureAlgorithm: cms ? describeAlgorithm(cms.signatureAlgorithm.oid) : null,
    problems: reported.map(({ text }) => text),
    findings: reported,
  };
}
