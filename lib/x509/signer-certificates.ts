import type { KeyObject } from "node:crypto";
import { maxCommonName, maxOrganizationalUnit, namePart, startOf } from "./authority-certificates";
import {
  certificateEnd,
  documentSignerExtensions,
  emailExtension,
  issueCertificate,
  noRevocationExtension,
  revocationExtensions,
  type CertificateIssuer,
  type RevocationPlaces,
} from "./certificate";

/** A person as a certificate names them. */
export interface CertifiedPerson {
  displayName: string;
  email: string;
  /** The proof in words, for example "mailbox access, code entered 12:01:07Z", or that the code was not mailed. Never "identity verified". */
  proof: string;
}

/** For a single-use key: runs to the issuing authority's end, with noRevAvail (RFC 9608). DER. */
export async function makeSingleUseCertificate(
  person: CertifiedPerson,
  publicKey: KeyObject,
  now: Date,
  issuer: CertificateIssuer,
): Promise<Buffer> {
  return issueCertificate(
    {
      subject: subjectOf(person),
      publicKey,
      notBefore: startOf(now),
      notAfter: certificateEnd(issuer.certificate),
      extensions: [...documentSignerExtensions(), ...emailExtension(person.email), noRevocationExtension()],
    },
    issuer,
  );
}

/** For an account's own key, stored under its signing password: may be revoked. DER. */
export async function makeAccountCertificate(
  person: CertifiedPerson,
  publicKey: KeyObject,
  now: Date,
  issuer: CertificateIssuer,
  places: RevocationPlaces,
): Promise<Buffer> {
  return issueCertificate(
    {
      subject: subjectOf(person),
      publicKey,
      notBefore: startOf(now),
      notAfter: certificateEnd(issuer.certificate),
      extensions: [...documentSignerExtensions(), ...emailExtension(person.email), ...revocationExtensions(places)],
    },
    issuer,
  );
}

/** A person's certificate may have the same common name, and says besides in OU what the person showed. */
export const sealCommonName = "Paraph Seal";

/** For the key that certifies at release and seals at the end. DER. */
export async function makeSealCertificate(
  organization: string,
  publicKey: KeyObject,
  now: Date,
  issuer: CertificateIssuer,
  places: RevocationPlaces,
): Promise<Buffer> {
  return issueCertificate(
    {
      subject: [
        ["O", namePart(organization, 64, "Paraph")],
        ["CN", sealCommonName],
      ],
      publicKey,
      notBefore: startOf(now),
      notAfter: certificateEnd(issuer.certificate),
      extensions: [...documentSignerExtensions(), ...revocationExtensions(places)],
    },
    issuer,
  );
}

function subjectOf(person: CertifiedPerson): ["CN" | "OU", string][] {
  return [
    ["OU", namePart(person.proof, maxOrganizationalUnit, "no proof recorded")],
    ["CN", namePart(person.displayName, maxCommonName, namePart(person.email, maxCommonName, "unnamed"))],
  ];
}
