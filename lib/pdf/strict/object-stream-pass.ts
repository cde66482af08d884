import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { Lexer } from "@/lib/pdf/syntax/lexer";
import type { ObjectStream } from "@/lib/pdf/syntax/object-streams";
import { isPlainObjectStream } from "@/lib/pdf/xref/plain/plain-object-stream";
import type { Ambiguities } from "./ambiguity";
import { referenceSink } from "./object-pass";
import { scanObject } from "./scan-object";
import { NUMBER_SPAN, type SectionRows } from "./section-rows";

/** Looks at what lies in object streams (ISO 32000-2, 7.5.7) as `passObjects` looks at the rest. */
export function passObjectStreams(document: PdfDocument, rows: SectionRows, found: Ambiguities): void {
  const onReference = referenceSink(document, rows.hasGenerations, found);
  const met = new Set<number>();
  for (const num of rows.objectStreams) {
    const stream = openStream(document, num, found);
    if (stream === null) {
      continue;
    }
    if (!isPlainObjectStream(stream)) {
      found.note("object_stream", num);
    }
    stream.slots.forEach((slot, index) => {
      const entry = document.entry(slot.num);
      const isLive = entry?.type === "compressed" && entry.offset === num;
      if (isLive && entry.gen !== index) {
        found.note("object_stream", num);
      }
      if (!isLive && !rows.compressed.has(num * NUMBER_SPAN + slot.num)) {
        found.note("stray_object", slot.num);
      }
      if (isLive) {
        met.add(slot.num);
        const stop = Math.min(stream.slots[index + 1]?.offset ?? stream.bytes.length, stream.bytes.length);
        const scanned = scanObject(new Lexer(stream.bytes, slot.offset), Math.max(stop, slot.offset), onReference);
        if (scanned?.hasDuplicateKey) {
          found.note("duplicate_key", slot.num);
        }
        if (scanned === null || scanned.isLoose || scanned.end !== "none") {
          found.note("loose_object", slot.num);
        }
      }
    });
  }
  for (const row of rows.compressed) {
    const entry = document.entry(row % NUMBER_SPAN);
    if (entry?.type === "compressed" && !met.has(row % NUMBER_SPAN)) {
      found.note("wrong_offset", row % NUMBER_SPAN);
    }
  }
}

/** Null for one that only an older revision uses and that is gone; noted where the file needs it. */
function openStream(document: PdfDocument, num: number, found: Ambiguities): ObjectStream | null {
  try {
    return document.objectStream(num);
  } catch (error) {
    if (error instanceof PdfError && error.code === "damaged") {
      found.note("object_stream", num);
      return null;
    }
    throw error;
  }
}
