import { createHash, type KeyObject } from "node:crypto";
import {
  authorityExtensions,
  certificateEnd,
  documentSignerExtensions,
  emailExtension,
  issueCertificate,
  noRevocationExtension,
  revocationExtensions,
  selfSign,
  type CertificateIssuer,
  type RevocationPlaces,
} from "./certificate";
import type { SigningKey } from "./signing-key";

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

const rootYears = 25;
const issuingYears = 20;

interface AuthoritySpec {
  /** The instance's host name, which distinguishes its authority from other instances'. */
  organization: string;
  now: Date;
}

/** The instance's own root: self-signed, 25 years, one authority below it. DER. */
export async function makeRootCertificate(spec: AuthoritySpec, key: SigningKey): Promise<Buffer> {
  return selfSign(
    {
      subject: [
        ["O", organizationOf(spec)],
        ["CN", `Paraph Root CA ${fingerprintOf(key.publicKey)}`],
      ],
      publicKey: key.publicKey,
      notBefore: startOf(spec.now),
      notAfter: yearsAfter(spec.now, rootYears),
      extensions: authorityExtensions(1),
    },
    key,
  );
}

/** The authority that issues the certificates of accounts, single signatures and the seal: 20 years, path length 0. DER. */
export async function makeIssuingCertificate(
  spec: AuthoritySpec,
  publicKey: KeyObject,
  root: CertificateIssuer,
  places: RevocationPlaces,
): Promise<Buffer> {
  return issueCertificate(
    {
      subject: [
        ["O", organizationOf(spec)],
        ["CN", `Paraph Issuing CA ${fingerprintOf(publicKey)}`],
      ],
      publicKey,
      notBefore: startOf(spec.now),
      notAfter: yearsAfter(spec.now, issuingYears),
      extensions: [...authorityExtensions(0), ...revocationExtensions(places)],
    },
    root,
  );
}

/** One minute back and on a whole second: verifiers with a slow clock accept it, and X.509 times hold no fractions. */
export function startOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - 60_000);
}

function organizationOf(spec: AuthoritySpec): string {
  return namePart(spec.organization, 64, "Paraph");
}

function yearsAfter(now: Date, years: number): Date {
  const end = startOf(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

// Two instances on hosts of the same name would otherwise have authorities of the same name and different keys.
function fingerprintOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 8)
    .toUpperCase();
}

/** Upper bounds of RFC 5280 appendix A.1, in characters. */
const maxCommonName = 64;
export const maxOrganizationalUnit = 64;

// Cc and Cf hold line breaks, NUL and the marks that turn text around: a name must not be able to show as another name.
// The two joiners stay, because Persian and Indic names need them.
const invisible = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;

/**
 * Text from a user as one attribute of a distinguished name: no control or format characters, single spaces, whole
 * characters only, at most `maxCharacters`. Never empty: `fallback` stands in.
 */
function namePart(text: string, maxCharacters: number, fallback: string): string {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  const clean = wellFormed.replace(invisible, " ").replace(/\s+/gu, " ").trim();
  const cut = [...clean].slice(0, maxCharacters).join("").trim();
  return cut === "" ? fallback : cut;
}
