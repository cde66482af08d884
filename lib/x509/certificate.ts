// @peculiar/x509's dependency container throws on import unless this polyfill is loaded first.
import "reflect-metadata";
import { createHash, randomBytes, X509Certificate, type KeyObject } from "node:crypto";
import * as x509 from "@peculiar/x509";
import * as asn1js from "asn1js";
import type * as pkijs from "pkijs";
import { subjectOf, type NameAttribute } from "./distinguished-name";
import { isRsa, signedStructure, type SigningKey } from "./signing-key";

/** Certificates by @peculiar/x509. Import the library only through this module, which loads its polyfill. */
export { x509 };

function parseCertificate(der: Buffer): x509.X509Certificate {
  return new x509.X509Certificate(new Uint8Array(der));
}

/**
 * One attribute of a distinguished name, in the order given. Values are written as UTF8String (RFC 5280
 * section 4.1.2.4).
 */
type IssuedAttribute = readonly ["CN" | "O" | "OU", string];

/** Issuer of certificates: a P-256 key, or an operator's RSA key. */
export interface CertificateIssuer {
  certificate: Buffer;
  key: SigningKey;
}

interface CertificateRequest {
  subject: readonly IssuedAttribute[];
  publicKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  extensions: readonly x509.Extension[];
}

/** Issues a certificate (RFC 5280) with the key identifiers of subject and issuer. DER. */
export async function issueCertificate(request: CertificateRequest, issuer: CertificateIssuer): Promise<Buffer> {
  const { name, identifier } = await readIssuer(issuer.certificate);
  return generate(request, name, identifier, issuer.key);
}

interface IssuerFacts {
  name: x509.Name;
  identifier: x509.AuthorityKeyIdentifierExtension;
}

const issuers = new WeakMap<Buffer, Promise<IssuerFacts>>();

/** Parsed once per buffer, because all certificates come from the same few authorities. */
function readIssuer(certificate: Buffer): Promise<IssuerFacts> {
  const known = issuers.get(certificate) ?? parseIssuer(certificate);
  issuers.set(certificate, known);
  return known;
}

async function parseIssuer(certificate: Buffer): Promise<IssuerFacts> {
  const parent = parseCertificate(certificate);
  // An operator's authority may compute its identifier in another way than SHA-1 (RFC 5280 section 4.2.1.1: the value
  // in the issuer's certificate applies).
  const named = parent.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId;
  const identifier =
    named === undefined
      ? await x509.AuthorityKeyIdentifierExtension.create(parent.publicKey)
      : new x509.AuthorityKeyIdentifierExtension(named);
  return { name: parent.subjectName, identifier };
}

/** DER of a self-signed certificate. */
export async function selfSign(request: CertificateRequest, key: SigningKey): Promise<Buffer> {
  const own = publicKeyOf(request.publicKey);
  return generate(request, nameOf(request.subject), await x509.AuthorityKeyIdentifierExtension.create(own), key);
}

async function generate(
  request: CertificateRequest,
  issuerName: x509.Name,
  issuerKey: x509.AuthorityKeyIdentifierExtension,
  key: SigningKey,
): Promise<Buffer> {
  const publicKey = publicKeyOf(request.publicKey);
  const unsigned = await x509.X509CertificateGenerator.create({
    serialNumber: makeSerialNumber(),
    subject: nameOf(request.subject),
    issuer: issuerName,
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    publicKey,
    // The library signs only with Web Crypto keys, which cannot live in another system. It therefore encodes the
    // content with a dummy signature, and `signedStructure` signs it afterwards.
    signature: new Uint8Array(64),
    signingAlgorithm: isRsa(key.publicKey) ? rsaAlgorithm : ecdsaAlgorithm,
    extensions: [...request.extensions, await x509.SubjectKeyIdentifierExtension.create(publicKey), issuerKey],
  });
  return signedStructure(contentOf(Buffer.from(unsigned.rawData)), key);
}

const rsaAlgorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const ecdsaAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** The first member of a SEQUENCE, including its tag and length. */
function contentOf(der: Buffer): Buffer {
  const { result } = asn1js.fromBER(new Uint8Array(der));
  const [content] = (result as asn1js.Sequence).valueBlock.value;
  return Buffer.from(content?.valueBeforeDecodeView ?? []);
}

/** 20 random octets, positive and of full length (RFC 5280 section 4.1.2.2), lower-case hex. */
function makeSerialNumber(): string {
  const bytes = randomBytes(20);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

// Values are passed as objects because the library reads a plain string that begins with "#" as hexadecimal DER.
function nameOf(attributes: readonly IssuedAttribute[]): x509.Name {
  return new x509.Name(attributes.map(([type, value]) => ({ [type]: [{ utf8String: value }] })));
}

function publicKeyOf(key: KeyObject): x509.PublicKey {
  return new x509.PublicKey(new Uint8Array(key.export({ type: "spki", format: "der" })));
}

/** URLs for the revocation status of a certificate; null on a loopback instance, which others cannot reach. */
export type RevocationPlaces = { crlUrl: string | null; ocspUrl: string } | null;

const documentSigning = "1.3.6.1.5.5.7.3.36";
const noRevAvailId = "2.5.29.56";
const derNull = Buffer.from([0x05, 0x00]);

/**
 * Extensions of a certificate authority that may have `pathLength` further authorities below it (RFC 5280 section
 * 4.2.1.9). It signs its own OCSP responses, which requires digitalSignature (RFC 5280 section 4.2.1.3).
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
 * Extensions for a key that signs documents: digitalSignature and nonRepudiation, documentSigning (RFC 9336).
 * emailProtection is included too, because `openssl cms` and NSS (pdfsig) require it by default in the chain of any
 * CMS signature.
 */
export function documentSignerExtensions(): x509.Extension[] {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    new x509.ExtendedKeyUsageExtension([documentSigning, x509.ExtendedKeyUsage.emailProtection]),
  ];
}

/** The holder's address (RFC 5280 section 4.2.1.6, rfc822Name). Empty when it does not fit an IA5String. */
export function emailExtension(email: string): x509.Extension[] {
  if (!/^[\x21-\x7e]+$/.test(email)) return [];
  return [new x509.SubjectAlternativeNameExtension([{ type: "email", value: email }])];
}

/** noRevAvail (RFC 9608): this certificate is never revoked, because its key no longer exists. */
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

/** Certificate details for display. Times are ISO 8601 UTC, the serial number lower-case hex. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
}

export function readCertificateFacts(certificate: Buffer): CertificateFacts {
  const parsed = parseCertificate(certificate);
  return {
    subject: parsed.subject,
    issuer: parsed.issuer,
    serialNumber: parsed.serialNumber.toLowerCase(),
    notBefore: parsed.notBefore.toISOString(),
    notAfter: parsed.notAfter.toISOString(),
  };
}

/** The facts of a certificate, with the attributes of the subject in order. */
export function readNamedFacts(certificate: Buffer): CertificateFacts & { name: NameAttribute[] } {
  return { ...readCertificateFacts(certificate), name: subjectOf(new X509Certificate(certificate)).attributes };
}

/** CRLReason values (RFC 5280 section 5.3.1) that can apply to certificates of this instance. */
export const reasonNumbers = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;
export type ReasonName = keyof typeof reasonNumbers;

/** A certificate's status at its authority; `unknown` if the authority did not issue it or has no record of it. */
export type CertificateState =
  | { kind: "good" }
  | { kind: "revoked"; at: Date; reason: ReasonName }
  | { kind: "unknown" };

/** The time at which an answer was true, and the time until which it may be used. */
export interface AnswerTimes {
  thisUpdate: Date;
  nextUpdate: Date;
}

/**
 * The SHA-1 of the public key, by which certificates, revocation lists and OCSP identify an authority's key (RFC 5280
 * section 4.2.1.2).
 */
export function keyIdentifier(certificate: pkijs.Certificate): asn1js.OctetString {
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return new asn1js.OctetString({ valueHex: createHash("sha1").update(key).digest() });
}

/** Lower-case hex, as the instance stores it. */
export function serialNumberOf(certificate: Buffer): string {
  return new X509Certificate(certificate).serialNumber.toLowerCase();
}

/** X.509 times have no fractional seconds (RFC 5280 section 4.1.2.5.2). */
export function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

const known = new WeakMap<Buffer, Date>();

/**
 * When a certificate expires. Parsed once per buffer: the instance's own certificates are checked several times per
 * document.
 */
export function certificateEnd(der: Buffer): Date {
  const remembered = known.get(der);
  if (remembered) return remembered;
  const end = new Date(new X509Certificate(der).validTo);
  known.set(der, end);
  return end;
}
