import { inlineImages, type InlineImage } from "@/lib/pdf/content/inline-images";
import { PdfError } from "@/lib/pdf/errors";
import { Lexer } from "@/lib/pdf/syntax/lexer";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { canonicalDict } from "./canonical-value";

const HEX_LINE = 128;
const OPEN_PAREN = 0x28;
const LESS = 0x3c;

/**
 * Content whose inline images end at one place for every reader: their data, as they are, once more in hexadecimal digits, among which no `EI` can
 * stand, and which end at `>` (ISO 32000-2, 7.4.2 and 8.9.7). Throws PdfError `damaged` where nobody can tell where the data end.
 */
export function canonicalContent(content: Buffer): Buffer {
  const parts: Buffer[] = [];
  let pos = 0;
  for (const image of imagesIn(content)) {
    parts.push(content.subarray(pos, image.start), image.isPlain ? content.subarray(image.start, image.end) : inHex(content, image));
    pos = image.end;
  }
  const rest = withoutBrokenEnd(content.subarray(pos));
  return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
}

/** Data that were cut off can end inside of a string, which readers close or leave out. */
function withoutBrokenEnd(content: Buffer): Buffer {
  const lexer = new Lexer(content);
  let start = 0;
  try {
    for (lexer.skipSpace(); lexer.pos < content.length; lexer.skipSpace()) {
      start = lexer.pos;
      skipToken(lexer);
    }
    return content;
  } catch (error) {
    if (error instanceof PdfError) {
      return content.subarray(0, start);
    }
    throw error;
  }
}

function skipToken(lexer: Lexer): void {
  const { bytes, pos } = lexer;
  lexer.skipWord();
  if (lexer.pos > pos) {
    return;
  }
  if (bytes[pos] === OPEN_PAREN) {
    lexer.skipLiteralString();
  } else if (bytes[pos] === LESS && bytes[pos + 1] !== LESS) {
    lexer.skipHexString();
  } else {
    lexer.pos = pos + (bytes[pos] === LESS ? 2 : 1);
  }
}

/** Content so broken that its operators cannot be told apart draws up to that place in every reader; it holds no image that could end early. */
function imagesIn(content: Buffer): InlineImage[] {
  try {
    return inlineImages(content);
  } catch (error) {
    if (error instanceof PdfError) {
      throw new PdfError("damaged", `an inline image that cannot be read: ${error.detail}`);
    }
    throw error;
  }
}

function inHex(content: Buffer, { data, dict }: InlineImage): Buffer {
  if (data === null) {
    throw new PdfError("damaged", "nobody can tell where an inline image ends");
  }
  const { Filter: filter, DecodeParms: parameters } = Object.fromEntries(dict.entries);
  const filters = filter === undefined || filter.kind === "null" ? [] : itemsOf(filter);
  const own = parameters === undefined || parameters.kind === "null" ? [] : itemsOf(parameters);
  const text = (value: PdfValue) => (value.kind === "dict" ? canonicalDict(value, content, () => null) : content.toString("latin1", value.start, value.end));
  const edits = {
    Filter: `[/AHx ${filters.map(text).join(" ")}]`,
    DecodeParms: own.length === 0 ? null : `[null ${own.map(text).join(" ")}]`,
    Length: null,
  };
  const entries = canonicalDict(dict, content, () => null, edits);
  const digits = content.toString("hex", data.start, data.end).replace(new RegExp(`.{${HEX_LINE}}`, "g"), "$&\n");
  return Buffer.from(`BI\n${entries.slice(2, -2)}\nID\n${digits}>\nEI`, "latin1");
}

function itemsOf(value: PdfValue): readonly PdfValue[] {
  return value.kind === "array" ? value.items : [value];
}
