import { randomBytes, type KeyObject } from "node:crypto";
import { toSigningKey } from "./key-pair";
import { parseCertificate, x509 } from "./x509";

/** One attribute of a distinguished name, in the order given. Values are written as UTF8String (RFC 5280 section 4.1.2.4). */
export type NameAttribute = readonly ["CN" | "O" | "OU", string];

/** Who signs certificates: a P-256 key, or an operator's RSA key. */
export interface CertificateIssuer {
  certificate: Buffer;
  privateKey: KeyObject;
}

export interface CertificateRequest {
  subject: readonly NameAttribute[];
  publicKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  extensions: readonly x509.Extension[];
}

/** DER of a certificate (RFC 5280) issued by `issuer`, with key identifiers of both sides. */
export async function issueCertificate(request: CertificateRequest, issuer: CertificateIssuer): Promise<Buffer> {
  const parent = parseCertificate(issuer.certificate);
  // An operator's authority may have computed its identifier otherwise than by SHA-1 (RFC 5280 section 4.2.1.1: as the issuer says).
  const named = parent.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId;
  const identifier =
    named === undefined
      ? await x509.AuthorityKeyIdentifierExtension.create(parent.publicKey)
      : new x509.AuthorityKeyIdentifierExtension(named);
  return generate(request, parent.subjectName, identifier, issuer.privateKey);
}

/** DER of a self-signed certificate. */
export async function selfSign(request: CertificateRequest, privateKey: KeyObject): Promise<Buffer> {
  const own = publicKeyOf(request.publicKey);
  return generate(request, nameOf(request.subject), await x509.AuthorityKeyIdentifierExtension.create(own), privateKey);
}

async function generate(
  request: CertificateRequest,
  issuerName: x509.Name,
  issuerKey: x509.AuthorityKeyIdentifierExtension,
  signingKey: KeyObject,
): Promise<Buffer> {
  const publicKey = publicKeyOf(request.publicKey);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: makeSerialNumber(),
    subject: nameOf(request.subject),
    issuer: issuerName,
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    publicKey,
    signingKey: await toSigningKey(signingKey),
    signingAlgorithm: { name: signingKey.asymmetricKeyType === "rsa" ? "RSASSA-PKCS1-v1_5" : "ECDSA", hash: "SHA-256" },
    extensions: [...request.extensions, await x509.SubjectKeyIdentifierExtension.create(publicKey), issuerKey],
  });
  return Buffer.from(certificate.rawData);
}

/** 20 random octets, positive and of full length (RFC 5280 section 4.1.2.2), lower-case hex. */
function makeSerialNumber(): string {
  const bytes = randomBytes(20);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

// Values travel as objects because the library reads a plain string that begins with "#" as hexadecimal DER.
function nameOf(attributes: readonly NameAttribute[]): x509.Name {
  return new x509.Name(attributes.map(([type, value]) => ({ [type]: [{ utf8String: value }] })));
}

function publicKeyOf(key: KeyObject): x509.PublicKey {
  return new x509.PublicKey(new Uint8Array(key.export({ type: "spki", format: "der" })));
}
