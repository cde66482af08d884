import { officeDamaged } from "./office-error";

export interface XmlAttribute {
  /** Without its prefix. */
  local: string;
  name: string;
  /** With entities resolved. */
  value: string;
}

export interface XmlTag {
  kind: "tag";
  raw: string;
  /** Without its prefix. */
  local: string;
  name: string;
  isClosing: boolean;
  isEmpty: boolean;
  attributes: XmlAttribute[];
}

export type XmlToken = XmlTag | { kind: "text"; raw: string };

/**
 * Comments, processing instructions and CDATA, tags with their quoted values, and text. A document type declaration
 * matches none of them.
 */
const pattern =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(?!!)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|[^<]+/y;
const attributePattern = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Yields the tags and texts of an XML part in UTF-8. Comments and processing instructions are omitted, and CDATA
 * becomes text. Throws PdfError `office_damaged` for a document type declaration, which could define entities, and
 * for anything that two parsers might read differently.
 */
export function* xmlTokens(bytes: Buffer): Generator<XmlToken> {
  const text = decode(bytes);
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw officeDamaged(`XML cannot be read at ${at}`);
    const { lastIndex } = pattern;
    const token = tokenOf(match[0], match[1]);
    if (token) yield token;
    // Restored, because the caller may read another part in the meantime.
    pattern.lastIndex = lastIndex;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw officeDamaged("XML is not in UTF-8");
  }
}

function tokenOf(raw: string, characters: string | undefined): XmlToken | null {
  if (characters !== undefined) return { kind: "text", raw: escapeXml(characters) };
  if (raw.startsWith("<!--") || raw.startsWith("<?")) return null;
  return raw.startsWith("<") ? readTag(raw) : { kind: "text", raw };
}

function readTag(raw: string): XmlTag {
  const isClosing = raw.startsWith("</");
  const name = /^<\/?\s*([^\s/>]+)/.exec(raw)?.[1] ?? "";
  if (name === "") throw officeDamaged("a tag has no name");
  const attributes = isClosing
    ? []
    : [...raw.slice(1 + name.length).matchAll(attributePattern)].map(([, key = "", double, single]) => ({
        name: key,
        local: localOf(key),
        value: unescapeXml(double ?? single ?? ""),
      }));
  return { kind: "tag", raw, name, local: localOf(name), isClosing, isEmpty: raw.endsWith("/>"), attributes };
}

/** Writes the tag with only these attributes. */
export function writeTag({ name, isEmpty }: XmlTag, attributes: readonly XmlAttribute[]): string {
  const written = attributes.map((attribute) => ` ${attribute.name}="${escapeXml(attribute.value)}"`).join("");
  return `<${name}${written}${isEmpty ? "/" : ""}>`;
}

function localOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Throws PdfError `office_damaged` for a reference that is undefined without a document type declaration. */
export function unescapeXml(text: string): string {
  return text.replace(/&([^;]*)(;?)/g, (whole, reference: string, end: string) => {
    const character = end === "" ? undefined : characterOf(reference);
    if (character === undefined) throw officeDamaged(`XML has an unknown reference ${whole.slice(0, 20)}`);
    return character;
  });
}

/** Digits may have any number of leading zeros. */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return named.get(reference);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\n\r\t]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * Whether an address leads to something other than the same document or data inside it. Backslashes and blanks are
 * interpreted as by Windows programs.
 */
export function isElsewhere(address: string): boolean {
  const plain = address.replace(/[\s\p{Cc}]/gu, "").replaceAll("\\", "/");
  return /^[a-z][a-z0-9+.-]*:/i.test(plain) || plain.startsWith("/") || plain.startsWith("//");
}
