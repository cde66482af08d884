import type { X509Certificate } from "node:crypto";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { BerError, octetsOf, oidOf, Tag } from "@/lib/x509/ber";
import { brokenDigests, digestNameOf } from "./algorithms";
import { singleValue, type CmsSignature } from "./cms-read";
import { checkSignatureValue, type ContentFeed } from "./signature-value";
import { checkSigningCertificate, findSignerCertificate, openCertificate } from "./signer-certificate";

/** The content type of plain data (RFC 5652, 4). */
export const dataOid = "1.2.840.113549.1.7.1";
const contentTypeOid = "1.2.840.113549.1.9.3";
const messageDigestOid = "1.2.840.113549.1.9.4";

export interface SignedContent {
  /** Digest of the content with the CMS's digestAlgorithm, or null when the content could not be hashed. */
  digest: Buffer | null;
  feed: ContentFeed;
}

/** The first problem in the order of ETSI EN 319 102-1, 5.2. It determines the indication in the report. */
export type CmsFailure = "format" | "hash" | "crypto" | "algorithm" | "certificate";

export interface CmsOutcome {
  /** "invalid": something is provably wrong. "unsupported": this verifier cannot decide. */
  status: "valid" | "invalid" | "unsupported";
  problems: Finding[];
  failure: CmsFailure | null;
  signer: X509Certificate | null;
  /**
   * Whether the signed attributes identify the signer's certificate (required by ETSI EN 319 142-1 5.3 and RFC 3161
   * 2.4.2).
   */
  pinsSigner: boolean;
}

/**
 * Checks a CMS signature over known content (RFC 5652 5.6): certificate, attributes, digest, then the value. Does not
 * check trust in the certificate.
 */
export function checkCms(cms: CmsSignature, content: SignedContent): CmsOutcome {
  const outcome: CmsOutcome = { status: "valid", problems: [], failure: null, signer: null, pinsSigner: false };
  const digestName = digestNameOf(cms.digestAlgorithm);
  if (digestName && brokenDigests.has(digestName)) {
    fail(outcome, "unsupported", "algorithm", finding("digest_broken", { digest: digestName }));
  }
  const der = findSignerCertificate(cms.certificates, cms.signerId);
  if (!der) {
    return fail(outcome, "invalid", "certificate", finding("certificate_missing"));
  }
  outcome.signer = openCertificate(der);
  if (!outcome.signer) {
    return fail(outcome, "unsupported", "certificate", finding("certificate_unreadable"));
  }
  try {
    checkAttributes(cms, der, content, outcome);
    const value = checkSignatureValue(cms, outcome.signer, content.feed);
    if (value.status !== "valid") {
      fail(outcome, value.status, value.status === "invalid" ? "crypto" : "algorithm", value.problem);
    }
  } catch (error) {
    if (!(error instanceof BerError)) {
      throw error;
    }
    fail(outcome, "invalid", "format", finding("badly_encoded", { detail: error.message }));
  }
  return outcome;
}

function checkAttributes(cms: CmsSignature, certificate: Buffer, content: SignedContent, outcome: CmsOutcome): void {
  if (!cms.signedAttributesBytes) {
    // RFC 5652 5.3: attributes may be omitted only when the content is plain data.
    if (cms.contentType !== dataOid) {
      fail(outcome, "invalid", "format", finding("attributes_missing"));
    }
    return;
  }
  if (cms.signedAttributes.repeated.length > 0) {
    fail(outcome, "invalid", "format", finding("attribute_repeated"));
  }
  const contentType = singleValue(cms.signedAttributes, contentTypeOid);
  if (!contentType || oidOf(contentType) !== cms.contentType) {
    fail(outcome, "invalid", "format", finding("content_type_mismatch"));
  }
  const messageDigest = singleValue(cms.signedAttributes, messageDigestOid);
  if (messageDigest?.tag !== Tag.octetString) {
    fail(outcome, "invalid", "format", finding("message_digest_missing"));
  } else if (!content.digest) {
    fail(outcome, "unsupported", "algorithm", finding("digest_not_computed"));
  } else if (!octetsOf(messageDigest).equals(content.digest)) {
    fail(outcome, "invalid", "hash", finding("digest_mismatch"));
  }
  const pinned = checkSigningCertificate(cms.signedAttributes, certificate);
  if (pinned === "mismatch") {
    fail(outcome, "invalid", "certificate", finding("signer_named_otherwise"));
  }
  outcome.pinsSigner = pinned === "match";
}

/** Adds a problem to an outcome. Status and failure become those of the more serious one. */
export function fail(
  outcome: CmsOutcome,
  status: "invalid" | "unsupported",
  failure: CmsFailure,
  problem: Finding,
): CmsOutcome {
  const isWorse = outcome.status === "valid" || (outcome.status === "unsupported" && status === "invalid");
  if (isWorse) {
    outcome.status = status;
    outcome.failure = failure;
  }
  outcome.problems.push(problem);
  return outcome;
}
