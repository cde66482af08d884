import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject } from "@/lib/pdf/objects";
import type { Deadline } from "@/lib/pades/verify/deadline";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

interface Span {
  start: number;
  end: number;
}

/** "bytes": sloppy writers leave superseded objects. "revision": a whole one, with a trailer of its own. */
export type StrayBytes = "nothing" | "bytes" | "revision";

export interface Segment {
  final: PdfDocument;
  from: number;
  to: number;
  deadline: Deadline;
}

const largestGap = 1024 * 1024;

/** What lies in `[from, to)` of a revision beside the objects that its cross-reference data name, white space and comments. */
export function unexplainedBytes(revision: PdfDocument, { final, from, to, deadline }: Segment): StrayBytes {
  let found: "nothing" | "bytes" = "nothing";
  let offset = from;
  const spans = [...objectSpans(revision, { final, from, to, deadline }), { start: to, end: to }];
  for (const span of spans) {
    deadline.tick();
    const gap = span.start > offset ? judgeGap(revision, offset, span.start) : "nothing";
    if (gap === "revision") {
      return gap;
    }
    found = gap === "bytes" ? gap : found;
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
    // The same object of the final file has most likely been read already.
    const isFinal = final.entry(num)?.type === "offset" && final.entry(num)?.offset === entry.offset;
    const span = spanOf(isFinal ? final : revision, num);
    if (span) {
      spans.push(span);
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

function spanOf(revision: PdfDocument, num: number): Span | null {
  return unlessDamaged(() => {
    const object = revision.load(num);
    return object ? { start: object.offset, end: endOf(revision, object) } : null;
  }, null);
}

function endOf(revision: PdfDocument, object: IndirectObject): number {
  if (object.streamStart < 0) {
    return object.offset + object.value.end;
  }
  const { offset, length } = revision.rawStream(object);
  return offset + length;
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
  return /^[\s\0]*$/.test(text.replace(/%[^\r\n]*/g, "")) ? "nothing" : "bytes";
}
