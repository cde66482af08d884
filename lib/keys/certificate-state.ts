import { createHash, X509Certificate } from "node:crypto";
import * as asn1js from "asn1js";
import type * as pkijs from "pkijs";

/** CRLReason of RFC 5280 section 5.3.1, by number: those that can apply to what this instance issues. */
export const reasonNumbers = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;
export type ReasonName = keyof typeof reasonNumbers;

/** What an authority says of a certificate; `unknown` is one that it did not issue, or did not keep. */
export type CertificateState =
  { kind: "good" } | { kind: "revoked"; at: Date; reason: ReasonName } | { kind: "unknown" };

/** When an answer was true and until when it may be used. */
export interface AnswerTimes {
  thisUpdate: Date;
  nextUpdate: Date;
}

/** The SHA-1 of the public key: how certificates, lists and OCSP name an authority's key (RFC 5280 section 4.2.1.2). */
export function keyIdentifier(certificate: pkijs.Certificate): asn1js.OctetString {
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return new asn1js.OctetString({ valueHex: createHash("sha1").update(key).digest() });
}

/** Lower-case hex, as the instance stores it. */
export function serialNumberOf(certificate: Buffer): string {
  return new X509Certificate(certificate).serialNumber.toLowerCase();
}

/** X.509 times hold no fractions (RFC 5280 section 4.1.2.5.2). */
export function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}
