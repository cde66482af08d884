import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** The codes of a string, in hexadecimal digits. */
export type ReadCodes = (text: Uint8Array) => Iterable<string>;

/** Predefined character maps (ISO 32000-2, table 116) whose codes all have two bytes. */
const twoBytes = /^(?:Identity-[HV]|[HV]|.*(?:UCS2|UTF16).*)$/;
const shortRange = /begincodespacerange\s*<[0-9a-fA-F]{2}>/;
const largestMap = 65_536;

/** How programs split a font's strings into codes (9.7.6.2). */
export function readCodes(document: PdfDocument, font: Located<PdfDict>): ReadCodes {
  if (document.name(font.value.entries.get("Subtype")) !== "Type0") return (text) => parted(text, () => 1);
  const encoding = font.value.entries.get("Encoding");
  const name = document.name(encoding);
  if (name !== null) return twoBytes.test(name) ? pairs : mixed(name.includes("RKSJ"));
  const map = encoding?.kind === "ref" ? document.load(encoding.num) : null;
  if (!map || map.streamStart < 0) return pairs;
  return shortRange.test(document.decodedStream(map).toString("latin1", 0, largestMap))
    ? (text) => parted(text, () => 1)
    : pairs;
}

const pairs: ReadCodes = (text) => parted(text, () => 2);

const firstOfTwo = 0x81;
const [firstKana, lastKana] = [0xa1, 0xdf];

/** East Asian encodings mix codes of one and two bytes. In Shift JIS, Japanese syllables have one byte. */
function mixed(isShiftJis: boolean): ReadCodes {
  const isLong = (byte: number): boolean =>
    byte >= firstOfTwo && !(isShiftJis && byte >= firstKana && byte <= lastKana);
  return (text) => parted(text, (byte) => (isLong(byte) ? 2 : 1));
}

function* parted(text: Uint8Array, lengthOf: (byte: number) => number): Generator<string> {
  for (let at = 0; at < text.length;) {
    const length = lengthOf(text[at] ?? 0);
    yield Buffer.from(text.subarray(at, at + length)).toString("hex");
    at += length;
  }
}
