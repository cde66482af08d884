import { readsOnlyDocument } from "./clean-ooxml";
import { officeDamaged } from "./office-error";

/** Destinations that name other files, data of programs, or hold binary objects (RTF 1.9.1). The picture that they show is stored separately. */
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

interface Group {
  /** Length of the output where the group began. */
  start: number;
  destination: string | null;
  /** Nothing but `\\*` and line ends so far: the next word is its destination. */
  isFresh: boolean;
  /** Decoded text of the group and the groups in it; null where nothing reads it. */
  text: string | null;
}

/** Control words with their number and one blank, symbols, braces, and text between them. */
const pattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/gsy;

/**
 * An RTF without anything that leads out of it: templates, linked pictures and objects, fields that read files or programs. Bytes are read one by one, as
 * all RTF is ASCII. Throws PdfError `office_damaged`.
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
    if (group.isFresh && token.word !== undefined) this.name(group, token.word);
    else this.read(token);
    if (token.symbol !== "*" && raw.trim() !== "") group.isFresh = false;
  }

  result(): string {
    return this.output.join("");
  }

  private open(raw: string): void {
    if (this.groups.length >= deepest) throw officeDamaged("groups are nested too deeply");
    this.groups.push({ start: this.output.length, destination: null, isFresh: true, text: null });
    this.output.push(raw);
  }

  private name(group: Group, word: string): void {
    group.destination = word;
    if (word === "fldinst" || word === "sv") group.text = "";
  }

  private read({ word, number, hex, text }: RtfToken): void {
    const read =
      text ??
      (hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16))) ??
      (word === "u" && number !== undefined ? String.fromCharCode(Number(number) & 0xffff) : "");
    if (read === "") return;
    for (const group of this.groups) if (group.text !== null) group.text += read;
  }

  private close(raw: string): void {
    const group = this.groups.pop();
    this.output.push(raw);
    if (!group || !isForeign(group)) return;
    this.output.length = group.start;
    // An empty group keeps the word before it apart from the text behind it.
    this.output.push("{}");
  }
}

function isForeign({ destination, text }: Group): boolean {
  if (destination === null) return false;
  if (destination === "fldinst") return !readsOnlyDocument((text ?? "").replace(/[\r\n]/g, ""));
  // Properties of shapes name linked pictures.
  if (destination === "sv") return /[:\\]|\/\//.test(text ?? "");
  return foreign.has(destination);
}
