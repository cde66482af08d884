import type { X509Certificate } from "node:crypto";
import { BerError, childrenOf, contentOf, oidOf, rawOf, readBer, Tag, type BerNode } from "@/lib/x509/ber";

/**
 * The parts of a certificate's subject that rules and reports use. If there are several values of a kind, the first
 * one.
 */
interface MainParts {
  commonName: string | null;
  organization: string | null;
  organizationalUnit: string | null;
  country: string | null;
  emailAddress: string | null;
}

/** A certificate's subject (RFC 5280, 4.1.2.4). */
export interface DistinguishedName extends MainParts {
  attributes: NameAttribute[];
}

/**
 * An attribute by its short name, or by its identifier in dotted form. A value that is no text is `#` and its DER in
 * hex (RFC 4514, 2.4).
 */
export interface NameAttribute {
  type: string;
  value: string;
}

const shortNames: Record<string, string> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "SERIALNUMBER",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "STREET",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.12": "T",
  "2.5.4.42": "GN",
  "0.9.2342.19200300.100.1.25": "DC",
  "1.2.840.113549.1.9.1": "E",
};

const mainParts: Record<string, keyof MainParts> = {
  CN: "commonName",
  O: "organization",
  OU: "organizationalUnit",
  C: "country",
  E: "emailAddress",
};

const cached = new WeakMap<X509Certificate, DistinguishedName>();

/**
 * Parsed from the DER, because the text form of a name does not distinguish separators from values reliably. Never
 * throws: damaged parts are null.
 */
export function subjectOf(certificate: X509Certificate): DistinguishedName {
  const known = cached.get(certificate);
  if (known) return known;
  const name: DistinguishedName = {
    commonName: null,
    organization: null,
    organizationalUnit: null,
    country: null,
    emailAddress: null,
    attributes: [],
  };
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

function readInto(name: DistinguishedName, subject: BerNode): void {
  for (const set of childrenOf(subject)) {
    for (const part of childrenOf(set)) {
      const [identifier, content] = childrenOf(part);
      if (!identifier || !content) continue;
      const type = shortNames[oidOf(identifier)] ?? oidOf(identifier);
      const text = textOf(content);
      name.attributes.push({ type, value: text ?? `#${rawOf(content).toString("hex")}` });
      const main = mainParts[type];
      if (main) name[main] ??= text;
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

/** Types of character strings, by tag, and the encodings of their octets. Anything else is compared octet by octet. */
const encodings: Readonly<Record<number, BufferEncoding>> = {
  0x0c: "utf8",
  0x12: "latin1",
  0x13: "latin1",
  0x14: "latin1",
  0x16: "latin1",
  0x1a: "latin1",
};

/**
 * A distinguished name in a comparable form: one string for each relative name, letters in lower case, white space
 * folded (RFC 5280 7.1). Throws BerError.
 */
export function comparableName(name: Buffer): string[] {
  return childrenOf(readBer(name)).map((relative) => childrenOf(relative).map(comparableAttribute).sort().join("+"));
}

/** One string for the whole name. Its parts cannot contain the separators unescaped. */
export function nameKey(name: Buffer): string {
  return comparableName(name).join("/");
}

/** Whether `name` is at or below `base` in the tree of names (RFC 5280 4.2.1.10). */
export function isBelow(name: readonly string[], base: readonly string[]): boolean {
  return base.every((relative, index) => name[index] === relative);
}

function comparableAttribute(attribute: BerNode): string {
  const [type, value] = childrenOf(attribute);
  if (!type || !value) {
    throw new BerError("a name is incomplete");
  }
  return `${oidOf(type)}=${encodeURIComponent(comparableValue(value))}`;
}

function comparableValue(value: BerNode): string {
  const text = comparableText(value);
  return text === null ? `#${rawOf(value).toString("hex")}` : text.trim().replace(/\s+/g, " ").toLowerCase();
}

function comparableText(value: BerNode): string | null {
  const content = contentOf(value);
  if (value.tag === bmpString && content.length % 2 === 0) {
    return Buffer.from(content).swap16().toString("utf16le").toWellFormed();
  }
  const encoding = encodings[value.tag];
  return encoding ? content.toString(encoding) : null;
}
