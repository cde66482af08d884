import type { X509Certificate } from "node:crypto";
import { childrenOf, contentOf, oidOf, readBer, Tag, type BerNode } from "./ber";

/**
 * The parts of a certificate's subject that reports show (RFC 5280, 4.1.2.4). If there are several values of a kind,
 * the first one.
 */
export interface DistinguishedName {
  commonName: string | null;
  organization: string | null;
  organizationalUnit: string | null;
  country: string | null;
  emailAddress: string | null;
}

const attributes: Record<string, keyof DistinguishedName> = {
  "2.5.4.3": "commonName",
  "2.5.4.10": "organization",
  "2.5.4.11": "organizationalUnit",
  "2.5.4.6": "country",
  "1.2.840.113549.1.9.1": "emailAddress",
};

const cached = new WeakMap<X509Certificate, DistinguishedName>();

/**
 * Parsed from the DER, because the text form of a name does not distinguish separators from values reliably. Never
 * throws: damaged parts are null.
 */
export function subjectOf(certificate: X509Certificate): DistinguishedName {
  const known = cached.get(certificate);
  if (known) return known;
  const name = { commonName: null, organization: null, organizationalUnit: null, country: null, emailAddress: null };
  try {
    readInto(name, subjectNode(certificate.raw));
  } catch {
    // Returns the parts read so far.
  }
  cached.set(certificate, name);
  return name;
}

/** The name of a certificate in reports: its common name, or its organization, or the whole subject on one line. */
export function displayNameOf(certificate: X509Certificate): string {
  const { commonName, organization } = subjectOf(certificate);
  return commonName ?? organization ?? (certificate.subject ?? "").replaceAll("\n", ", ");
}

function readInto(name: Record<keyof DistinguishedName, string | null>, subject: BerNode): void {
  for (const set of childrenOf(subject)) {
    for (const part of childrenOf(set)) {
      const [type, value] = childrenOf(part);
      const kind = type && attributes[oidOf(type)];
      if (kind && value) name[kind] ??= textOf(value);
    }
  }
}

function subjectNode(der: Buffer): BerNode {
  const [tbs] = childrenOf(readBer(der));
  const parts = tbs ? childrenOf(tbs) : [];
  const subject = parts[0]?.tag === Tag.context0 ? parts[5] : parts[4];
  if (!subject) throw new RangeError("a certificate without a subject");
  return subject;
}

const bmpString = 0x1e;
const latin1Strings = new Set([0x12, 0x13, 0x14, 0x16, 0x1a]);

/** A DirectoryString or IA5String. Null for other types and for malformed text. */
function textOf(value: BerNode): string | null {
  const content = contentOf(value);
  if (latin1Strings.has(value.tag)) return content.toString("latin1");
  if (value.tag === bmpString)
    return content.length % 2 === 0 ? Buffer.from(content).swap16().toString("utf16le") : null;
  if (value.tag !== 0x0c) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
