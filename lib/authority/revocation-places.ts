import type { RevocationPlaces } from "@/lib/keys/certificate-extensions";

/**
 * The instance's authorities; each answers for the certificates that it issued itself. `configured` is an operator's own, issuing instead
 * of the instance's issuing authority.
 */
export type AuthorityName = "root" | "issuing" | "configured";

/** Those of the instance's own making: only they publish a revocation list here. */
export type OwnAuthorityName = Exclude<AuthorityName, "configured">;

/**
 * Where this instance answers for the certificates of one of its authorities; null while its links do not leave the machine
 * (SIGNING.md section 4). Each authority of ours has a list of its own (RFC 5280 section 5); an OCSP request names the issuer itself. An
 * operator's authority has a list elsewhere already, and there must not be two: what it issues here is asked for by OCSP only.
 */
export function revocationPlaces(publicUrl: string, issuer: AuthorityName): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  const list = { root: "root.crl", issuing: "crl", configured: null }[issuer];
  return { crlUrl: list && `${publicUrl}/pki/${list}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
