import { parseCertificate } from "./x509";

/** What people are shown of a certificate. Times are ISO 8601 UTC, the serial number lower-case hex. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
}

export function readCertificateFacts(certificate: Buffer): CertificateFacts {
  const parsed = parseCertificate(certificate);
  return {
    subject: parsed.subject,
    issuer: parsed.issuer,
    serialNumber: parsed.serialNumber.toLowerCase(),
    notBefore: parsed.notBefore.toISOString(),
    notAfter: parsed.notAfter.toISOString(),
  };
}
