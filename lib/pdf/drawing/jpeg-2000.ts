import type { CodedData } from "./stream-data";

/** Entries of an image dictionary about its JPEG 2000 data. */
export interface Jpeg2000Shape {
  width: number;
  height: number;
  /** Components of the colour space, or null where the data itself defines it. */
  components: number | null;
}

const [START, SIZE, TILE_PART, END] = [0xff4f, 0xff51, 0xff90, 0xffd9];
const LARGEST_SIZE_SEGMENT = 128;
const TILE_HEADER = 12;
const LARGEST_HEADER_BOX = 4096;
/** Limits on boxes, segments and tile parts. Data with more is reported. */
const MOST_BOXES = 1000;
const MOST_PARTS = 20_000;
/**
 * Enumerated colour spaces (ISO 15444-1, table I.10; CMYK by ISO 15444-2) and their numbers of components. Poppler
 * shows sYCC as RGB.
 */
const SPACES: ReadonlyMap<number, number> = new Map([
  [16, 3],
  [17, 1],
  [12, 4],
]);
const [ENUMERATED, PROFILE] = [1, 2];

interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Whether all programs show the same for JPEG 2000 data: one complete codestream of 8-bit components, alone or in a
 * file with one header, with as many components as the colour space. PDFium, pdf.js, poppler and MuPDF share a
 * decoder, but treat opacity, palettes, contradictory headers and missing data differently.
 */
export function isPlainJpeg2000(data: CodedData, shape: Jpeg2000Shape): boolean {
  if (data.length >= 2 && data.uint(0, 2) === START) {
    // In a bare codestream, four components can be inks, or three colours with opacity.
    const components = isPlainCodestream(data, { type: "", start: 0, end: data.length }, shape);
    return components !== null && (shape.components !== null || components !== 4);
  }
  const boxes = boxesIn(data, { type: "", start: 0, end: data.length });
  const [headers, streams] = ["jp2h", "jp2c"].map((type) => boxes?.filter((box) => box.type === type) ?? []);
  const [header, stream] = [headers?.[0], streams?.[0]];
  if (boxes?.[0]?.type !== "jP  " || !header || !stream || headers?.length !== 1 || streams?.length !== 1) {
    return false;
  }
  const components = isPlainCodestream(data, stream, shape);
  return components !== null && isPlainHeader(data, header, { ...shape, components });
}

function boxesIn(data: CodedData, { start, end }: Box): Box[] | null {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    if (end - at < 8 || boxes.length === MOST_BOXES) {
      return null;
    }
    const length = data.uint(at, 4);
    const isLong = length === 1;
    const next = length === 0 ? end : at + (isLong && end - at >= 16 ? data.uint(at + 8, 8) : length);
    const first = at + (isLong ? 16 : 8);
    if (next < first || next > end) {
      return null;
    }
    boxes.push({ type: data.read(at + 4, 4).toString("latin1"), start: first, end: next });
    at = next;
  }
  return boxes;
}

function isPlainHeader(data: CodedData, header: Box, found: Jpeg2000Shape & { components: number }): boolean {
  const boxes = boxesIn(data, header) ?? [];
  const sizes = boxes.filter(({ type }) => type === "ihdr");
  const colours = boxes.filter(({ type }) => type === "colr");
  const [size] = sizes;
  return (
    size !== undefined &&
    sizes.length === 1 &&
    size.end - size.start === 14 &&
    data.uint(size.start, 4) === found.height &&
    data.uint(size.start + 4, 4) === found.width &&
    data.uint(size.start + 8, 2) === found.components &&
    colours.length > 0 &&
    colours.every((colour) => isPlainColour(data, colour, found.components)) &&
    !boxes.some(({ type }) => type === "pclr" || type === "cmap") &&
    boxes.every((box) => box.type !== "cdef" || isInOrder(data, box, found.components))
  );
}

function isPlainColour(data: CodedData, { start, end }: Box, components: number): boolean {
  const method = end - start > 3 ? data.uint(start, 1) : 0;
  return (
    method === PROFILE ||
    (method === ENUMERATED && end - start >= 7 && SPACES.get(data.uint(start + 3, 4)) === components)
  );
}

/** Whether every channel is the colour at its position, and none of them is opacity. */
function isInOrder(data: CodedData, { start, end }: Box, components: number): boolean {
  if (end - start !== 2 + components * 6 || end - start > LARGEST_HEADER_BOX) {
    return false;
  }
  return Array.from({ length: components }, (_, place) => start + 2 + place * 6).every(
    (at, place) => data.uint(at, 2) === place && data.uint(at + 2, 2) === 0 && data.uint(at + 4, 2) === place + 1,
  );
}

/** The number of components, or null if programs may interpret the codestream differently. */
function isPlainCodestream(data: CodedData, { start, end }: Box, shape: Jpeg2000Shape): number | null {
  if (end - start < LARGEST_SIZE_SEGMENT || data.uint(start, 2) !== START || data.uint(start + 2, 2) !== SIZE) {
    return null;
  }
  const at = start + 4;
  const [width, height, left, top] = data.fourUints(at + 4);
  const components = data.uint(at + 36, 2);
  const isAsWide = width - left === shape.width && height - top === shape.height;
  const isAsDeep = shape.components === null ? [1, 3, 4].includes(components) : components === shape.components;
  return isAsWide && isAsDeep && hasPlainComponents(data, at, components) && isWhole(data, start, end)
    ? components
    : null;
}

const [EIGHT_BITS, SIXTEEN_BITS] = [7, 15];

function hasPlainComponents(data: CodedData, at: number, components: number): boolean {
  return Array.from({ length: components }, (_, place) => at + 38 + place * 3).every(
    (entry) =>
      [EIGHT_BITS, SIXTEEN_BITS].includes(data.uint(entry, 1)) &&
      data.uint(entry, 1) === data.uint(at + 38, 1) &&
      data.uint(entry + 1, 2) === 0x0101,
  );
}

/**
 * Follows the tile parts to the end of the codestream. If parts are missing, some programs fill them in and others
 * show no image.
 */
function isWhole(data: CodedData, start: number, end: number): boolean {
  let at = start + 2;
  let parts = 0;
  while (at + TILE_HEADER <= end && data.uint(at, 2) !== TILE_PART && parts < MOST_PARTS) {
    at += 2 + data.uint(at + 2, 2);
    parts += 1;
  }
  while (at + TILE_HEADER <= end && data.uint(at, 2) === TILE_PART && parts < MOST_PARTS) {
    parts += 1;
    const length = data.uint(at + 6, 4);
    if (length === 0) {
      // The last part extends to the end.
      return hasEnd(data, at, end);
    }
    if (length < TILE_HEADER) {
      return false;
    }
    at += length;
  }
  return at + 2 <= end && data.uint(at, 2) === END;
}

const LARGEST_PADDING = 16;

function hasEnd(data: CodedData, start: number, end: number): boolean {
  for (let at = end - 2; at > start && at > end - LARGEST_PADDING; at -= 1) {
    if (data.uint(at, 2) === END) {
      return true;
    }
  }
  return false;
}
