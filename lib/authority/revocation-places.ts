import type { RevocationPlaces } from "@/lib/keys/certificate-extensions";

/** The instance's two authorities; each answers for the certificates that it issued itself. */
export type AuthorityName = "root" | "issuing";

/**
 * Where this instance answers for the certificates of one of its authorities; null while its links do not leave the machine
 * (SIGNING.md section 4). Each authority has a list of its own (RFC 5280 section 5); an OCSP request names the issuer itself.
 */
export function revocationPlaces(publicUrl: string, issuer: AuthorityName): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  const list = { root: "root.crl", issuing: "crl" }[issuer];
  return { crlUrl: `${publicUrl}/pki/${list}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
