import { createHash } from "node:crypto";
import { digestOptionsOf } from "@/lib/pades/verify/cms/algorithms";
import { readCertificate, type Certificate } from "@/lib/pades/verify/trust/certificate";
import { KeyUsage, mayBeUsedFor, Oid, purposesOf } from "@/lib/pades/verify/trust/certificate-extensions";
import type { LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import type { OcspAnswer, OcspResponse } from "@/lib/pades/verify/trust/ocsp-answer";
import { isSignedBy } from "@/lib/pades/verify/trust/signed-structure";

/** Whether an answer names this certificate: its issuer by the hashes of name and key, and its serial number (RFC 6960 4.1.1). */
export function isAbout(
  { digest, issuerNameHash, issuerKeyHash, serial }: OcspAnswer,
  certificate: Certificate,
  issuer: Certificate,
): boolean {
  if (digest === null || !serial.equals(certificate.serial)) {
    return false;
  }
  const hash = (bytes: Buffer) => createHash(digest, digestOptionsOf(digest)).update(bytes).digest();
  return hash(issuer.subject).equals(issuerNameHash) && hash(issuer.keyOctets).equals(issuerKeyHash);
}

const asked = new WeakMap<OcspResponse, WeakMap<Certificate, boolean>>();

/**
 * Whether the response is signed by the issuer itself, or by somebody whom the issuer charged with it: a certificate that it issued
 * directly, for OCSP signing, valid when the response was made (RFC 6960 4.2.2.2). Throws BerError.
 */
export function isFromAuthority(response: OcspResponse, issuer: Certificate, budget: LinkBudget): boolean {
  const answers = asked.get(response) ?? new WeakMap<Certificate, boolean>();
  asked.set(response, answers);
  const answer = answers.get(issuer) ?? isSignedByAuthority(response, issuer, budget);
  answers.set(issuer, answer);
  return answer;
}

function isSignedByAuthority(response: OcspResponse, issuer: Certificate, budget: LinkBudget): boolean {
  if (isSignedBy(response, issuer)) {
    return true;
  }
  return response.certificates.some((der) => {
    const responder = readCertificate(der);
    return (
      responder !== null &&
      isChargedBy(responder, issuer, response.producedAt, budget) &&
      isSignedBy(response, responder)
    );
  });
}

function isChargedBy(responder: Certificate, issuer: Certificate, at: Date, budget: LinkBudget): boolean {
  const isInForce = responder.notBefore <= at && at <= responder.notAfter;
  const isMeant =
    purposesOf(responder)?.includes(Oid.ocspSigning) === true &&
    mayBeUsedFor(responder, KeyUsage.digitalSignature, KeyUsage.nonRepudiation);
  return isInForce && isMeant && responder.issuerKey === issuer.subjectKey && budget.isSignedBy(responder, issuer);
}
