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
/** Immediate regions: text, halftones, generic regions and refinements (ITU-T T.88, 7.3). Intermediate ones are not shown by MuPDF. */
const REGIONS: ReadonlySet<number> = new Set([6, 7, 22, 23, 38, 39, 42, 43]);
const GENERIC: ReadonlySet<number> = new Set([38, 39]);
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
 * Whether all programs show the same of JBIG2 data (7.4.7): segments of one page, whole, each within the page and none behind its end, that refer to what
 * is there. Arithmetically coded data are not inspected: every sequence of bits decodes to an image.
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
  const isDictionary = (segment: Segment): boolean =>
    DICTIONARIES.has(segment.type) && (segment.page === 0 || segment.page === page.page);
  return (
    shared.every((segment) => isDictionary(segment) && segment.page === 0) &&
    own.slice(0, at).every(isDictionary) &&
    own
      .slice(at + 1, last)
      .every((segment) => isDictionary(segment) || isPlainSegment(data, segment, page.page, size)) &&
    own.slice(last + 1).every(({ type }) => type === FILE_END) &&
    referToKnown([...shared, ...own])
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

function isPlainSegment(data: CodedData, segment: Segment, page: number, size: Size): boolean {
  const { type, start, end } = segment;
  switch (type) {
    case EXTENSION:
      return end - start >= 4 && data.uint(start, 4) < NECESSARY;
    case STRIPE_END:
      return segment.page === page;
    default:
      return segment.page === page && REGIONS.has(type) && isPlainRegion(data, segment, size);
  }
}

function isPlainRegion(data: CodedData, { type, start, end }: Segment, size: Size): boolean {
  const [width, height, left, top] = data.fourUints(start);
  const flags = data.uint(start + 16, 1);
  const first = start + REGION_HEADER;
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

/** Null where the data are not segments from the first byte to the last. */
function segmentsOf(data: CodedData): Segment[] | null {
  const segments: Segment[] = [];
  let at = 0;
  // Writers pad what they wrote.
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
