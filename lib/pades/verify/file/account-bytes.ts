import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";
import { TimeUp, type Deadline } from "./deadline";

interface Span {
  start: number;
  end: number;
  hidesObject: boolean;
}

/**
 * "bytes": leftovers of careless writers. "object": an object without a cross-reference entry, which readers that
 * rebuild a file use as the newest with its number. "revision": a complete revision with its own trailer.
 */
export type StrayBytes = "nothing" | "bytes" | "object" | "revision";

interface Segment {
  final: PdfDocument;
  from: number;
  to: number;
  deadline: Deadline;
}

const largestGap = 1024 * 1024;
/**
 * The pattern for which readers search when they rebuild a file. They differ in the treatment of comments and
 * strings.
 */
export const startsObject = /\d[\s\0]+\d+[\s\0]+obj/;
/** In strings and comments, they search only at the start of a line. */
const startsObjectLine = /[\r\n][ \t\0]*\d+[\s\0]+\d+[\s\0]+obj/;
const scanWindow = 1024 * 1024;
/** Longer than any practical match of the patterns above, so that no match is lost between two windows. */
const scanOverlap = 256;

/** Bytes in `[from, to)` of a revision other than the objects of its cross-reference data, white space and comments. */
export function unexplainedBytes(revision: PdfDocument, { final, from, to, deadline }: Segment): StrayBytes {
  let found: StrayBytes = "nothing";
  let offset = from;
  const spans = [...objectSpans(revision, { final, from, to, deadline }), { start: to, end: to, hidesObject: false }];
  for (const span of spans) {
    deadline.tick();
    const gap = span.start > offset ? judgeGap(revision, offset, span.start) : "nothing";
    found = worse(found, span.hidesObject ? worse(gap, "object") : gap);
    offset = Math.max(offset, span.end);
  }
  return found;
}

function objectSpans(revision: PdfDocument, { final, from, to, deadline }: Segment): Span[] {
  const spans: Span[] = [];
  for (let num = 0; num <= revision.maxObjectNumber; num += 1) {
    deadline.tick();
    const entry = revision.entry(num);
    if (entry?.type !== "offset" || entry.offset < from || entry.offset >= to) {
      continue;
    }
    // Most likely, the same object of the final file has been read already.
    const isFinal = final.entry(num)?.type === "offset" && final.entry(num)?.offset === entry.offset;
    const span = spanOf(isFinal ? final : revision, num);
    if (span) {
      spans.push({ ...span, hidesObject: span.hidesObject || containsUnnamed(revision, num) });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

function spanOf(revision: PdfDocument, num: number): Span | null {
  return orWhenUnreadable(() => {
    const object = revision.load(num);
    return object
      ? { start: object.offset, end: endOf(revision, object), hidesObject: hidesObject(revision, object) }
      : null;
  }, null);
}

/**
 * Whether an object stream contains objects that no entry of its revision refers to, which readers that rebuild a
 * file use as the newest.
 */
function containsUnnamed(revision: PdfDocument, num: number): boolean {
  return orWhenUnreadable(() => {
    const object = revision.load(num);
    if (
      object?.value.kind !== "dict" ||
      object.streamStart < 0 ||
      revision.name(object.value.entries.get("Type")) !== "ObjStm"
    ) {
      return false;
    }
    return revision.objectStream(num).slots.some((slot) => {
      const entry = revision.entry(slot.num);
      return entry?.type !== "compressed" || entry.offset !== num;
    });
  }, true);
}

/** Whether readers that rebuild a file would find another object inside this one. */
function hidesObject(revision: PdfDocument, object: IndirectObject): boolean {
  if (holds(object.bytes.toString("latin1", object.value.start, object.value.end), startsObjectLine)) {
    return true;
  }
  if (object.streamStart < 0) {
    return false;
  }
  const { offset, length } = revision.rawStream(object);
  for (let from = 0; from < length; from += scanWindow) {
    const bytes = revision.source.read(offset + from, Math.min(scanWindow + scanOverlap, length - from));
    if (holds(bytes.toString("latin1"), startsObject)) {
      return true;
    }
  }
  return false;
}

/** Both patterns end with this keyword, which is found twenty times as fast as the digits before it. */
function holds(text: string, pattern: RegExp): boolean {
  return text.includes("obj") && pattern.test(text);
}

function endOf(revision: PdfDocument, object: IndirectObject): number {
  if (object.streamStart < 0) {
    return object.offset + object.value.end;
  }
  const { offset, length } = revision.rawStream(object);
  return offset + length;
}

const worst: readonly StrayBytes[] = ["nothing", "bytes", "object", "revision"];

function worse(one: StrayBytes, other: StrayBytes): StrayBytes {
  return worst.indexOf(one) > worst.indexOf(other) ? one : other;
}

function judgeGap(revision: PdfDocument, from: number, to: number): StrayBytes {
  if (to - from > largestGap) {
    return "revision";
  }
  const bytes = revision.source.read(from, to - from);
  const text = bytes.toString("latin1").replace(/^\s*(?:endstream)?\s*(?:endobj)?/, "");
  if (/startxref|%%EOF/.test(text)) {
    return "revision";
  }
  if (startsObject.test(text)) {
    return "object";
  }
  return /^[\s\0]*$/.test(text.replace(/%[^\r\n]*/g, "")) ? "nothing" : "bytes";
}

/**
 * The result of `read`, or `otherwise` after any error of the PDF library, because a report must not fail because of
 * one broken object.
 */
export function orWhenUnreadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) {
      return otherwise;
    }
    throw error;
  }
}

/**
 * The result of `find`, which is informative and decides no verdict, or `otherwise` if something cannot be read or
 * the time for the file is up.
 */
export function orElse<T>(find: () => T, otherwise: T): T {
  try {
    return orWhenUnreadable(find, otherwise);
  } catch (error) {
    if (error instanceof TimeUp) {
      return otherwise;
    }
    throw error;
  }
}

/** Like `orElse`, with an empty list as the alternative. */
export function orNothing<T>(find: () => T[]): T[] {
  return orElse(find, []);
}
