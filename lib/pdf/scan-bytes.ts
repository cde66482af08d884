import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { ByteSource } from "./byte-source";

const windowBytes = 64 * 1024;
/** Longer white space after the last %%EOF than any writer leaves. */
const longestTrailer = 4096;

/** First offset of `word` in `[from, to)`, -1 when it is not there. Reads in windows of 64 KiB. */
export function indexOf(source: ByteSource, word: string, from: number, to: number): number {
  for (let offset = from; offset < to; offset += windowBytes) {
    const bytes = source.read(offset, Math.min(windowBytes + word.length - 1, to - offset));
    const at = bytes.indexOf(word);
    if (at >= 0) {
      return offset + at;
    }
  }
  return -1;
}

/** Whether only white space follows `from`, and not much of it. */
export function isBlank(source: ByteSource, from: number): boolean {
  const length = source.size - from;
  return length <= longestTrailer && source.read(from, length).every((byte) => isSpace(byte));
}
