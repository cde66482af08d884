import type { RevocationPlaces } from "@/lib/keys/certificate-extensions";

/** Where this instance answers for its certificates; null while its links do not leave the machine (SIGNING.md section 4). */
export function revocationPlaces(publicUrl: string): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  return { crlUrl: `${publicUrl}/pki/crl`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
