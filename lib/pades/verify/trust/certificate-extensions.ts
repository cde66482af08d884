import type { Certificate } from "@/lib/pades/verify/cms/certificate";
import { BerError, childrenOf, contentOf, isConstructed, oidOf, readBer, smallIntegerOf, Tag } from "@/lib/x509/ber";

export const Oid = {
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  extendedKeyUsage: "2.5.29.37",
  subjectAlternativeName: "2.5.29.17",
  nameConstraints: "2.5.29.30",
  policyConstraints: "2.5.29.36",
  inhibitAnyPolicy: "2.5.29.54",
  crlDistributionPoints: "2.5.29.31",
  noRevAvail: "2.5.29.56",
  shortTermAssured: "0.4.0.194121.2.1",
  anyPurpose: "2.5.29.37.0",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  ocspSigning: "1.3.6.1.5.5.7.3.9",
  documentSigning: "1.3.6.1.5.5.7.3.36",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
} as const;

/**
 * Critical extensions that a path may contain: those that are checked here, and those that only inform (RFC 5280 4.2,
 * RFC 3739).
 */
const understood: ReadonlySet<string> = new Set([
  Oid.basicConstraints,
  Oid.keyUsage,
  Oid.extendedKeyUsage,
  Oid.subjectAlternativeName,
  Oid.nameConstraints,
  Oid.policyConstraints,
  Oid.inhibitAnyPolicy,
  Oid.crlDistributionPoints,
  Oid.noRevAvail,
  Oid.shortTermAssured,
  "2.5.29.14",
  "2.5.29.16",
  "2.5.29.18",
  "2.5.29.32",
  "2.5.29.33",
  "2.5.29.35",
  "1.3.6.1.5.5.7.1.1",
  "1.3.6.1.5.5.7.1.3",
  "1.3.6.1.5.5.7.48.1.5",
]);

/** Bits of KeyUsage (RFC 5280 4.2.1.3). */
export const KeyUsage = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const;

export interface BasicConstraints {
  isAuthority: boolean;
  /** The number of authorities below that are not self-issued, or null for any number. */
  pathLength: number | null;
}

/** Throws BerError when the extension is broken, like the other functions here. */
export function basicConstraintsOf(certificate: Certificate): BasicConstraints {
  const extension = certificate.extensions.get(Oid.basicConstraints);
  const fields = extension ? childrenOf(readBer(extension.value)) : [];
  const flag = fields.find((field) => field.tag === Tag.boolean);
  const length = fields.find((field) => field.tag === Tag.integer);
  return {
    isAuthority: flag !== undefined && contentOf(flag)[0] !== 0,
    pathLength: length ? smallIntegerOf(length) : null,
  };
}

/** Whether the key may be used for this purpose. Also true if the certificate does not restrict it. */
export function mayBeUsedFor(certificate: Certificate, ...bits: readonly number[]): boolean {
  const extension = certificate.extensions.get(Oid.keyUsage);
  if (!extension) {
    return true;
  }
  const node = readBer(extension.value);
  if (node.tag !== Tag.bitString || isConstructed(node)) {
    throw new BerError("a key usage is not a bit string");
  }
  const octets = contentOf(node).subarray(1);
  return bits.some((bit) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** Purposes of the extended key usage, or null if the certificate names none. */
export function purposesOf(certificate: Certificate): string[] | null {
  const extension = certificate.extensions.get(Oid.extendedKeyUsage);
  return extension ? childrenOf(readBer(extension.value)).map(oidOf) : null;
}

/**
 * Whether no revocation information is published for it (RFC 9608; ETSI EN 319 412-1, 5.2). Ignored for authorities.
 */
export function needsNoRevocation(certificate: Certificate): boolean {
  const isExempt = certificate.extensions.has(Oid.noRevAvail) || certificate.extensions.has(Oid.shortTermAssured);
  return isExempt && !basicConstraintsOf(certificate).isAuthority;
}

export function unknownCriticalExtensions(certificate: Certificate): string[] {
  return [...certificate.extensions].flatMap(([oid, { critical }]) => (critical && !understood.has(oid) ? [oid] : []));
}
