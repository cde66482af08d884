import { PdfError } from "@/lib/pdf/syntax/errors";
import { isSpace } from "@/lib/pdf/syntax/lexer";

const END_OF_RUNS = 128;
const LETTER_Z = 122;
const TILDE = 126;
const BANG = 33;
const FOUR_ZEROS = Buffer.alloc(4);

/** ISO 32000-2, 7.4.2: hexadecimal digits up to `>`. */
export function decodeAsciiHex(data: Buffer): Buffer {
  const end = data.indexOf(">");
  const digits = data.toString("latin1", 0, end < 0 ? data.length : end).replace(/[^0-9a-fA-F]/g, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** ISO 32000-2, 7.4.3: base 85 up to `~>`. */
export function decodeAscii85(data: Buffer, maxBytes: number): Buffer {
  const out = new CappedBytes(maxBytes);
  const word = Buffer.alloc(4);
  let [value, count] = [0, 0];
  for (const byte of data) {
    if (byte === TILDE) {
      break;
    }
    if (isSpace(byte)) {
      continue;
    }
    if (byte === LETTER_Z && count === 0) {
      out.pushAll(FOUR_ZEROS);
      continue;
    }
    if (byte < BANG || byte > BANG + 84) {
      throw new PdfError("damaged", "a base 85 stream is broken");
    }
    value = value * 85 + byte - BANG;
    count += 1;
    if (count === 5) {
      // In broken data, a group may exceed 32 bits. Only its last four bytes count.
      word.writeUInt32BE(value % 2 ** 32);
      out.pushAll(word);
      [value, count] = [0, 0];
    }
  }
  if (count > 1) {
    for (let missing = count; missing < 5; missing += 1) {
      value = value * 85 + 84;
    }
    word.writeUInt32BE(value % 2 ** 32);
    out.pushAll(word.subarray(0, count - 1));
  }
  return out.toBuffer();
}

/** ISO 32000-2, 7.4.5. */
export function decodeRunLength(data: Buffer, maxBytes: number): Buffer {
  const out = new CappedBytes(maxBytes);
  for (let pos = 0; pos < data.length;) {
    const length = data[pos] ?? END_OF_RUNS;
    if (length === END_OF_RUNS) {
      break;
    }
    if (length < END_OF_RUNS) {
      out.pushAll(data.subarray(pos + 1, pos + 2 + length));
      pos += 2 + length;
    } else {
      out.pushRun(data[pos + 1] ?? 0, 257 - length);
      pos += 2;
    }
  }
  return out.toBuffer();
}

/** Whether no run is truncated. Data without an end mark counts as complete too. */
export function areWholeRuns(data: Buffer): boolean {
  let pos = 0;
  while (pos < data.length) {
    const length = data[pos] ?? END_OF_RUNS;
    if (length === END_OF_RUNS) {
      return true;
    }
    pos += length < END_OF_RUNS ? 2 + length : 2;
  }
  return pos === data.length;
}

/** An output buffer that grows up to its limit. Beyond it, it throws. */
export class CappedBytes {
  private bytes = Buffer.allocUnsafe(4096);
  private length = 0;

  constructor(private readonly cap: number) {}

  get size(): number {
    return this.length;
  }

  pushAll(more: ArrayLike<number>): void {
    const at = this.grow(more.length);
    this.bytes.set(more, at);
  }

  /** Appends the same byte `count` times. */
  pushRun(byte: number, count: number): void {
    const at = this.grow(count);
    this.bytes.fill(byte, at, at + count);
  }

  /** Repeats earlier bytes, starting at `from`. The range may extend into the bytes being appended. */
  pushAgain(from: number, count: number): void {
    const at = this.grow(count);
    for (let index = 0; index < count; index += 1) {
      this.bytes[at + index] = this.bytes[from + index] ?? 0;
    }
  }

  toBuffer(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** Makes room and returns the offset of the new bytes. */
  private grow(count: number): number {
    const at = this.length;
    const length = at + count;
    if (length > this.cap) {
      throw new PdfError("too_large", `a stream decodes to more than ${this.cap} bytes`);
    }
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, at);
      this.bytes = grown;
    }
    this.length = length;
    return at;
  }
}
