import { inlineImages, type InlineImage } from "@/lib/pdf/content/inline-images";
import { oddTokens } from "@/lib/pdf/content/odd-tokens";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { canonicalDict } from "./canonical-value";

const HEX_LINE = 128;

/**
 * Content that every reader takes alike. Inline images end at one place: their data, as they are, once more in hexadecimal digits, among which no `EI` can
 * stand, and which end at `>` (ISO 32000-2, 7.4.2 and 8.9.7). Odd numbers, names and strings are written plainly; a string that is cut off at the end is left
 * out. Throws PdfError `damaged` where nobody can tell where the data end.
 */
export function canonicalContent(content: Buffer): Buffer {
  const images = imagesIn(content);
  const changes = [
    ...images
      .filter(({ isPlain }) => !isPlain)
      .map((image) => ({ start: image.start, end: image.end, bytes: inHex(content, image) })),
    ...[...oddTokens(content, images)].map(({ start, end, text }) => ({
      start,
      end,
      bytes: Buffer.from(` ${text} `, "latin1"),
    })),
  ].sort((one, other) => one.start - other.start);
  const parts: Buffer[] = [];
  let pos = 0;
  for (const { start, end, bytes } of changes) {
    parts.push(content.subarray(pos, start), bytes);
    pos = end;
  }
  return parts.length === 0 ? content : Buffer.concat([...parts, content.subarray(pos)]);
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
  const text = (value: PdfValue) =>
    value.kind === "dict"
      ? canonicalDict(value, content, () => null)
      : content.toString("latin1", value.start, value.end);
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
