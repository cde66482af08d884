import { createHash } from "node:crypto";
import { BerError, childrenOf, rawOf, readBer, Tag } from "@/lib/x509/ber";
import {
  derNull,
  explicit,
  implicitSetOf,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
} from "@/lib/x509/der";
import { isRsa, type SigningKey } from "@/lib/x509/signing-key";

const OID = {
  data: objectIdentifier("1.2.840.113549.1.7.1"),
  signedData: objectIdentifier("1.2.840.113549.1.7.2"),
  contentType: objectIdentifier("1.2.840.113549.1.9.3"),
  messageDigest: objectIdentifier("1.2.840.113549.1.9.4"),
  signingCertificateV2: objectIdentifier("1.2.840.113549.1.9.16.2.47"),
  sha256: objectIdentifier("2.16.840.1.101.3.4.2.1"),
  rsaEncryption: objectIdentifier("1.2.840.113549.1.1.1"),
  ecdsaWithSha256: objectIdentifier("1.2.840.10045.4.3.2"),
};

const SET = 0x31;
const SET_AS_SIGNED_ATTRS = 0xa0;

export interface CmsInput {
  /** SHA-256 of the ByteRange. */
  digest: Buffer;
  /** The signer's certificate, DER. */
  certificate: Buffer;
  /** Further certificates to embed. DER. The root may be omitted. */
  chain: readonly Buffer[];
  /** The private key of the certificate. */
  key: SigningKey;
}

/**
 * A detached CAdES signature (RFC 5652, 5.1; ETSI EN 319 122-1) as required for PAdES baseline B-B (ETSI EN 319
 * 142-1, 6.3): content-type, message-digest and signing-certificate-v2 are signed. There is no signing-time, because
 * /M of the signature dictionary states it. Throws BerError for bytes that are not a certificate, and the errors of
 * the key.
 */
export async function buildCms({ digest, certificate, chain, key }: CmsInput): Promise<Buffer> {
  const { issuer, serialNumber } = issuerAndSerial(certificate);
  const attributes = setOf(
    attribute(OID.contentType, OID.data),
    attribute(OID.messageDigest, octetString(digest)),
    attribute(OID.signingCertificateV2, signingCertificateV2(certificate, issuer, serialNumber)),
  );
  const signature = await key.sign(attributes);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(issuer, serialNumber),
    sequence(OID.sha256),
    retagged(attributes),
    isRsa(key.publicKey) ? sequence(OID.rsaEncryption, derNull()) : sequence(OID.ecdsaWithSha256),
    octetString(signature),
  );
  const signedData = sequence(
    smallInteger(1),
    setOf(sequence(OID.sha256)),
    sequence(OID.data),
    implicitSetOf(0, certificate, ...chain),
    setOf(signerInfo),
  );
  return sequence(OID.signedData, explicit(0, signedData));
}

/** Signed as a SET, written as `[0] IMPLICIT` (RFC 5652, 5.4). */
function retagged(attributes: Buffer): Buffer {
  if (attributes[0] !== SET) {
    throw new RangeError("signed attributes are a SET");
  }
  return Buffer.concat([Buffer.of(SET_AS_SIGNED_ATTRS), attributes.subarray(1)]);
}

function attribute(type: Buffer, value: Buffer): Buffer {
  return sequence(type, setOf(value));
}

/**
 * RFC 5035, section 3: one ESSCertIDv2 with issuerSerial. SHA-256 is its default algorithm and is omitted, as DER
 * requires.
 */
function signingCertificateV2(certificate: Buffer, issuer: Buffer, serialNumber: Buffer): Buffer {
  const certHash = octetString(createHash("sha256").update(certificate).digest());
  const directoryName = explicit(4, issuer);
  const issuerSerial = sequence(sequence(directoryName), serialNumber);
  return sequence(sequence(sequence(certHash, issuerSerial)));
}

/** Both exactly as encoded in the certificate (RFC 5280, 4.1). */
function issuerAndSerial(certificate: Buffer): { issuer: Buffer; serialNumber: Buffer } {
  const [tbsCertificate] = childrenOf(readBer(certificate));
  const fields = tbsCertificate === undefined ? [] : childrenOf(tbsCertificate);
  const start = fields[0]?.tag === Tag.context0 ? 1 : 0;
  const serialNumber = fields[start];
  const issuer = fields[start + 2];
  if (serialNumber === undefined || issuer === undefined) {
    throw new BerError("no certificate");
  }
  return { issuer: rawOf(issuer), serialNumber: rawOf(serialNumber) };
}
