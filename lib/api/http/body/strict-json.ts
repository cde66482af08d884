import { isAscii, isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toPointer } from "./violations";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Strings of at least this many bytes are decoded directly from the bytes. If a document were parsed with the rest, it
 * would be in memory two more times.
 */
const longBytes = 64 * 1024;

/** No operation has a member with such a long name, even when escaped. */
const longestName = 8 * 1024;
const mostEscapedQuotes = 1_000_000;

/**
 * Interoperable JSON according to RFC 8259: UTF-8 without a BOM, no duplicate members, and limits on depth, the number
 * of values, and the bytes (`maxText`) outside long plain ASCII strings such as files, because 35 MiB of escapes or
 * non-ASCII letters would block the thread for seconds. Text that Postgres or a PDF cannot store (U+0000, lone
 * surrogates) is rejected here, once. Throws `malformed_json` or `validation_failed`.
 */
export function parseStrictJson(
  given: Uint8Array,
  maxDepth: number,
  maxValues = Infinity,
  maxText = Infinity,
): unknown {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (!isUtf8(bytes)) throw new DomainError("malformed_json", { detail: "The body is not UTF-8." });
  // Before parsing, because 35 MiB may contain 17 million values, which take gigabytes as objects and as many messages
  // about them.
  const long = scanStructure(bytes, { maxDepth, maxValues, maxText });
  const { text, taken } = takeOut(bytes, long, maxText);
  const value = putBack(parse(text), taken);
  if (text.includes("\\u")) refuseBadText(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("malformed_json", {
      detail: text === "" ? "The body is empty." : "The body is not valid JSON.",
    });
  }
}

/** The byte range of a string, including its quotes. */
interface Span {
  start: number;
  end: number;
}

/** One pass that skips string contents, so that a 35 MiB base64 costs nothing. Returns where the long values are. */
function scanStructure(
  bytes: Buffer,
  { maxDepth, maxValues, maxText }: { maxDepth: number; maxValues: number; maxText: number },
): Span[] {
  let strings = 0;
  const open: (Set<string> | null)[] = [];
  const long: Span[] = [];
  // Each kind of mark has a separate limit: the bytes need not be JSON, and an object without a comma may have millions
  // of members.
  const counts = { openings: 0, commas: 1, members: 0, strings: 0 };
  const escapedQuotes = { left: mostEscapedQuotes };
  const count = (kind: keyof typeof counts): void => {
    if (++counts[kind] > maxValues)
      throw new DomainError("malformed_json", { detail: `The body contains more than ${maxValues} values.` });
  };
  for (let at = 0; at < bytes.length; at++) {
    const character = bytes[at];
    if (at - strings > maxText) throw tooMuchText(maxText);
    if (character === 0x7b || character === 0x5b) {
      count("openings");
      open.push(character === 0x7b ? new Set() : null);
      if (open.length > maxDepth)
        throw new DomainError("malformed_json", { detail: `The body is nested deeper than ${maxDepth} levels.` });
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
    } else if (character === comma) {
      count("commas");
    } else if (character === quote) {
      const end = endOfString(bytes, at, escapedQuotes);
      const members = open.at(-1);
      if (members && isMemberName(bytes, end)) {
        count("members");
        if (end - at > longestName) throw new DomainError("malformed_json", { detail: "A member's name is too long." });
        addMember(members, bytes.toString("utf8", at, end));
      } else {
        count("strings");
        if (end - at > longBytes) long.push({ start: at, end });
      }
      strings += end - at;
      at = end - 1;
    }
  }
  return long;
}

/** The offset after the closing quote of the string at `start`, or the end of the bytes if it is never closed. */
function endOfString(bytes: Buffer, start: number, escapedQuotes: { left: number }): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) {
    if (--escapedQuotes.left < 0) throw new DomainError("malformed_json", { detail: "The body has too many escapes." });
    end = bytes.indexOf(quote, end + 1);
  }
  return end === -1 ? bytes.length : end + 1;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === backslash) slashes++;
  return slashes % 2 === 1;
}

function isMemberName(bytes: Buffer, end: number): boolean {
  let at = end;
  while (whiteSpace.has(bytes[at] ?? 0)) at++;
  return bytes[at] === colon;
}

function addMember(members: Set<string>, quoted: string): void {
  const name = String(parse(quoted));
  if (members.has(name)) throw new DomainError("malformed_json", { detail: "The body has a duplicate member." });
  members.add(name);
}

/**
 * The text to parse, with long strings replaced by unguessable markers, and the strings by marker. Strings that need
 * unescaping, decoding or rejecting are left to JSON.parse, which is fast for a base64 with few escapes: PHP writes
 * `\/` and .NET `\u002B`.
 */
function takeOut(bytes: Buffer, long: readonly Span[], maxText: number): { text: string; taken: Map<string, string> } {
  const taken = new Map<string, string>();
  const kept: (string | Span)[] = [];
  let [from, size] = [0, bytes.length];
  for (const { start, end } of long) {
    const inside = bytes.subarray(start + 1, end - 1);
    if (bytes[end - 1] !== quote || !isAscii(inside) || !hasFewEscapes(inside)) continue;
    size -= end - start;
    if (inside.includes(backslash) || hasControl(inside)) continue;
    const mark = randomUUID();
    taken.set(mark, inside.toString("latin1"));
    kept.push({ start: from, end: start }, `"${mark}"`);
    from = end;
  }
  if (size > maxText) throw tooMuchText(maxText);
  kept.push({ start: from, end: bytes.length });
  const parts = kept.map((part) => (typeof part === "string" ? part : decode(bytes.subarray(part.start, part.end))));
  return { text: parts.join(""), taken };
}

function tooMuchText(maxText: number): DomainError {
  return new DomainError("malformed_json", {
    detail: `The body contains more than ${maxText} bytes beside its files.`,
  });
}

/** One in 32 base64 characters is one of the two. */
function hasFewEscapes(bytes: Buffer): boolean {
  let left = bytes.length / 16;
  for (let at = bytes.indexOf(backslash); at !== -1; at = bytes.indexOf(backslash, at + 1))
    if (--left < 0) return false;
  return true;
}

/**
 * Whether any byte is below 0x20, given only ASCII. It compares four bytes at once, because a regular expression takes
 * 30 ms for 27 MB.
 */
function hasControl(bytes: Buffer): boolean {
  const head = Math.min(bytes.length, (4 - (bytes.byteOffset % 4)) % 4);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  let missing = 0;
  // Adding 0x60 sets the highest bit of every byte from 0x20 on, without carrying into the next byte.
  for (let at = 0; at < words.length; at++) missing |= ~((words[at] ?? 0) + 0x60606060) & 0x80808080;
  if (missing !== 0) return true;
  const rest = [...bytes.subarray(0, head), ...bytes.subarray(head + words.length * 4)];
  return rest.some((byte) => byte < 0x20);
}

/** ASCII becomes text of one byte per character, outside the heap. */
function decode(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}

function putBack(value: unknown, taken: ReadonlyMap<string, string>): unknown {
  if (taken.size === 0) return value;
  if (typeof value === "string") return taken.get(value) ?? value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = putBack(value[at], taken);
  } else if (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) members[name] = putBack(members[name], taken);
  }
  return value;
}

function refuseBadText(value: unknown, path: (string | number)[]): void {
  if (typeof value === "string") {
    if (!isPlainText(value))
      throw invalid(toPointer(path), "text_invalid", "A text contains U+0000 or half a surrogate pair");
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => refuseBadText(item, [...path, index]));
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseBadText(name, path);
      refuseBadText(member, [...path, name]);
    }
  }
}

/** No U+0000 and no lone surrogate. */
export function isPlainText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
