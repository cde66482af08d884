import type { X509Certificate } from "node:crypto";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { findChain, type TrustAnchors } from "@/lib/pades/verify/chain";
import { describeAlgorithm, digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { checkCms, type CmsOutcome } from "@/lib/pades/verify/cms/cms-check";
import type { CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import {
  checkSignatureTimestamp,
  checkTokenSignature,
  judgeToken,
  type TimestampOutcome,
} from "@/lib/pades/verify/cms/timestamp-token";
import { feedRanges } from "@/lib/pades/verify/hash-ranges";
import type { ReadSignature } from "@/lib/pades/verify/read-signature";
import type { ChainName, CmsReport, TimestampReport } from "@/lib/pades/verify/report";

const signatureTimestampOid = "1.2.840.113549.1.9.16.2.14";
/** Timestamps on one signature that are looked at. */
const mostTokens = 8;

const noTimestamp: TimestampReport = { status: "none", at: null, authority: null, problem: null };

/** The cryptographic half of a record. */
export interface CheckedSignature {
  cms: CmsReport;
  signer: X509Certificate | null;
  chain: ChainName;
  timestamp: TimestampReport;
  /** Whether the signed attributes name the signer's certificate. */
  pinsSigner: boolean;
}

/** Checks CMS, timestamp and chain of a signature whose ranges have been hashed. Adds what is wrong to its findings. */
export function checkSignature(source: ByteSource, read: ReadSignature, digest: Buffer | null, anchors: TrustAnchors): CheckedSignature {
  const { cms, findings } = read;
  if (!cms) {
    return { cms: toCmsReport(read, null), signer: null, chain: "unknown", timestamp: noTimestamp, pinsSigner: false };
  }
  const outcome = read.token ? checkTokenSignature(read.token) : checkDetached(source, cms, read, digest);
  findings[outcome.status === "unsupported" ? "unsupported" : "invalid"].push(...outcome.problems);
  return {
    timestamp: read.token ? judgeImprint(read, outcome, digest) : signatureTimestamp(cms),
    cms: toCmsReport(read, outcome),
    signer: outcome.signer,
    chain: outcome.signer ? findChain(outcome.signer, cms.certificates, anchors) : "unknown",
    pinsSigner: outcome.pinsSigner,
  };
}

function checkDetached(source: ByteSource, cms: CmsSignature, read: ReadSignature, digest: Buffer | null): CmsOutcome {
  const { range } = read;
  return checkCms(cms, { digest, feed: (sink) => range && feedRanges(source, range, sink) });
}

function judgeImprint(read: ReadSignature, outcome: CmsOutcome, digest: Buffer | null): TimestampReport {
  const { token, findings } = read;
  if (!token) {
    return noTimestamp;
  }
  if (!digest) {
    findings.unsupported.push("the timestamp's digest algorithm is not known");
  } else if (!digest.equals(token.imprint)) {
    findings.invalid.push("the timestamped bytes were changed: the imprint does not match");
  }
  return toTimestampReport(judgeToken(token, outcome, digest));
}

function signatureTimestamp(cms: CmsSignature): TimestampReport {
  const tokens = cms.unsignedAttributes.values.get(signatureTimestampOid) ?? [];
  const outcomes = tokens.slice(0, mostTokens).map((token) => checkSignatureTimestamp(token, cms.signature));
  const best = outcomes.find((outcome) => outcome.status === "valid") ?? outcomes[0];
  return best ? toTimestampReport(best) : noTimestamp;
}

function toTimestampReport({ status, at, authority, problem }: TimestampOutcome): TimestampReport {
  return { status, at: at?.toISOString() ?? null, authority, problem };
}

function toCmsReport(read: ReadSignature, outcome: CmsOutcome | null): CmsReport {
  const { cms, signature, findings } = read;
  return {
    status: outcome?.status ?? (findings.invalid.length > 0 ? "invalid" : "unsupported"),
    subFilter: signature.subFilter,
    digestAlgorithm: cms ? (digestNameOf(cms.digestAlgorithm) ?? cms.digestAlgorithm) : null,
    signatureAlgorithm: cms ? describeAlgorithm(cms.signatureAlgorithm.oid) : null,
    problems: outcome?.problems ?? [],
  };
}
