import { createHash, type KeyObject } from "node:crypto";
import { issueCertificate, selfSign, type CertificateIssuer } from "./certificate";
import { authorityExtensions, revocationExtensions, type RevocationPlaces } from "./certificate-extensions";
import { namePart } from "./name-part";

export const rootYears = 25;
export const issuingYears = 20;

export interface AuthoritySpec {
  /** The instance's host name, so that people can tell one instance's authority from another's. */
  organization: string;
  now: Date;
}

/** The instance's own root: self-signed, 25 years, one authority below it. DER. */
export async function makeRootCertificate(
  spec: AuthoritySpec,
  key: { publicKey: KeyObject; privateKey: KeyObject },
): Promise<Buffer> {
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
    key.privateKey,
  );
}

/** The authority that issues to people, to acts and to the seal: 20 years, none below it. DER. */
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
