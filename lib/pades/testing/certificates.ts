import { KeyObject, webcrypto } from "node:crypto";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { buildCms } from "@/lib/pades/cms";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { localKey } from "@/lib/x509/signing-key";

const P256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const RSA_2048 = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

const FROM = new Date("2026-01-01T00:00:00Z");
const UNTIL = new Date("2046-01-01T00:00:00Z");

export interface TestAuthority {
  certificate: Buffer;
  issue(commonName: string, kind?: "p256" | "rsa2048"): Promise<TestSigner>;
}

export interface TestSigner {
  certificate: Buffer;
  privateKey: KeyObject;
  /** Signs as this signer, with the authority's certificate in the chain. */
  makeCms: CmsMaker;
}

/** A certification authority for a single test. */
export async function makeTestAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = await webcrypto.subtle.generateKey(P256, true, ["sign", "verify"]);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=Test Root, O=Paraph Tests",
    notBefore: FROM,
    notAfter: UNTIL,
    signingAlgorithm: P256,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const certificate = Buffer.from(root.rawData);
  let serial = 1;
  return {
    certificate,
    issue: (commonName, kind = "p256") => {
      serial += 1;
      return issue(root, keys.privateKey, { commonName, kind, serial });
    },
  };
}

async function issue(
  root: x509.X509Certificate,
  rootKey: CryptoKey,
  { commonName, kind, serial }: { commonName: string; kind: "p256" | "rsa2048"; serial: number },
): Promise<TestSigner> {
  const keys = await webcrypto.subtle.generateKey(kind === "p256" ? P256 : RSA_2048, true, ["sign", "verify"]);
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serial.toString(16).padStart(2, "0"),
    subject: `CN=${commonName}, O=Paraph Tests`,
    issuer: root.subject,
    notBefore: FROM,
    notAfter: UNTIL,
    signingAlgorithm: P256,
    publicKey: keys.publicKey,
    signingKey: rootKey,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    ],
  });
  const certificate = Buffer.from(leaf.rawData);
  const privateKey = KeyObject.from(keys.privateKey);
  const chain = [Buffer.from(root.rawData)];
  return {
    certificate,
    privateKey,
    makeCms: (digest) => buildCms({ digest, certificate, chain, key: localKey(privateKey) }),
  };
}
