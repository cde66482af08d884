import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Annotations that play something or run scripts of their own (12.5.6.16 to 12.5.6.19, 13.6.2, 13.7.2). */
const MEDIA = new Set(["RichMedia", "Screen", "Movie", "Sound", "3D"]);

/** The entries that make them play. */
export const MEDIA_KEYS = [
  "A",
  "AA",
  "PA",
  "MK",
  "Movie",
  "Sound",
  "T",
  "TU",
  "TM",
  "AS",
  "RichMediaContent",
  "RichMediaSettings",
  "3DD",
  "3DV",
  "3DA",
  "3DI",
  "3DB",
  "3DU",
  "GEO",
] as const;

/** A dictionary of that subtype with a place on a page: 3D is a subtype of streams too. */
export function isMediaAnnotation(document: PdfDocument, { value }: Located<PdfDict>): boolean {
  return value.entries.has("Rect") && MEDIA.has(document.name(value.entries.get("Subtype")) ?? "");
}
