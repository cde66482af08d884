import { makeIssuingCertificate, makeRootCertificate } from "@/lib/keys/authority-certificates";
import type { CertificateIssuer } from "@/lib/keys/certificate";
import type { RevocationPlaces } from "@/lib/keys/certificate-extensions";
import { makeKeyPair, type KeyType } from "@/lib/keys/key-pair";
import { makeSealCertificate } from "@/lib/keys/signer-certificates";

export interface KeyWish {
  /** The instance's host name. */
  organization: string;
  now: Date;
}

export async function makeRoot({ organization, now }: KeyWish): Promise<CertificateIssuer> {
  const pair = await makeKeyPair("p256");
  return { privateKey: pair.privateKey, certificate: await makeRootCertificate({ organization, now }, pair) };
}

export async function makeIssuing(
  { organization, now }: KeyWish,
  root: CertificateIssuer,
  places: RevocationPlaces,
): Promise<CertificateIssuer> {
  const pair = await makeKeyPair("p256");
  return {
    privateKey: pair.privateKey,
    certificate: await makeIssuingCertificate({ organization, now }, pair.publicKey, root, places),
  };
}

export async function makeSeal(
  { organization, now }: KeyWish,
  type: KeyType,
  issuer: CertificateIssuer,
  places: RevocationPlaces,
): Promise<CertificateIssuer> {
  const pair = await makeKeyPair(type);
  return {
    privateKey: pair.privateKey,
    certificate: await makeSealCertificate(organization, pair.publicKey, now, issuer, places),
  };
}
