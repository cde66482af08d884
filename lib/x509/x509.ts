// The library's dependency container refuses to load without this polyfill, and must find it loaded first.
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** Certificates by @peculiar/x509; import it from here only. */
export { x509 };

export function parseCertificate(der: Buffer): x509.X509Certificate {
  return new x509.X509Certificate(new Uint8Array(der));
}
