import { hasWholeRows } from "./fax-rows";
import type { CodedData } from "./stream-data";

interface Size {
  width: number;
  height: number;
}

interface Segment {
  number: number;
  type: number;
  page: number;
  refers: readonly number[];
  start: number;
  end: number;
}

const [SYMBOLS, PATTERNS, TABLES, EXTENSION] = [0, 16, 53, 62];
const [PAGE, PAGE_END, STRIPE_END, FILE_END] = [48, 49, 50, 51];
/**
 * Immediate regions: text, halftones, generic regions and refinements (ITU-T T.88, 7.3). MuPDF does not show
 * intermediate ones.
 */
const REGIONS: ReadonlySet<number> = new Set([6, 7, 22, 23, 38, 39, 42, 43]);
const TEXTS: ReadonlySet<number> = new Set([6, 7]);
const HALFTONES: ReadonlySet<number> = new Set([22, 23]);
const GENERIC: ReadonlySet<number> = new Set([38, 39]);
const REFINEMENTS: ReadonlySet<number> = new Set([42, 43]);
const DICTIONARIES: ReadonlySet<number> = new Set([SYMBOLS, PATTERNS, TABLES]);
const LAST_OPERATOR = 4;
const SHORTEST_HEADER = 11;
const UNKNOWN = 0xffffffff;
const NECESSARY = 0x80000000;
const MOST_SEGMENTS = 20_000;
const PAGE_HEADER = 19;
const REGION_HEADER = 17;
const MMR = 1;
/**
 * Flags of symbol dictionaries (7.4.2.1.1): Huffman codes, and statistics carried from one dictionary to the next.
 * Decoders that handle arithmetic codes correctly have errors here.
 */
const ODD_SYMBOLS = 0x0301;
/** Flags of text regions (7.4.3.1.1): refined symbols with Huffman codes. */
const REFINED_CODES = 0x0003;
/** Flags of halftone regions (7.4.5.1.1): combination operators and skipping other than the simplest. */
const ODD_HALFTONE = 0xf8;

/**
 * Whether all programs show the same for JBIG2 data (7.4.7): complete segments of one page, each within the page,
 * none after its end, and all references resolvable. Arithmetically coded data is not inspected, because every
 * sequence of bits decodes to an image. Features that PDFium, pdf.js, poppler and MuPDF decode differently are found
 * by the flags of their segments.
 */
export function isPlainJbig2(data: CodedData, globals: CodedData | null, size: Size): boolean {
  const shared = globals === null ? [] : segmentsOf(globals);
  const own = segmentsOf(data);
  const at = own?.findIndex(({ type }) => type === PAGE) ?? -1;
  const page = own?.[at];
  if (!shared || !own || !page || !isPageOf(data, page, size)) {
    return false;
  }
  const over = own.findIndex(({ type }) => type === PAGE_END || type === FILE_END);
  const last = over < 0 ? own.length : over;
  const isDictionary = (segment: Segment, within = data): boolean =>
    isPlainDictionary(within, segment) && (segment.page === 0 || segment.page === page.page);
  return (
    shared.every(
      (segment) =>
        segment.page === 0 && (isDictionary(segment, globals ?? data) || isComment(globals ?? data, segment)),
    ) &&
    own.slice(0, at).every((segment) => isDictionary(segment)) &&
    own
      .slice(at + 1, last)
      .every((segment) => isDictionary(segment) || isPlainSegment(data, segment, page.page, size)) &&
    own.slice(last + 1).every(({ type }) => type === FILE_END) &&
    referToKnown([...shared, ...own])
  );
}

function isPlainDictionary(data: CodedData, { type, start, end }: Segment): boolean {
  return (
    DICTIONARIES.has(type) && (type !== SYMBOLS || (end - start >= 2 && (data.uint(start, 2) & ODD_SYMBOLS) === 0))
  );
}

function isPageOf(data: CodedData, { start, end }: Segment, { width, height }: Size): boolean {
  return end - start === PAGE_HEADER && data.uint(start, 4) === width && data.uint(start + 4, 4) === height;
}

function referToKnown(segments: readonly Segment[]): boolean {
  const known = new Set<number>();
  for (const { number, refers } of segments) {
    if (known.has(number) || !refers.every((other) => known.has(other))) {
      return false;
    }
    known.add(number);
  }
  return true;
}

/** An extension that is marked as not necessary (7.2.3, 7.4.15). */
function isComment(data: CodedData, { type, start, end }: Segment): boolean {
  return type === EXTENSION && end - start >= 4 && data.uint(start, 4) < NECESSARY;
}

function isPlainSegment(data: CodedData, segment: Segment, page: number, size: Size): boolean {
  const { type } = segment;
  switch (type) {
    case EXTENSION:
      return isComment(data, segment);
    case STRIPE_END:
      return segment.page === page;
    default:
      return segment.page === page && REGIONS.has(type) && isPlainRegion(data, segment, size);
  }
}

function isPlainRegion(data: CodedData, segment: Segment, size: Size): boolean {
  const { type, start, end } = segment;
  const [width, height, left, top] = data.fourUints(start);
  const flags = data.uint(start + 16, 1);
  const first = start + REGION_HEADER;
  if (end - first < 2 || !isPlainKind(data, segment, { width, height }, size)) {
    return false;
  }
  const isCodedAsFax = GENERIC.has(type) && (data.uint(first, 1) & MMR) !== 0;
  return (
    left + width <= size.width &&
    top + height <= size.height &&
    flags <= LAST_OPERATOR &&
    (!isCodedAsFax ||
      hasWholeRows(data.read(first + 1, end - first - 1), {
        k: -1,
        columns: width,
        rows: height,
        isAligned: false,
        isEnded: false,
      }))
  );
}

function isPlainKind(data: CodedData, { type, start, refers }: Segment, region: Size, page: Size): boolean {
  const first = start + REGION_HEADER;
  if (TEXTS.has(type)) {
    return (data.uint(first, 2) & REFINED_CODES) !== REFINED_CODES;
  }
  if (HALFTONES.has(type)) {
    return data.uint(start + 16, 1) === 0 && (data.uint(first, 1) & ODD_HALFTONE) === 0;
  }
  // Without a referenced region, it refines the page itself.
  return !REFINEMENTS.has(type) || refers.length > 0 || (region.width === page.width && region.height === page.height);
}

/** Null if the data does not consist of complete segments. */
function segmentsOf(data: CodedData): Segment[] | null {
  const segments: Segment[] = [];
  let at = 0;
  // Writers may pad the data.
  while (data.length - at >= SHORTEST_HEADER) {
    const segment = segmentAt(data, at);
    if (segment === null || segments.length === MOST_SEGMENTS) {
      return null;
    }
    segments.push(segment);
    at = segment.end;
  }
  return segments;
}

/** A segment with its header (7.2). */
function segmentAt(data: CodedData, at: number): Segment | null {
  const number = data.uint(at, 4);
  const flags = data.uint(at + 4, 1);
  const short = data.uint(at + 5, 1) >> 5;
  const count = short < 7 ? short : data.uint(at + 5, 4) % 2 ** 29;
  const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
  let next = at + (short < 7 ? 6 : 9 + Math.ceil((count + 1) / 8));
  if (short === 5 || short === 6 || next + count * size > data.length) {
    return null;
  }
  const refers = Array.from({ length: count }, (_, place) => data.uint(next + place * size, size));
  next += count * size;
  const pageBytes = (flags & 0x40) === 0 ? 1 : 4;
  const page = data.uint(next, pageBytes);
  const length = data.uint(next + pageBytes, 4);
  const start = next + pageBytes + 4;
  return length === UNKNOWN || start + length > data.length
    ? null
    : { number, type: flags & 63, page, refers, start, end: start + length };
}
