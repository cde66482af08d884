import { createHash, type X509Certificate } from "node:crypto";
import { hasIssued } from "@/lib/pades/verify/cms/algorithms";
import { openCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import { BerError, childrenOf, contentOf, octetsOf, oidOf, rawOf, readBer, Tag, type BerNode } from "@/lib/x509/ber";
import { derNull, objectIdentifier, octetString, sequence } from "@/lib/x509/der";

const distributionPointsId = "2.5.29.31";
const accessId = "1.3.6.1.5.5.7.1.1";
const ocspId = "1.3.6.1.5.5.7.48.1";
const issuersId = "1.3.6.1.5.5.7.48.2";
/** DistributionPoint.distributionPoint, its fullName, and a GeneralName that is a URI (RFC 5280, 4.2.1.13). */
const explicit0 = 0xa0;
const uri = 0x86;
/** Limit on the URLs of each kind. */
const most = 2;

/** URLs of the issuer's OCSP responders for the certificate (RFC 5280, 4.2.2.1). */
export function ocspUrls(certificate: X509Certificate): string[] {
  return accessUrls(certificate, ocspId);
}

/** URLs of the issuer's own certificate. */
export function issuerUrls(certificate: X509Certificate): string[] {
  return accessUrls(certificate, issuersId);
}

/** URLs of the issuer's revocation list. */
export function listUrls(certificate: X509Certificate): string[] {
  const names = entriesOf(certificate, distributionPointsId)
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === explicit0)
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === explicit0)
    .flatMap(childrenOf);
  return onlyHttp(names);
}

/** Parsed from the extension, because Node's `infoAccess` quotes a URL that contains a comma. */
function accessUrls(certificate: X509Certificate, method: string): string[] {
  const descriptions = entriesOf(certificate, accessId).map(childrenOf);
  return onlyHttp(
    descriptions.flatMap(([used, location]) => (used && location && oidOf(used) === method ? [location] : [])),
  );
}

/**
 * Returns none if the extension is damaged or missing: a foreign certificate must not block the others of the
 * document.
 */
function entriesOf(certificate: X509Certificate, extensionId: string): BerNode[] {
  const extension = extensionOf(certificate.raw, extensionId);
  if (!extension) return [];
  try {
    return childrenOf(readBer(extension.value));
  } catch (error) {
    if (error instanceof BerError) return [];
    throw error;
  }
}

function onlyHttp(names: readonly BerNode[]): string[] {
  return names
    .filter(({ tag }) => tag === uri)
    .map((name) => contentOf(name).toString("latin1"))
    .filter((url) => /^https?:\/\//i.test(url))
    .slice(0, most);
}

/** No real certification path is longer. */
const maxLength = 8;

/**
 * The certificates from the signer's upwards, as far as the given ones lead. Each is signed by the next one, which is
 * an authority. The last is self-signed if the path is complete. Empty if the signer's certificate cannot be read.
 */
export function certificatePath(signer: Buffer, others: readonly Buffer[]): X509Certificate[] {
  const path: X509Certificate[] = [];
  const known = others.map(openCertificate).filter((certificate) => certificate !== null);
  for (let current = openCertificate(signer); current && path.length < maxLength; current = issuerOf(current, known)) {
    path.push(current);
  }
  return path;
}

export function isSelfSigned(certificate: X509Certificate): boolean {
  return hasIssued(certificate, certificate);
}

function issuerOf(certificate: X509Certificate, known: readonly X509Certificate[]): X509Certificate | null {
  return isSelfSigned(certificate)
    ? null
    : (known.find(
        (candidate) => !candidate.raw.equals(certificate.raw) && candidate.ca && hasIssued(candidate, certificate),
      ) ?? null);
}

interface CertificateExtension {
  isCritical: boolean;
  /** Content of the OCTET STRING. DER. */
  value: Buffer;
}

const wrappedExtensions = 0xa3;

/**
 * A certificate's extension by its identifier (RFC 5280, 4.2), or null. Throws BerError for bytes that are not a
 * certificate.
 */
export function extensionOf(certificate: Buffer, id: string): CertificateExtension | null {
  const [tbs] = childrenOf(readBer(certificate));
  const wrapped = tbs ? childrenOf(tbs).find((part) => part.tag === wrappedExtensions) : undefined;
  const list = wrapped ? childrenOf(wrapped)[0] : undefined;
  for (const extension of list ? childrenOf(list) : []) {
    const [oid, ...rest] = childrenOf(extension);
    const value = rest.at(-1);
    if (oid && value && oidOf(oid) === id) {
      const critical = rest.find((part) => part.tag === Tag.boolean);
      return { isCritical: critical !== undefined && contentOf(critical)[0] !== 0, value: octetsOf(value) };
    }
  }
  return null;
}

const SHA1 = objectIdentifier("1.3.14.3.2.26");

/**
 * An OCSPRequest for one certificate, DER (RFC 6960, 4.1.1). Its CertID uses SHA-1, which every responder supports
 * (RFC 5019, 2.1.1) and which serves only as an identifier here. There is no nonce, so responders may answer with a
 * pre-produced response. Throws BerError for bytes that are not a certificate.
 */
export function buildOcspQuery(certificate: Buffer, issuer: Buffer): Buffer {
  const [serialNumber] = fieldsOf(certificate);
  const [, , , , subject, publicKey] = fieldsOf(issuer);
  const bits = publicKey && childrenOf(publicKey)[1];
  if (!serialNumber || !subject || !bits) {
    throw new BerError("no certificate");
  }
  // The first octet of a BIT STRING is the number of unused bits.
  const hashes = [rawOf(subject), contentOf(bits).subarray(1)].map((bytes) =>
    octetString(createHash("sha1").update(bytes).digest()),
  );
  const certId = sequence(sequence(SHA1, derNull()), ...hashes, rawOf(serialNumber));
  return sequence(sequence(sequence(sequence(certId))));
}

/** The nodes of tbsCertificate (RFC 5280, 4.1), starting with serialNumber. */
function fieldsOf(certificate: Buffer): BerNode[] {
  const [tbs] = childrenOf(readBer(certificate));
  const fields = tbs === undefined ? [] : childrenOf(tbs);
  return fields[0]?.tag === Tag.context0 ? fields.slice(1) : fields;
}
