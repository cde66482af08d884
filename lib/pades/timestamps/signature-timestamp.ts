import { createHash } from "node:crypto";
import type { SigningParty } from "@/lib/pades/augmentation/list-signatures";
import {
  explicit,
  implicitSetOf,
  objectIdentifier,
  readChildren,
  readElement,
  sequence,
  setOf,
  type DerElement,
} from "@/lib/pades/der";
import { readCms } from "@/lib/pades/verify/cms/cms-read";
import { findSignerCertificate, openCertificate } from "@/lib/pades/verify/cms/signer-certificate";

const SIGNATURE_TIMESTAMP = objectIdentifier("1.2.840.113549.1.9.16.2.14");
const OCTET_STRING = 0x04;

/** A parsed CMS of ours: its only SignerInfo and the surrounding elements. */
interface OpenCms {
  contentType: DerElement;
  /** The elements of SignedData except the SignerInfos. */
  beside: DerElement[];
  signerInfo: DerElement[];
  /** The signature value. */
  signature: Buffer;
}

/**
 * The message imprint of a signature timestamp: the SHA-256 of the signature value (RFC 3161, appendix A). Throws
 * RangeError for a CMS that we did not make.
 */
export function imprintOfSignature(cms: Buffer): Buffer {
  return createHash("sha256").update(openCms(cms).signature).digest();
}

/**
 * The CMS with the token as the unsigned attribute signature-time-stamp (ETSI EN 319 122-1, 5.3), which turns B-B
 * into B-T. The signed parts stay unchanged. `cms` must come from `buildCms` and have no unsigned attributes. Throws
 * RangeError otherwise.
 */
export function withSignatureTimestamp(cms: Buffer, token: Buffer): Buffer {
  const { contentType, beside, signerInfo } = openCms(cms);
  const unsignedAttributes = implicitSetOf(1, sequence(SIGNATURE_TIMESTAMP, setOf(token)));
  const signerInfos = setOf(sequence(...bytesOf(signerInfo), unsignedAttributes));
  return sequence(contentType.bytes, explicit(0, sequence(...bytesOf(beside), signerInfos)));
}

function openCms(cms: Buffer): OpenCms {
  const [contentType, wrapped] = readChildren(readElement(cms));
  const signedData = wrapped && readChildren(readElement(wrapped.content));
  const signerInfos = signedData?.at(-1);
  const signerInfo = signerInfos ? readChildren(readElement(signerInfos.content)) : [];
  const signature = signerInfo.at(-1);
  if (!contentType || !signedData || signature?.tag !== OCTET_STRING) {
    throw new RangeError("no CMS whose signature comes last");
  }
  return { contentType, beside: signedData.slice(0, -1), signerInfo, signature: signature.content };
}

function bytesOf(elements: readonly DerElement[]): Buffer[] {
  return elements.map(({ bytes }) => bytes);
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
