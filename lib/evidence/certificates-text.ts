import { createHash, X509Certificate } from "node:crypto";

/** The text of certificates.pem: each certificate under its name and fingerprint (RFC 7468), those that issued themselves last. */
export function certificatesText(certificates: readonly X509Certificate[]): string {
  const rootsLast = [...certificates].sort((a, b) => Number(isSelfIssued(a)) - Number(isSelfIssued(b)));
  return rootsLast
    .map(
      (certificate) =>
        `${oneLine(certificate.subject)}\nSHA-256 ${fingerprintOf(certificate)}\n${certificate.toString()}`,
    )
    .join("\n");
}

/** `certificates` and, of `authorities`, those that one of them leads to: by name and by signature, any number of steps up. Each once. */
export function withIssuers(
  certificates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): X509Certificate[] {
  const found = new Map(certificates.map((certificate) => [fingerprintOf(certificate), certificate]));
  for (const certificate of found.values()) {
    // A map's iteration goes on with what is added meanwhile.
    const issuers = authorities.filter(
      (authority) => !found.has(fingerprintOf(authority)) && isIssuedBy(certificate, authority),
    );
    issuers.forEach((issuer) => found.set(fingerprintOf(issuer), issuer));
  }
  return [...found.values()];
}

/** SHA-256 of the DER, lower-case hex. */
export function fingerprintOf({ raw }: X509Certificate): string {
  return createHash("sha256").update(raw).digest("hex");
}

/** The certificates of a PEM text, null for each block that holds none. */
export function certificatesIn(text: string): (X509Certificate | null)[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch {
      return null;
    }
  });
}

export function isSelfIssued({ subject, issuer }: X509Certificate): boolean {
  return subject === issuer;
}

function isIssuedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  try {
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  } catch {
    // A key of a kind that is not known here.
    return false;
  }
}

/** Nobody's name may look like the beginning of a certificate. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Cf}-]+/gu, " ").trim();
}
