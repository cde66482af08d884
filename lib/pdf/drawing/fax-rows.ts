import { isSpace } from "@/lib/pdf/syntax/lexer";

/** How the rows of an image are coded (ISO 32000-2, table 11). */
export interface FaxCoding {
  /** Negative: two-dimensional. 0: one-dimensional. Positive: mixed. */
  k: number;
  columns: number;
  rows: number;
  isAligned: boolean;
  /** Every one-dimensional row is preceded by an end-of-line code. */
  isEnded: boolean;
}

/**
 * Lengths and codes of ITU-T T.4, tables 2 and 3: terminating codes of the runs 0 to 63, then make-up codes of 64, 128,
 * … 1728.
 */
const WHITE =
  "00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011";
const BLACK =
  "0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101";
/** For both colours: runs of 1792, 1856, … 2560. */
const LONG =
  "00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111";
/** Pass and horizontal mode, then vertical modes with offsets from -3 to 3 (ITU-T T.6, table 1). */
const MODES = "0001 001 0000010 000010 010 1 011 000011 0000011";
const [PASS, HORIZONTAL, STRAIGHT] = [0, 1, 5];

const TERMINATING = 64;
const LONGEST_CODE = 13;
const LONGEST_MODE = 7;
const LENGTH_BITS = 4;
const END_OF_LINE_ZEROS = 11;
const END_OF_LINE_BITS = END_OF_LINE_ZEROS + 1;

/** By the next bits: the value of the code that they start with and its length, or 0 if there is none. */
function tableOf(codes: string, width: number, valueOf: (at: number) => number): Int32Array {
  const table = new Int32Array(1 << width);
  for (const [at, code] of codes.split(" ").entries()) {
    const first = parseInt(code, 2) << (width - code.length);
    table.fill((valueOf(at) << LENGTH_BITS) | code.length, first, first + (1 << (width - code.length)));
  }
  return table;
}

const runOf = (at: number): number => (at < TERMINATING ? at : (at - TERMINATING + 1) * TERMINATING);
const RUNS = [WHITE, BLACK].map((codes) => tableOf(`${codes} ${LONG}`, LONGEST_CODE, runOf)) as [
  Int32Array,
  Int32Array,
];
const MODE = tableOf(MODES, LONGEST_MODE, (at) => at);

/**
 * Whether fax data contains every row of the image in full. Programs complete or skip missing or invalid parts in
 * different ways.
 */
export function hasWholeRows(data: Buffer, coding: FaxCoding): boolean {
  return readRows(data, coding) !== null;
}

/**
 * Whether two-dimensional fax data contains every row in full and ends with the last one, or with the end-of-block
 * mark after it (ITU-T T.6, 2.4.1). Programs then find the same end of an inline image, whether they decode its rows
 * or search for EI.
 */
export function endsWithRows(data: Buffer, coding: FaxCoding): boolean {
  const reader = coding.k < 0 ? readRows(data, coding) : null;
  if (reader === null) {
    return false;
  }
  reader.skipEndOfBlock();
  return data.subarray(reader.bytesRead).every((byte) => isSpace(byte));
}

function readRows(data: Buffer, coding: FaxCoding): FaxReader | null {
  if (coding.columns < 1) {
    return null;
  }
  const reader = new FaxReader(data, coding);
  for (let row = 0; row < coding.rows; row += 1) {
    if (!reader.row()) {
      return null;
    }
  }
  return reader;
}

class FaxReader {
  private position = 0;
  /** The positions of colour changes in the previous row, followed by the row's length twice. */
  private above: number[];
  private readonly bits: number;

  constructor(
    private readonly data: Buffer,
    private readonly coding: FaxCoding,
  ) {
    this.above = [coding.columns, coding.columns];
    this.bits = data.length * 8;
  }

  get bytesRead(): number {
    return (this.position + 7) >> 3;
  }

  skipEndOfBlock(): void {
    if (this.peek(END_OF_LINE_BITS) === 1) {
      this.position += END_OF_LINE_BITS;
      this.position += this.peek(END_OF_LINE_BITS) === 1 ? END_OF_LINE_BITS : 0;
    }
  }

  /** Reads one row. Returns false if it does not have the expected length. */
  row(): boolean {
    if (this.coding.isAligned) {
      this.position = (this.position + 7) & ~7;
    }
    const changes: number[] = [];
    const isWhole = this.readRow(changes);
    changes.push(this.coding.columns, this.coding.columns);
    this.above = changes;
    return isWhole;
  }

  private readRow(changes: number[]): boolean {
    const { k, isEnded } = this.coding;
    if (k < 0) {
      return this.readModes(changes);
    }
    // In mixed data, a bit after the end-of-line code gives the kind of the next row.
    const isBehindEnd = this.skipEndOfLine();
    if (!isBehindEnd && (k > 0 || isEnded)) {
      return false;
    }
    return k === 0 || this.take(1) === 1 ? this.readRuns(changes) : this.readModes(changes);
  }

  private readRuns(changes: number[]): boolean {
    let at = 0;
    for (let colour = 0; at < this.coding.columns; colour ^= 1) {
      at += this.run(colour);
      changes.push(at);
    }
    return at === this.coding.columns;
  }

  private readModes(changes: number[]): boolean {
    const { columns } = this.coding;
    let [at, colour, place] = [0, 0, 0];
    let isStart = true;
    while (at < columns) {
      place = this.placeAbove(place, isStart ? -1 : at, colour);
      const below = this.above[place] ?? columns;
      const mode = this.code(MODE, LONGEST_MODE);
      if (mode === PASS) {
        at = this.above[place + 1] ?? columns;
      } else if (mode === HORIZONTAL) {
        const first = at + this.run(colour);
        at = first + this.run(colour ^ 1);
        changes.push(first, at);
      } else {
        const next = below + mode - STRAIGHT;
        if (mode < 0 || next < at || (next === at && !isStart)) {
          return false;
        }
        at = next;
        changes.push(at);
        colour ^= 1;
      }
      isStart = false;
    }
    return at === columns;
  }

  /**
   * The first change to the opposite colour after a position in the previous row. The search starts from the change
   * found last.
   */
  private placeAbove(last: number, at: number, colour: number): number {
    const { above, coding } = this;
    let place = last;
    while (place > 0 && (above[place - 1] ?? 0) > at) {
      place -= 1;
    }
    for (; ; place += 1) {
      const change = above[place] ?? coding.columns;
      if (change >= coding.columns || (change > at && place % 2 === colour)) {
        return place;
      }
    }
  }

  /** A run including its make-up codes. Longer than any row if the code is invalid. */
  private run(colour: number): number {
    let length = 0;
    for (;;) {
      const part = this.code(RUNS[colour === 0 ? 0 : 1], LONGEST_CODE);
      length += part < 0 ? Infinity : part;
      if (part < TERMINATING) {
        return length;
      }
    }
  }

  /** The value of the next code, or -1 if there is none. */
  private code(table: Int32Array, width: number): number {
    const found = table[this.peek(width)] ?? 0;
    this.position += found & ((1 << LENGTH_BITS) - 1);
    return found === 0 || this.position > this.bits ? -1 : found >> LENGTH_BITS;
  }

  private take(count: number): number {
    const value = this.peek(count);
    this.position += count;
    return value;
  }

  private peek(count: number): number {
    const byte = this.position >> 3;
    const [one = 0, two = 0, three = 0] = [this.data[byte], this.data[byte + 1], this.data[byte + 2]];
    return (((one << 16) | (two << 8) | three) >> (24 - (this.position & 7) - count)) & ((1 << count) - 1);
  }

  private skipEndOfLine(): boolean {
    let at = this.position;
    while (at < this.bits && ((this.data[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0) at += 1;
    if (at - this.position < END_OF_LINE_ZEROS || at >= this.bits) {
      return false;
    }
    this.position = at + 1;
    return true;
  }
}
