import { type KeyObject } from "node:crypto";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
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

/** A person as named in a certificate. */
export interface CertifiedPerson {
  displayName: string;
  email: string;
  /**
   * How the person was authenticated, for example "mailbox access, code entered 12:01:07Z", or a note that the code
   * was not sent by e-mail. Never "identity verified".
   */
  proof: string;
}

/** For a single-use key. Valid until the issuing authority's certificate ends, with noRevAvail (RFC 9608). DER. */
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

/** For an account's own key, stored under its signing password. May be revoked. DER. */
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

/**
 * For the key that certifies at release and seals at completion. Verification recognises it by its purpose and by a
 * subject with O but without OU and address. DER.
 */
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
        ["CN", "Paraph Seal"],
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
  /** The instance's host name, which distinguishes its authority from those of other instances. */
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

/**
 * The authority that issues the certificates of accounts, single signatures and the seal: 20 years, path length 0. DER.
 */
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

/**
 * One minute back, on a whole second: verifiers with a slow clock accept it, and X.509 times have no fractional
 * seconds.
 */
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

// Without it, two instances on hosts of the same name would have authorities with the same name and different keys.
function fingerprintOf(publicKey: KeyObject): string {
  return sha256Hex(publicKey.export({ type: "spki", format: "der" }))
    .slice(0, 8)
    .toUpperCase();
}

/** Upper bounds of RFC 5280 appendix A.1, in characters. */
const maxCommonName = 64;
export const maxOrganizationalUnit = 64;

// Cc and Cf include line breaks, NUL and the marks that reverse the direction of text, with which one name could be
// displayed as another. The two joiners are kept, because Persian and Indic names need them.
const invisible = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;

/**
 * Turns text from a user into one attribute of a distinguished name: no control or format characters, single spaces,
 * whole characters only, at most `maxCharacters`. Returns `fallback` instead of an empty text.
 */
function namePart(text: string, maxCharacters: number, fallback: string): string {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  const clean = wellFormed.replace(invisible, " ").replace(/\s+/gu, " ").trim();
  const cut = [...clean].slice(0, maxCharacters).join("").trim();
  return cut === "" ? fallback : cut;
}
