import { integerOf, Lexer, windowExhausted } from "@/lib/pdf/syntax/lexer";
import { PdfError } from "@/lib/pdf/errors";

const openParen = 0x28;
const slash = 0x2f;
const less = 0x3c;
const zero = 0x30;
const letterR = 0x52;

/**
 * The numbers that the object `num` written at `at` refers to, read without building its values: a third of the time of
 * parsing. Null when the bytes end too early or hold something else; then the real parser has to say.
 */
export function scanReferences(bytes: Buffer, at: number, num: number): number[] | null {
  const lexer = new Lexer(bytes, at, false);
  try {
    return isHeader(lexer, num) ? scanObject(lexer) : null;
  } catch (error) {
    if (error === windowExhausted || error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

/** Moves past `n g obj`. */
function isHeader(lexer: Lexer, num: number): boolean {
  const { bytes } = lexer;
  const start = lexer.pos;
  lexer.skipWord();
  const isRight = integerOf(bytes, start, lexer.pos) === num;
  lexer.skipSpace();
  lexer.skipWord();
  lexer.skipSpace();
  return isRight && lexer.word() === "obj";
}

function scanObject(lexer: Lexer): number[] {
  const { bytes } = lexer;
  const found: number[] = [];
  const integers: [number, number] = [-1, -1];
  for (;;) {
    lexer.skipSpace();
    const start = lexer.pos;
    const byte = bytes[start];
    lexer.skipWord();
    if (lexer.pos > start) {
      if (takeWord(bytes, start, lexer.pos, integers, found)) {
        return found;
      }
      continue;
    }
    integers[1] = -1;
    if (byte === openParen) {
      lexer.skipLiteralString();
    } else if (byte === less && bytes[start + 1] !== less) {
      lexer.skipHexString();
    } else {
      lexer.pos += byte === less ? 2 : 1;
      if (byte === slash) {
        lexer.skipWord();
      }
    }
  }
}

/** Takes a bare word into account; true when it ends the object. */
function takeWord(bytes: Buffer, start: number, end: number, integers: [number, number], found: number[]): boolean {
  const first = bytes[start] ?? 0;
  if (first >= zero && first <= zero + 9) {
    integers[0] = integers[1];
    integers[1] = integerOf(bytes, start, end);
    return false;
  }
  if (first === letterR && end === start + 1) {
    if (integers[0] >= 0 && integers[1] >= 0) {
      found.push(integers[0]);
    }
  } else if (isEnd(bytes.toString("latin1", start, end))) {
    return true;
  }
  integers[1] = -1;
  return false;
}

// What is glued to these words does not matter: they end the dictionary.
function isEnd(word: string): boolean {
  return word.startsWith("stream") || word.startsWith("endobj");
}
