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
 * Strings of at least this many bytes are decoded directly from the bytes: parsed with the rest, a document would be in memory twice more.
 */
const longBytes = 64 * 1024;

/**
 * Interoperable JSON by RFC 8259: UTF-8 without a BOM, no duplicate member, limited depth and number of values. Text that Postgres or a PDF cannot hold (U+0000,
 * lone surrogates) is rejected here, once. Throws `malformed_json` or `validation_failed`.
 */
export function parseStrictJson(given: Uint8Array, maxDepth: number, maxValues = Infinity): unknown {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (!isUtf8(bytes)) throw new DomainError("malformed_json", { detail: "The body is not UTF-8" });
  // Before parsing: 35 MiB may be 17 million values, which take gigabytes as objects and as many messages about them.
  const long = scanStructure(bytes, maxDepth, maxValues);
  const { text, taken } = takeOut(bytes, long);
  const value = putBack(parse(text), taken);
  if (text.includes("\\u")) refuseBadText(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("malformed_json", {
      detail: text === "" ? "The body is empty" : "The body is not valid JSON",
    });
  }
}

/** The byte range of a string, including its quotes. */
interface Span {
  start: number;
  end: number;
}

/** One pass that skips string contents, so that a 35 MiB base64 costs nothing. Returns where the long values are. */
function scanStructure(bytes: Buffer, maxDepth: number, maxValues: number): Span[] {
  const open: (Set<string> | null)[] = [];
  const long: Span[] = [];
  // Each kind of mark is bounded by itself: the bytes need not be JSON, and an object without any comma may name millions of members.
  const counts = { openings: 0, commas: 1, members: 0, strings: 0 };
  const count = (kind: keyof typeof counts): void => {
    if (++counts[kind] > maxValues)
      throw new DomainError("malformed_json", { detail: `The body holds more than ${maxValues} values` });
  };
  for (let at = 0; at < bytes.length; at++) {
    const character = bytes[at];
    if (character === 0x7b || character === 0x5b) {
      count("openings");
      open.push(character === 0x7b ? new Set() : null);
      if (open.length > maxDepth)
        throw new DomainError("malformed_json", { detail: `The body is nested deeper than ${maxDepth} levels` });
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
    } else if (character === comma) {
      count("commas");
    } else if (character === quote) {
      const end = endOfString(bytes, at);
      const members = open.at(-1);
      if (members && isMemberName(bytes, end)) {
        count("members");
        addMember(members, bytes.toString("utf8", at, end));
      } else {
        count("strings");
        if (end - at > longBytes) long.push({ start: at, end });
      }
      at = end - 1;
    }
  }
  return long;
}

/** The offset behind the closing quote of the string that starts at `start`; the end of the bytes when it is never closed. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
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
  if (members.has(name)) throw new DomainError("malformed_json", { detail: "The body names a member twice" });
  members.add(name);
}

/** The text to parse, with long strings replaced by unguessable markers, and the strings by marker. */
function takeOut(bytes: Buffer, long: readonly Span[]): { text: string; taken: Map<string, string> } {
  const taken = new Map<string, string>();
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of long) {
    if (bytes[end - 1] !== quote) continue;
    const content = bytes.toString("latin1", start + 1, end - 1);
    // Strings that JSON would have to unescape, decode or reject are left to JSON.parse.
    if (/[^\x20-\x7e]|\\/.test(content)) continue;
    const mark = randomUUID();
    taken.set(mark, content);
    parts.push(decode(bytes.subarray(from, start)), `"${mark}"`);
    from = end;
  }
  return { text: [...parts, decode(bytes.subarray(from))].join(""), taken };
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
      throw invalid(toPointer(path), "text_invalid", "A text holds U+0000 or half a surrogate pair");
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
