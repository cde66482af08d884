import type { Operand } from "@/lib/pdf/content/content-tokens";
import { endsWithRows } from "./fax-rows";
import { DEVICE_COMPONENTS } from "./plain-space";

const CODED_DEPTHS: ReadonlySet<Operand | undefined> = new Set(["/DCT", "/DCTDecode"]);

/**
 * Programs differ on sides that are not positive integers, on fax rows, whose end only a decoder finds, on an
 * unspecified depth, and on a table that is too short.
 */
export function isPlainInlineImage(entries: ReadonlyMap<string, Operand>, data: Operand | undefined): boolean {
  const entry = (short: string, long: string): Operand | undefined => entries.get(short) ?? entries.get(long);
  const filter = entry("/F", "/Filter");
  const last = Array.isArray(filter) ? filter.at(-1) : filter;
  const isStencil = entries.has("/IM") || entries.has("/ImageMask");
  const space = entry("/CS", "/ColorSpace");
  const [family, base, highest, table] = Array.isArray(space) ? space : [];
  const components = typeof base === "string" ? DEVICE_COMPONENTS.get(base.slice(1)) : undefined;
  const depth = entry("/BPC", "/BitsPerComponent");
  const isIndexed = family === "/I" || family === "/Indexed";
  const isShort =
    table instanceof Uint8Array &&
    typeof highest === "number" &&
    components !== undefined &&
    table.length < (highest + 1) * components;
  return (
    isCount(entry("/W", "/Width")) &&
    isCount(entry("/H", "/Height")) &&
    (!isFax(last) || (!(Array.isArray(filter) && filter.length > 1) && isPlainInlineFax(entry, data))) &&
    // A stencil has one bit (8.9.6.2). If it declares more, poppler reads other bits.
    (isStencil ? depth === undefined || depth === 1 : CODED_DEPTHS.has(last) || depth !== undefined) &&
    !(isIndexed && isShort)
  );
}

/** MuPDF stops drawing the page at an image without rows. */
function isCount(side: Operand | undefined): boolean {
  return typeof side === "number" && Number.isInteger(side) && side > 0;
}

type Entry = (short: string, long: string) => Operand | undefined;

function isFax(filter: Operand | undefined): boolean {
  return filter === "/CCF" || filter === "/CCITTFaxDecode";
}

/** Parameters that do not affect where rows end. The values true and false are not among the operands. */
const PARAMETERS_OF_PLAIN_FAX: ReadonlySet<string> = new Set(["/K", "/Columns", "/Rows", "/BlackIs1"]);

/**
 * Two-dimensional fax rows that fit the image and end with its data. Scans printed to PDF contain one for every
 * letter.
 */
function isPlainInlineFax(entry: Entry, data: Operand | undefined): boolean {
  const [columns, rows] = [entry("/W", "/Width"), entry("/H", "/Height")];
  const written = entry("/DP", "/DecodeParms");
  const parameters = Array.isArray(written) && written.length === 1 ? written[0] : written;
  if (!(parameters instanceof Map) || !(data instanceof Uint8Array)) {
    return false;
  }
  const k = parameters.get("/K");
  return (
    [...parameters.keys()].every((key) => PARAMETERS_OF_PLAIN_FAX.has(key)) &&
    (entry("/BPC", "/BitsPerComponent") ?? 1) === 1 &&
    ["/G", "/DeviceGray", undefined].includes(entry("/CS", "/ColorSpace") as string | undefined) &&
    typeof columns === "number" &&
    typeof rows === "number" &&
    parameters.get("/Columns") === columns &&
    (parameters.get("/Rows") ?? rows) === rows &&
    k === -1 &&
    endsWithRows(Buffer.from(data.buffer, data.byteOffset, data.length), {
      ...{ k, columns, rows },
      isAligned: false,
      isEnded: false,
    })
  );
}
