import { createHash, type X509Certificate } from "node:crypto";
import { digestNameOf, digestOptionsOf } from "@/lib/pades/verify/cms/algorithms";
import { BerError, childrenOf, octetsOf, readBer, Tag, timeOf, type BerNode } from "@/lib/pades/verify/cms/ber";
import { checkCms, type CmsOutcome } from "@/lib/pades/verify/cms/cms-check";
import { readAlgorithm, readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { commonNameOf } from "@/lib/pades/verify/cms/common-name";
import { readCertificate } from "@/lib/pades/verify/trust/certificate";
import { checkTimestampUsage } from "@/lib/pades/verify/trust/signer-usage";

const tstInfoOid = "1.2.840.113549.1.9.16.1.4";

/** An RFC 3161 TimeStampToken, taken apart but not yet judged. */
export interface TimestampToken {
  cms: CmsSignature;
  /** The TSTInfo as signed. */
  info: Buffer;
  imprintDigest: string | null;
  imprint: Buffer;
  at: Date | null;
}

export interface TimestampOutcome {
  /** Whether the token itself is sound and speaks of these bytes. */
  status: "valid" | "invalid";
  at: Date | null;
  authority: string | null;
  problem: string | null;
}

/** Throws BerError when the bytes are no timestamp token (RFC 3161 2.4.2). */
export function readTimestampToken(bytes: Buffer): TimestampToken {
  return toTimestampToken(readCms(bytes));
}

/** The same for a CMS that was read before. */
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
 * Judges a token whose signature was checked against the digest that its imprint must equal. The token must be signed by
 * the certificate it pins, and that certificate must be meant for timestamping (RFC 3161 2.3). Trust in the authority is
 * not asked here.
 */
export function judgeToken(token: TimestampToken, outcome: CmsOutcome, imprinted: Buffer | null): TimestampOutcome {
  const authority = outcome.signer ? commonNameOf(outcome.signer.subject) : null;
  const problem = problemOf(token, outcome, imprinted);
  return { status: problem === null ? "valid" : "invalid", at: token.at, authority, problem };
}

function problemOf(token: TimestampToken, outcome: CmsOutcome, imprinted: Buffer | null): string | null {
  if (outcome.status !== "valid") {
    return outcome.problems.join("; ");
  }
  if (!imprinted?.equals(token.imprint)) {
    return "the timestamp was made for other bytes";
  }
  if (!token.at) {
    return "the timestamp has no readable time";
  }
  if (!outcome.pinsSigner) {
    return "the timestamp does not name its signing certificate";
  }
  // Some authorities sign them as they stand; strict readers sort them first and find the signature broken.
  if (!token.cms.attributesInOrder) {
    return "the timestamp's attributes are not signed in the order of DER";
  }
  return outcome.signer ? certificateProblemOf(outcome.signer, token.at) : "the timestamp's certificate is missing";
}

function certificateProblemOf(signer: X509Certificate, at: Date): string | null {
  const certificate = readCertificate(signer.raw);
  if (!certificate) {
    return "the timestamp's certificate cannot be read";
  }
  const isInForce = certificate.notBefore <= at && at <= certificate.notAfter;
  return (
    checkTimestampUsage(certificate)[0]?.text ??
    (isInForce ? null : "the certificate was not valid at the time that the timestamp names")
  );
}

/** A token that was judged, with what trust in it is asked of. */
export interface CheckedToken {
  outcome: TimestampOutcome;
  cms: CmsSignature | null;
  signer: X509Certificate | null;
}

/** Judges a token in an attribute. `digestOf` answers what its imprint must equal, under the digest that it names; null when that cannot be told. */
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
      problem: `the timestamp is badly encoded: ${error.message}`,
    };
    return { outcome, cms: null, signer: null };
  }
}

/** Judges a signature timestamp among the unsigned attributes, whose imprint is over the signature value (RFC 3161 appendix A). */
export function checkSignatureTimestamp(value: BerNode, signature: Buffer): CheckedToken {
  return checkTokenIn(value, (digest) => createHash(digest, digestOptionsOf(digest)).update(signature).digest());
}
