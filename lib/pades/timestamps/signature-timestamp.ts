import { createHash } from "node:crypto";
import type { SigningParty } from "@/lib/pades/augmentation/list-signatures";
import { readCms } from "@/lib/pades/verify/cms/cms-read";
import { findSignerCertificate, openCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import { BerError, childrenOf, contentOf, rawOf, readBer, Tag, type BerNode } from "@/lib/x509/ber";
import { explicit, implicitSetOf, objectIdentifier, sequence, setOf } from "@/lib/x509/der";

const SIGNATURE_TIMESTAMP = objectIdentifier("1.2.840.113549.1.9.16.2.14");

/** A parsed CMS of ours: its only SignerInfo and the surrounding nodes. */
interface OpenCms {
  contentType: BerNode;
  /** The nodes of SignedData except the SignerInfos. */
  beside: BerNode[];
  signerInfo: BerNode[];
  /** The signature value. */
  signature: Buffer;
}

/**
 * The message imprint of a signature timestamp: the SHA-256 of the signature value (RFC 3161, appendix A). Throws
 * BerError for a CMS that we did not make.
 */
export function imprintOfSignature(cms: Buffer): Buffer {
  return createHash("sha256").update(openCms(cms).signature).digest();
}

/**
 * The CMS with the token as the unsigned attribute signature-time-stamp (ETSI EN 319 122-1, 5.3), which turns B-B
 * into B-T. The signed parts stay unchanged. `cms` must come from `buildCms` and have no unsigned attributes. Throws
 * BerError otherwise.
 */
export function withSignatureTimestamp(cms: Buffer, token: Buffer): Buffer {
  const { contentType, beside, signerInfo } = openCms(cms);
  const unsignedAttributes = implicitSetOf(1, sequence(SIGNATURE_TIMESTAMP, setOf(token)));
  const signerInfos = setOf(sequence(...bytesOf(signerInfo), unsignedAttributes));
  return sequence(rawOf(contentType), explicit(0, sequence(...bytesOf(beside), signerInfos)));
}

function openCms(cms: Buffer): OpenCms {
  const [contentType, wrapped] = childrenOf(readBer(cms));
  const [content] = wrapped ? childrenOf(wrapped) : [];
  const signedData = content && childrenOf(content);
  const signerInfos = signedData?.at(-1);
  const [first] = signerInfos ? childrenOf(signerInfos) : [];
  const signerInfo = first ? childrenOf(first) : [];
  const signature = signerInfo.at(-1);
  if (!contentType || !signedData || signature?.tag !== Tag.octetString) {
    throw new BerError("no CMS whose signature comes last");
  }
  return { contentType, beside: signedData.slice(0, -1), signerInfo, signature: contentOf(signature) };
}

function bytesOf(elements: readonly BerNode[]): Buffer[] {
  return elements.map(rawOf);
}

/**
 * The signer of a checked token and the end of that certificate's validity. Throws RangeError for an unsigned token.
 */
export function readToken(token: Buffer): { party: SigningParty; certificateEndsAt: Date } {
  const cms = readCms(token);
  const signer = findSignerCertificate(cms.certificates, cms.signerId);
  const certificate = signer && openCertificate(signer);
  if (!signer || !certificate) {
    throw new RangeError("a timestamp token without its signer");
  }
  return { party: { signer, certificates: cms.certificates }, certificateEndsAt: new Date(certificate.validTo) };
}
