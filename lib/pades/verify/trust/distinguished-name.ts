import { BerError, childrenOf, contentOf, oidOf, rawOf, readBer, type BerNode } from "@/lib/pades/verify/cms/ber";

/** Types of character strings, by tag, and the encodings of their octets. Anything else is compared octet by octet. */
const encodings: Readonly<Record<number, BufferEncoding>> = {
  0x0c: "utf8",
  0x12: "latin1",
  0x13: "latin1",
  0x14: "latin1",
  0x16: "latin1",
  0x1a: "latin1",
};
const bmpString = 0x1e;

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
  const text = textOf(value);
  return text === null ? `#${rawOf(value).toString("hex")}` : text.trim().replace(/\s+/g, " ").toLowerCase();
}

function textOf(value: BerNode): string | null {
  const content = contentOf(value);
  if (value.tag === bmpString && content.length % 2 === 0) {
    return Buffer.from(content).swap16().toString("utf16le").toWellFormed();
  }
  const encoding = encodings[value.tag];
  return encoding ? content.toString(encoding) : null;
}
