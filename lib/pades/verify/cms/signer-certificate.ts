import { createHash, X509Certificate } from "node:crypto";
import { childrenOf, contentOf, octetsOf, oidOf, rawOf, readBer, Tag, type BerNode } from "@/lib/x509/ber";
import { digestNameOf } from "./algorithms";
import { readAlgorithm, type Attributes, type SignerId } from "./cms-read";

const subjectKeyIdentifierOid = "2.5.29.14";
const signingCertificateV1Oid = "1.2.840.113549.1.9.16.2.12";
const signingCertificateV2Oid = "1.2.840.113549.1.9.16.2.47";

interface CertificateNames {
  issuer: Buffer;
  serial: Buffer;
  keyIdentifier: Buffer | null;
}

/** The certificate among `certificates` (DER) that the SignerInfo identifies (RFC 5652 5.3), or null. */
export function findSignerCertificate(certificates: readonly Buffer[], id: SignerId): Buffer | null {
  return certificates.find((der) => matches(namesIn(der), id)) ?? null;
}

/**
 * Cache of parsed certificates: the signatures of one file share most of theirs, and parsing one costs as much as
 * hashing 1 MB.
 */
const opened = new Map<string, X509Certificate | null>();
const mostOpened = 64;

/** A certificate that node:crypto can use, or null if it cannot be read (an unknown curve, a broken encoding). */
export function openCertificate(der: Buffer): X509Certificate | null {
  const key = der.toString("latin1");
  const known = opened.get(key);
  if (known !== undefined) {
    return known;
  }
  if (opened.size >= mostOpened) {
    opened.clear();
  }
  const certificate = tryOpen(der);
  opened.set(key, certificate);
  return certificate;
}

function tryOpen(der: Buffer): X509Certificate | null {
  try {
    const certificate = new X509Certificate(der);
    return certificate.publicKey ? certificate : null;
  } catch {
    return null;
  }
}

function matches(names: CertificateNames | null, id: SignerId): boolean {
  if (!names) {
    return false;
  }
  if (id.kind === "key") {
    return names.keyIdentifier?.equals(id.keyIdentifier) ?? false;
  }
  return names.issuer.equals(id.issuer) && names.serial.equals(id.serial);
}

/** Issuer, serial number and key identifier of a certificate (RFC 5280 4.1), or null if the encoding is broken. */
export function namesIn(der: Buffer): CertificateNames | null {
  try {
    const tbs = childrenOf(readBer(der))[0];
    const parts = tbs ? childrenOf(tbs) : [];
    const [serial, , issuer] = parts[0]?.tag === Tag.context0 ? parts.slice(1) : parts;
    if (!serial || !issuer) {
      return null;
    }
    const extensions = parts.find((part) => part.tag === 0xa3);
    return {
      issuer: rawOf(issuer),
      serial: contentOf(serial),
      keyIdentifier: extensions ? keyIdentifierIn(extensions) : null,
    };
  } catch {
    return null;
  }
}

function keyIdentifierIn(wrapped: BerNode): Buffer | null {
  const list = childrenOf(wrapped)[0];
  for (const extension of list ? childrenOf(list) : []) {
    const [oid, ...rest] = childrenOf(extension);
    const value = rest.at(-1);
    if (oid && value && oidOf(oid) === subjectKeyIdentifierOid) {
      return octetsOf(readBer(octetsOf(value)));
    }
  }
  return null;
}

/**
 * Whether the signed attributes identify this certificate (ESS signingCertificate, RFC 2634 5.4 and RFC 5035):
 * "absent" when neither version is present, "mismatch" when one is present and identifies another certificate.
 */
export function checkSigningCertificate(attributes: Attributes, certificate: Buffer): "match" | "mismatch" | "absent" {
  const v2 = attributes.values.get(signingCertificateV2Oid);
  const v1 = attributes.values.get(signingCertificateV1Oid);
  if (!v1 && !v2) {
    return "absent";
  }
  const pins = [v1, v2].filter((values) => values !== undefined);
  const first = pins.map((values) => firstCertId(values[0]));
  return first.every((certId) => certId !== null && pinsCertificate(certId, certificate)) ? "match" : "mismatch";
}

// SigningCertificate ::= SEQUENCE { certs SEQUENCE OF ESSCertID, … }: the first one identifies the signer.
function firstCertId(value: BerNode | undefined): BerNode[] | null {
  const list = value ? childrenOf(value)[0] : undefined;
  const certId = list ? childrenOf(list)[0] : undefined;
  return certId ? childrenOf(certId) : null;
}

function pinsCertificate(certId: BerNode[], certificate: Buffer): boolean {
  const [first] = certId;
  const named = first?.tag === Tag.sequence;
  const hash = certId[named ? 1 : 0];
  const issuerSerial = certId[named ? 2 : 1];
  if (!first || hash?.tag !== Tag.octetString) {
    return false;
  }
  const expected = octetsOf(hash);
  // ESSCertID (v1) always uses SHA-1. ESSCertIDv2 without an algorithm uses SHA-256.
  const digest = named ? digestNameOf(readAlgorithm(first).oid) : expected.length === 20 ? "sha1" : "sha256";
  if (!digest || !createHash(digest).update(certificate).digest().equals(expected)) {
    return false;
  }
  return (
    issuerSerial === undefined ||
    serialOf(issuerSerial)?.equals(namesIn(certificate)?.serial ?? Buffer.alloc(0)) === true
  );
}

function serialOf(issuerSerial: BerNode): Buffer | null {
  const serial = childrenOf(issuerSerial)[1];
  return serial ? contentOf(serial) : null;
}
