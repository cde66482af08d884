import type { X509Certificate } from "node:crypto";

/** Whether a certificate names this issuer and carries its signature. Whether the issuer is an authority is not asked. Never throws. */
export function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}
