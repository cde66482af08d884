import { PdfError } from "@/lib/pdf/errors";
import { isSpace } from "@/lib/pdf/syntax/lexer";

const END_OF_RUNS = 128;
const LETTER_Z = 122;
const TILDE = 126;
const BANG = 33;

/** ISO 32000-2, 7.4.2: hexadecimal digits up to `>`. */
export function decodeAsciiHex(data: Buffer): Buffer {
  const end = data.indexOf(">");
  const digits = data.toString("latin1", 0, end < 0 ? data.length : end).replace(/[^0-9a-fA-F]/g, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** ISO 32000-2, 7.4.3: base 85 up to `~>`. */
export function decodeAscii85(data: Buffer, maxBytes: number): Buffer {
  const out = new CappedBytes(maxBytes);
  let group: number[] = [];
  for (const byte of data) {
    if (byte === TILDE) {
      break;
    }
    if (isSpace(byte)) {
      continue;
    }
    if (byte === LETTER_Z && group.length === 0) {
      out.pushAll([0, 0, 0, 0]);
      continue;
    }
    if (byte < BANG || byte > BANG + 84) {
      throw new PdfError("damaged", "a base 85 stream is broken");
    }
    group.push(byte - BANG);
    if (group.length === 5) {
      out.pushAll(bytesOfGroup(group, 4));
      group = [];
    }
  }
  if (group.length > 1) {
    const padded = [...group, 84, 84, 84, 84].slice(0, 5);
    out.pushAll(bytesOfGroup(padded, group.length - 1));
  }
  return out.toBuffer();
}

function bytesOfGroup(group: readonly number[], count: number): number[] {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
  return [24, 16, 8, 0].slice(0, count).map((shift) => Math.floor(value / 2 ** shift) % 256);
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
      out.pushAll(Buffer.alloc(257 - length, data[pos + 1] ?? 0));
      pos += 2;
    }
  }
  return out.toBuffer();
}

/** Growing output that refuses to pass its cap. */
export class CappedBytes {
  private bytes = Buffer.allocUnsafe(4096);
  private length = 0;

  constructor(private readonly cap: number) {}

  pushAll(more: ArrayLike<number>): void {
    const length = this.length + more.length;
    if (length > this.cap) {
      throw new PdfError("too_large", `a stream decodes to more than ${this.cap} bytes`);
    }
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    this.bytes.set(more, this.length);
    this.length = length;
  }

  toBuffer(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
