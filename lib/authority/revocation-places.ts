import type { RevocationPlaces } from "@/lib/keys/certificate-extensions";

/**
 * Where this instance answers for the certificates of one of its authorities; null while its links do not leave the machine
 * (docs/spec/signing.md#keys). Each authority of ours has a list of its own (RFC 5280 section 5), `listName` below `/pki/`; an OCSP request
 * names the issuer itself. An operator's authority has a list elsewhere already, and there must not be two: what it issues here is asked
 * for by OCSP only, `listName` is null.
 */
export function revocationPlaces(publicUrl: string, listName: string | null): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  return { crlUrl: listName && `${publicUrl}/pki/${listName}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
