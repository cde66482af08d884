import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { childrenOf, rawOf, readBer } from "@/lib/x509/ber";
import { explicit, implicitSetOf, objectIdentifier, octetString, sequence, setOf, smallInteger } from "@/lib/x509/der";
import { makeRoot, makeSigner } from "./pki";

/** Algorithms that openssl's `cms` cannot sign with. */
export interface CmsKind {
  digestOid: string;
  digest: string;
  /** Length in octets, where the digest algorithm leaves it open. */
  digestLength?: number;
  /** id-data by default. */
  contentTypeOid?: string;
  signatureOid: string;
  makeKeys: () => { publicKey: KeyObject; privateKey: KeyObject };
}

const dataOid = "1.2.840.113549.1.7.1";
const curve = (namedCurve: string) => () => generateKeyPairSync("ec", { namedCurve });

export const kinds = {
  "P-256": {
    digestOid: "2.16.840.1.101.3.4.2.1",
    digest: "sha256",
    signatureOid: "1.2.840.10045.4.3.2",
    makeKeys: curve("P-256"),
  },
  ed25519: {
    digestOid: "2.16.840.1.101.3.4.2.3",
    digest: "sha512",
    signatureOid: "1.3.101.112",
    makeKeys: () => generateKeyPairSync("ed25519"),
  },
  ed448: {
    digestOid: "2.16.840.1.101.3.4.2.12",
    digest: "shake256",
    digestLength: 64,
    signatureOid: "1.3.101.113",
    makeKeys: () => generateKeyPairSync("ed448"),
  },
  "P-256 and SHA3-384": {
    digestOid: "2.16.840.1.101.3.4.2.9",
    digest: "sha3-384",
    signatureOid: "2.16.840.1.101.3.4.3.11",
    makeKeys: curve("P-256"),
  },
  "P-256 that names SHA-512 and is hashed with SHA-256": {
    digestOid: "2.16.840.1.101.3.4.2.1",
    digest: "sha256",
    signatureOid: "1.2.840.10045.4.3.4",
    makeKeys: curve("P-256"),
  },
} satisfies Record<string, CmsKind>;

/**
 * A detached CMS over the content with content-type, message-digest, signing-certificate and additional signed
 * attributes (RFC 5652 5.4, RFC 8419 3).
 */
export function cmsOf(
  content: Buffer,
  { digestOid, digest, digestLength, contentTypeOid = dataOid, signatureOid, makeKeys }: CmsKind,
  ...further: readonly Buffer[]
): Buffer {
  const signer = makeSigner("Ada", makeRoot(), { keys: makeKeys() });
  const [tbs] = childrenOf(readBer(signer.certificate));
  const [, serial, , issuer] = tbs ? childrenOf(tbs) : [];
  if (!serial || !issuer) {
    throw new Error("no certificate");
  }
  const options = digestLength === undefined ? undefined : { outputLength: digestLength };
  const attribute = (oid: string, value: Buffer) => sequence(objectIdentifier(oid), setOf(value));
  const certificateId = sequence(octetString(createHash("sha256").update(signer.certificate).digest()));
  const attributes = setOf(
    attribute("1.2.840.113549.1.9.3", objectIdentifier(contentTypeOid)),
    attribute("1.2.840.113549.1.9.4", octetString(createHash(digest, options).update(content).digest())),
    attribute("1.2.840.113549.1.9.16.2.47", sequence(sequence(certificateId))),
    ...further,
  );
  const isEdwards = signer.privateKey.asymmetricKeyType !== "ec";
  const value = sign(isEdwards ? null : digest, attributes, signer.privateKey);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(rawOf(issuer), rawOf(serial)),
    sequence(objectIdentifier(digestOid)),
    Buffer.concat([Buffer.of(0xa0), attributes.subarray(1)]),
    sequence(objectIdentifier(signatureOid)),
    octetString(value),
  );
  const signedData = sequence(
    smallInteger(1),
    setOf(sequence(objectIdentifier(digestOid))),
    sequence(objectIdentifier(contentTypeOid)),
    implicitSetOf(0, signer.certificate),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier("1.2.840.113549.1.7.2"), explicit(0, signedData));
}
