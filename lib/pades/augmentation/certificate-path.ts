import type { X509Certificate } from "node:crypto";
import { hasIssued } from "@/lib/pades/verify/cms/algorithms";
import { childrenOf, contentOf, octetsOf, oidOf, readBer, Tag } from "@/lib/pades/verify/cms/ber";
import { openCertificate } from "@/lib/pades/verify/cms/signer-certificate";

/** No real certification path is longer. */
const maxLength = 8;

/**
 * The certificates from the signer's upwards, as far as those given lead; each is signed by the next, which is an authority. The last is
 * self-signed when the path is whole. Empty when the signer's cannot be read.
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
  /** Content of the OCTET STRING, DER. */
  value: Buffer;
}

const wrappedExtensions = 0xa3;

/** A certificate's extension by its identifier (RFC 5280, 4.2), or null. Throws BerError for bytes that are not a certificate. */
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
