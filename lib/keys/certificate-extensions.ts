import { x509 } from "./x509";

/** Where a certificate's state can be asked for; null on a loopback instance, whose addresses mean nothing elsewhere. */
export type RevocationPlaces = { crlUrl: string | null; ocspUrl: string } | null;

const documentSigning = "1.3.6.1.5.5.7.3.36";
const noRevAvailId = "2.5.29.56";
const derNull = Buffer.from([0x05, 0x00]);

/**
 * A certificate authority that may have `pathLength` further authorities below it (RFC 5280 section 4.2.1.9). It signs its OCSP
 * answers itself, which takes digitalSignature (section 4.2.1.3).
 */
export function authorityExtensions(pathLength: number): x509.Extension[] {
  return [
    new x509.BasicConstraintsExtension(true, pathLength, true),
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
      true,
    ),
  ];
}

/**
 * A key that signs documents: digitalSignature and nonRepudiation, documentSigning (RFC 9336). emailProtection is named too,
 * because `openssl cms` and NSS (pdfsig) look for it by default in the chain of any CMS signature.
 */
export function documentSignerExtensions(): x509.Extension[] {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    new x509.ExtendedKeyUsageExtension([documentSigning, x509.ExtendedKeyUsage.emailProtection]),
  ];
}

/** The holder's address (RFC 5280 section 4.2.1.6, rfc822Name). Nothing when it does not fit an IA5String. */
export function emailExtension(email: string): x509.Extension[] {
  if (!/^[\x21-\x7e]+$/.test(email)) return [];
  return [new x509.SubjectAlternativeNameExtension([{ type: "email", value: email }])];
}

/** noRevAvail (RFC 9608): nobody will ever revoke this certificate, as its key no longer exists. */
export function noRevocationExtension(): x509.Extension {
  return new x509.Extension(noRevAvailId, false, derNull);
}

export function revocationExtensions(places: RevocationPlaces): x509.Extension[] {
  if (!places) return [];
  return [
    ...(places.crlUrl === null ? [] : [new x509.CRLDistributionPointsExtension([places.crlUrl])]),
    new x509.AuthorityInfoAccessExtension({ ocsp: places.ocspUrl }),
  ];
}
