import { PdfError } from "@/lib/pdf/errors";
import { CappedBytes } from "./filters-ascii";

const CLEAR = 256;
const END = 257;
const MAX_CODES = 4096;

/**
 * ISO 32000-2, 7.4.4: codes of 9 to 12 bits, most significant bit first. `earlyChange` 1 widens the codes one
 * code early, as PDF writers do by default.
 */
export function decodeLzw(data: Buffer, earlyChange: number, maxBytes: number): Buffer {
  const out = new CappedBytes(maxBytes);
  let table: Buffer[] = [];
  let previous: Buffer | null = null;
  let width = 9;
  const codes = codeReader(data);
  for (;;) {
    const code = codes(width);
    if (code === null || code === END) {
      return out.toBuffer();
    }
    if (code === CLEAR) {
      table = [];
      previous = null;
      width = 9;
      continue;
    }
    const entry = entryOf(code, table, previous);
    out.pushAll(entry);
    if (previous !== null && table.length + 258 < MAX_CODES) {
      table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
    }
    previous = entry;
    width = widthFor(table.length + 258 + (earlyChange === 0 ? 0 : 1));
  }
}

function widthFor(codes: number): number {
  if (codes >= 2048) {
    return 12;
  }
  return codes >= 1024 ? 11 : codes >= 512 ? 10 : 9;
}

function entryOf(code: number, table: readonly Buffer[], previous: Buffer | null): Buffer {
  if (code < CLEAR) {
    return Buffer.of(code);
  }
  const known = table[code - 258];
  if (known !== undefined) {
    return known;
  }
  if (previous === null || code !== table.length + 258) {
    throw new PdfError("damaged", "an LZW stream is broken");
  }
  return Buffer.concat([previous, previous.subarray(0, 1)]);
}

function codeReader(data: Buffer): (width: number) => number | null {
  let pos = 0;
  let bits = 0;
  let held = 0;
  return (width) => {
    while (held < width) {
      const byte = data[pos];
      if (byte === undefined) {
        return null;
      }
      pos += 1;
      bits = ((bits & 0xffff) << 8) | byte;
      held += 8;
    }
    held -= width;
    return (bits >>> held) & ((1 << width) - 1);
  };
}
