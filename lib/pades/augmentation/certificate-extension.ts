import { childrenOf, contentOf, octetsOf, oidOf, readBer, Tag } from "@/lib/pades/verify/cms/ber";

export interface CertificateExtension {
  isCritical: boolean;
  /** What the OCTET STRING holds, DER. */
  value: Buffer;
}

const wrappedExtensions = 0xa3;

/** An extension of a certificate by its identifier (RFC 5280, 4.2), or null. Throws BerError for what is no certificate. */
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
