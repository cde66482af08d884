import type { X509Certificate } from "node:crypto";
import { openCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import {
  BerError,
  childrenOf,
  contentOf,
  octetsOf,
  oidOf,
  rawOf,
  readBer,
  Tag,
  timeOf,
  type BerNode,
} from "@/lib/x509/ber";
import { nameKey } from "@/lib/x509/distinguished-name";

export interface Extension {
  critical: boolean;
  value: Buffer;
}

/** The parts of a certificate that paths and revocation need (RFC 5280 4.1). Buffers are views into `der`. */
export interface Certificate {
  der: Buffer;
  x509: X509Certificate;
  /** The octets of the INTEGER. */
  serial: Buffer;
  /** DER of the names, and the same in a comparable form. */
  issuer: Buffer;
  issuerKey: string;
  subject: Buffer;
  subjectKey: string;
  notBefore: Date;
  notAfter: Date;
  /** The octets of the public key's BIT STRING, without the count of unused bits. */
  keyOctets: Buffer;
  /** Object identifier of the algorithm of the issuer's signature. */
  signatureAlgorithm: string;
  extensions: ReadonlyMap<string, Extension>;
}

/** Certificates of recent files, because a service verifies files of the same authorities repeatedly. */
const read = new Map<string, Certificate | null>();
const mostRead = 512;
/** Larger certificates are ignored. */
const largestCertificate = 64 * 1024;

/** Reads a certificate, or returns null if it cannot be read: an unknown curve, a broken encoding. Never throws. */
export function readCertificate(der: Buffer): Certificate | null {
  if (der.length > largestCertificate) {
    return null;
  }
  const key = der.toString("latin1");
  const known = read.get(key);
  if (known !== undefined) {
    return known;
  }
  if (read.size >= mostRead) {
    read.clear();
  }
  // Copied, so that the cache does not retain the file that the certificate came from.
  const certificate = tryRead(Buffer.from(der));
  read.set(key, certificate);
  return certificate;
}

export function isSelfIssued(certificate: Certificate): boolean {
  return certificate.subjectKey === certificate.issuerKey;
}

function tryRead(der: Buffer): Certificate | null {
  const x509 = openCertificate(der);
  try {
    return x509 ? { der, x509, ...readParts(der) } : null;
  } catch (error) {
    if (error instanceof BerError) {
      return null;
    }
    throw error;
  }
}

function readParts(der: Buffer): Omit<Certificate, "der" | "x509"> {
  const [tbs] = childrenOf(readBer(der));
  const parts = tbs ? childrenOf(tbs) : [];
  const [serial, algorithm, issuer, validity, subject, keyInfo] =
    parts[0]?.tag === Tag.context0 ? parts.slice(1) : parts;
  if (!serial || !algorithm || !issuer || !validity || !subject || !keyInfo) {
    throw new BerError("a certificate is incomplete");
  }
  const [notBefore, notAfter] = childrenOf(validity).map(timeOf);
  const [signatureAlgorithm] = childrenOf(algorithm);
  const key = childrenOf(keyInfo)[1];
  if (!notBefore || !notAfter || !signatureAlgorithm || !key) {
    throw new BerError("a certificate is incomplete");
  }
  return {
    serial: contentOf(serial),
    issuer: rawOf(issuer),
    issuerKey: nameKey(rawOf(issuer)),
    subject: rawOf(subject),
    subjectKey: nameKey(rawOf(subject)),
    notBefore,
    notAfter,
    keyOctets: contentOf(key).subarray(1),
    signatureAlgorithm: oidOf(signatureAlgorithm),
    extensions: readExtensions(parts.find((part) => part.tag === 0xa3)),
  };
}

/**
 * The extensions of a certificate, a revocation list or one of its entries, by object identifier. Throws BerError
 * when one occurs twice.
 */
export function readExtensions(wrapped: BerNode | undefined): Map<string, Extension> {
  const list = wrapped ? childrenOf(wrapped)[0] : undefined;
  return extensionsIn(list);
}

export function extensionsIn(list: BerNode | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const node of list ? childrenOf(list) : []) {
    const [oid, ...rest] = childrenOf(node);
    const value = rest.at(-1);
    if (!oid || !value || found.has(oidOf(oid))) {
      throw new BerError("an extension is incomplete or occurs twice");
    }
    const flag = rest.length > 1 ? rest[0] : undefined;
    found.set(oidOf(oid), { critical: flag?.tag === Tag.boolean && contentOf(flag)[0] !== 0, value: octetsOf(value) });
  }
  return found;
}
