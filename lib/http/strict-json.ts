import { DomainError, invalid } from "@/lib/errors";
import { toPointer } from "./pointer";

const quote = 0x22;
const backslash = 0x5c;

/**
 * JSON as RFC 8259 means it to be exchanged: UTF-8 without a BOM, no duplicate member, limited depth. Text that Postgres or a
 * PDF could not hold (U+0000, lone surrogates) is refused here, once. Throws `malformed_json` or `validation_failed`.
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth: number): unknown {
  const text = decodeUtf8(bytes);
  // Before the parse: 35 million brackets would cost a gigabyte of arrays.
  scanStructure(text, maxDepth);
  const value = parse(text);
  if (text.includes("\\u")) refuseBadText(value, []);
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DomainError("malformed_json", { detail: "The body is not UTF-8" });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("malformed_json", { detail: text === "" ? "The body is empty" : "The body is not valid JSON" });
  }
}

/** One pass that skips over string contents, so that a 35 MiB base64 costs nothing. */
function scanStructure(text: string, maxDepth: number): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x7b || character === 0x5b) {
      open.push(character === 0x7b ? new Set() : null);
      if (open.length > maxDepth) throw new DomainError("malformed_json", { detail: `The body is nested deeper than ${maxDepth} levels` });
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
    } else if (character === quote) {
      const end = endOfString(text, at);
      const members = open.at(-1);
      if (members && isMemberName(text, end)) addMember(members, text.slice(at, end));
      at = end - 1;
    }
  }
}

/** The offset behind the closing quote of the string that starts at `start`; the end of the text when it is never closed. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
  return slashes % 2 === 1;
}

function isMemberName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ":";
}

function addMember(members: Set<string>, quoted: string): void {
  const name = String(parse(quoted));
  if (members.has(name)) throw new DomainError("malformed_json", { detail: "The body names a member twice" });
  members.add(name);
}

function refuseBadText(value: unknown, path: (string | number)[]): void {
  if (typeof value === "string") {
    if (!isPlainText(value)) throw invalid(toPointer(path), "text_invalid", "A text holds U+0000 or half a surrogate pair");
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
