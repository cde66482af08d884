import { createHash, type X509Certificate } from "node:crypto";
import { digestNameOf, digestOptionsOf } from "@/lib/pades/verify/cms/algorithms";
import { readCertificate } from "@/lib/pades/verify/cms/certificate";
import { checkCms, type CmsOutcome } from "@/lib/pades/verify/cms/cms-check";
import { readAlgorithm, readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { checkTimestampUsage } from "@/lib/pades/verify/trust/check-path";
import { BerError, childrenOf, octetsOf, readBer, Tag, timeOf, type BerNode } from "@/lib/x509/ber";
import { displayNameOf } from "@/lib/x509/distinguished-name";

const tstInfoOid = "1.2.840.113549.1.9.16.1.4";

/** An RFC 3161 TimeStampToken, parsed but not checked. */
export interface TimestampToken {
  cms: CmsSignature;
  /** The TSTInfo exactly as signed. */
  info: Buffer;
  imprintDigest: string | null;
  imprint: Buffer;
  at: Date | null;
}

export interface TimestampOutcome {
  /** Whether the token itself is valid and its imprint matches these bytes. */
  status: "valid" | "invalid";
  at: Date | null;
  authority: string | null;
  /** Why it is invalid. Empty for a valid one. */
  problems: Finding[];
}

/** Throws BerError when the bytes are not a timestamp token (RFC 3161 2.4.2). */
export function readTimestampToken(bytes: Buffer): TimestampToken {
  return toTimestampToken(readCms(bytes));
}

/** Like `readTimestampToken`, for a CMS that has been read already. */
export function toTimestampToken(cms: CmsSignature): TimestampToken {
  if (cms.contentType !== tstInfoOid || !cms.content) {
    throw new BerError("not a timestamp token");
  }
  const [, , imprint, , time] = childrenOf(readBer(cms.content));
  const [algorithm, hash] = imprint ? childrenOf(imprint) : [];
  if (!algorithm || !hash || !time) {
    throw new BerError("the timestamp is incomplete");
  }
  return {
    cms,
    info: cms.content,
    imprintDigest: digestNameOf(readAlgorithm(algorithm).oid),
    imprint: octetsOf(hash),
    at: time.tag === Tag.generalizedTime ? timeOf(time) : null,
  };
}

/** Checks the token's own signature over its TSTInfo. */
export function checkTokenSignature(token: TimestampToken): CmsOutcome {
  const digest = digestNameOf(token.cms.digestAlgorithm);
  const infoDigest = digest ? createHash(digest, digestOptionsOf(digest)).update(token.info).digest() : null;
  return checkCms(token.cms, { digest: infoDigest, feed: (sink) => sink(token.info) });
}

/**
 * Judges a token whose signature was checked against the digest that its imprint must equal. The token must be signed
 * by the certificate it identifies, and that certificate must be meant for timestamping (RFC 3161 2.3). Does not
 * check trust in the authority.
 */
export function judgeToken(token: TimestampToken, outcome: CmsOutcome, imprinted: Buffer | null): TimestampOutcome {
  const authority = outcome.signer ? displayNameOf(outcome.signer) : null;
  const problems = problemsOf(token, outcome, imprinted);
  return { status: problems.length === 0 ? "valid" : "invalid", at: token.at, authority, problems };
}

function problemsOf(token: TimestampToken, outcome: CmsOutcome, imprinted: Buffer | null): Finding[] {
  if (outcome.status !== "valid") {
    return outcome.problems;
  }
  if (!imprinted?.equals(token.imprint)) {
    return [finding("timestamp_of_other_bytes")];
  }
  if (!token.at) {
    return [finding("timestamp_without_time")];
  }
  if (!outcome.pinsSigner) {
    return [finding("timestamp_signer_not_named")];
  }
  // Some authorities sign them unsorted. Strict readers sort them first and find the signature broken.
  if (!token.cms.attributesInOrder) {
    return [finding("timestamp_attributes_unordered")];
  }
  return outcome.signer ? certificateProblems(outcome.signer, token.at) : [finding("timestamp_certificate_missing")];
}

function certificateProblems(signer: X509Certificate, at: Date): Finding[] {
  const certificate = readCertificate(signer.raw);
  if (!certificate) {
    return [finding("timestamp_certificate_unreadable")];
  }
  const isInForce = certificate.notBefore <= at && at <= certificate.notAfter;
  const [usage] = checkTimestampUsage(certificate);
  if (usage) {
    return [usage.finding];
  }
  return isInForce ? [] : [finding("timestamp_certificate_out_of_force")];
}

/** A verified token, with the data that the trust check needs. */
export interface CheckedToken {
  outcome: TimestampOutcome;
  cms: CmsSignature | null;
  signer: X509Certificate | null;
}

/**
 * Verifies a token in an attribute. `digestOf` returns the expected imprint for the token's digest algorithm, or null
 * if it cannot be computed.
 */
export function checkTokenIn(value: BerNode, digestOf: (digest: string) => Buffer | null): CheckedToken {
  try {
    const token = readTimestampToken(value.bytes.subarray(value.start, value.end));
    const checked = checkTokenSignature(token);
    const imprinted = token.imprintDigest ? digestOf(token.imprintDigest) : null;
    return { outcome: judgeToken(token, checked, imprinted), cms: token.cms, signer: checked.signer };
  } catch (error) {
    if (!(error instanceof BerError)) {
      throw error;
    }
    const outcome: TimestampOutcome = {
      status: "invalid",
      at: null,
      authority: null,
      problems: [finding("timestamp_badly_encoded", { detail: error.message })],
    };
    return { outcome, cms: null, signer: null };
  }
}

/**
 * Judges a signature timestamp among the unsigned attributes, whose imprint covers the signature value (RFC 3161
 * appendix A).
 */
export function checkSignatureTimestamp(value: BerNode, signature: Buffer): CheckedToken {
  return checkTokenIn(value, (digest) => createHash(digest, digestOptionsOf(digest)).update(signature).digest());
}
