import { readsOnlyDocument } from "./clean-ooxml";
import { officeDamaged } from "./office-error";
import { isPlainPicture } from "./plain-parts";

/**
 * Destinations that name other files, hold data of programs, or hold binary objects (RTF 1.9.1). The picture that
 * they show is stored separately.
 */
const foreign: ReadonlySet<string> = new Set([
  "template",
  "nextfile",
  "filetbl",
  "mailmerge",
  "objdata",
  "objclass",
  "objname",
  "objalias",
  "objsect",
  "datastore",
  "themedata",
  "private",
  "hlinkbase",
]);
const deepest = 500;

/** Destinations whose text is checked. */
const readDestinations: ReadonlySet<string> = new Set(["fldinst", "sv", "pict"]);

interface Group {
  /** Length of the output where the group began. */
  start: number;
  /** Relevant destinations anywhere in the group: readers accept a destination even if it does not come first. */
  destinations: Set<string>;
  /** Decoded text of the group and its nested groups, or null where it is not needed. */
  text: string | null;
}

/** Control words with their number and one space, symbols, braces, and the text between them. */
const pattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/gsy;

/**
 * Removes from an RTF everything that refers outside it: templates, linked pictures and objects, and fields that read
 * files or programs. The input is decoded byte by byte, because RTF is ASCII. Throws PdfError `office_damaged`.
 */
export function cleanRtf(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1");
  const cleaner = new RtfCleaner();
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) throw officeDamaged("the RTF cannot be read");
    const [raw, word, number] = match;
    if (word === "bin") pattern.lastIndex += Math.max(0, Number(number ?? 0));
    else cleaner.take(raw, { word, number, hex: match[3], symbol: match[4], brace: match[5], text: match[6] });
  }
  return Buffer.from(cleaner.result(), "latin1");
}

interface RtfToken {
  word: string | undefined;
  number: string | undefined;
  hex: string | undefined;
  symbol: string | undefined;
  brace: string | undefined;
  text: string | undefined;
}

class RtfCleaner {
  private readonly output: string[] = [];
  private readonly groups: Group[] = [];

  take(raw: string, token: RtfToken): void {
    if (token.brace === "}") return this.close(raw);
    if (token.brace === "{") return this.open(raw);
    this.output.push(raw);
    const group = this.groups.at(-1);
    if (!group) return;
    if (token.word !== undefined) this.name(group, token.word);
    this.read(token);
  }

  result(): string {
    return this.output.join("");
  }

  private open(raw: string): void {
    if (this.groups.length >= deepest) throw officeDamaged("groups are nested too deeply");
    this.groups.push({ start: this.output.length, destinations: new Set(), text: null });
    this.output.push(raw);
  }

  private name(group: Group, word: string): void {
    const isRead = readDestinations.has(word);
    if (isRead) group.text ??= "";
    if (isRead || foreign.has(word)) group.destinations.add(word);
  }

  private read(token: RtfToken): void {
    const read = textOf(token);
    if (read === "") return;
    const inner = this.groups.at(-1);
    // For a picture, only its own digits are read. Nested groups are left out.
    for (const group of this.groups)
      if (group.text !== null && (group === inner || !group.destinations.has("pict"))) group.text += read;
  }

  private close(raw: string): void {
    const group = this.groups.pop();
    this.output.push(raw);
    if (!group) return;
    const isInPicture = this.groups.at(-1)?.destinations.has("pict") === true;
    const written = isInPicture ? "" : rewritten(group);
    if (written === null) return;
    this.output.length = group.start;
    this.output.push(written);
  }
}

function textOf({ word, number, hex, symbol, text }: RtfToken): string {
  if (text !== undefined) return text.replace(/[\r\n]/g, "");
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (symbol !== undefined) return "\\{}".includes(symbol) ? symbol : "";
  return word === "u" && number !== undefined ? String.fromCharCode(Number(number) & 0xffff) : "";
}

/** An empty group keeps the preceding control word separate from the text that follows. */
const nothing = "{}";

/** The replacement text of a group, or null to keep the group. */
function rewritten({ destinations, text }: Group): string | null {
  for (const destination of destinations) if (foreign.has(destination)) return nothing;
  // Shape properties can name linked pictures.
  if (destinations.has("sv") && /[:\\]|\/\/|^\s*\/|\.\.\//.test(text ?? "")) return nothing;
  if (destinations.has("pict") && !isPicture(text ?? "")) return nothing;
  if (!destinations.has("fldinst")) return null;
  // Written in one piece, so that no reader can assemble it differently.
  return readsOnlyDocument(text ?? "") ? `{\\*\\fldinst ${escaped(text ?? "")}}` : nothing;
}

/** Whether the text is the hexadecimal digits of a picture, including a bitmap without its file header. */
function isPicture(text: string): boolean {
  const digits = text.replace(/\s/g, "");
  if (!/^[0-9a-f]*$/i.test(digits)) return false;
  const bytes = Buffer.from(digits.slice(0, 256), "hex");
  return isPlainPicture(bytes) || bytes.subarray(0, 4).equals(bitmapMark);
}

/** The start of a BITMAPINFOHEADER, which remains of a BMP without its file header. */
const bitmapMark = Buffer.from([40, 0, 0, 0]);

function escaped(text: string): string {
  return text.replace(/[\\{}]/g, "\\$&").replace(/[^\x20-\x7e]/g, (mark) => `\\u${mark.charCodeAt(0)}?`);
}
