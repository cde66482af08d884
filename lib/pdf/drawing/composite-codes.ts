import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";

const CODE_BYTES = 2;
const LARGEST_MAP = 262_144;
const USUAL_RANGE = /\b1\s+begincodespacerange\s*(?:<00>\s*<ff>|<0000>\s*<ffff>)\s*endcodespacerange/i;

/** The glyphs of a composite font (9.7) for the codes of a text. Fonts by character collections that programs bring along are not judged. */
export function compositeCodes(
  document: PdfDocument,
  font: Located<PdfDict>,
  descendant: Located<PdfDict>,
): (codes: Uint8Array) => boolean {
  const encoding = font.value.entries.get("Encoding");
  const own = streamAt(document, encoding);
  if (own !== null) {
    const isPlain = isPlainEncoding(document, own);
    return () => isPlain;
  }
  if (!["Identity-H", "Identity-V"].includes(document.name(encoding) ?? "")) {
    return () => true;
  }
  if (document.dict(descendant.value.entries.get("CIDSystemInfo"), descendant.bytes) === null) {
    return () => false;
  }
  const places = glyphPlaces(document, descendant);
  return (codes) => codes.length % CODE_BYTES === 0 && isWithin(codes, places);
}

/** Every code has a glyph in the map from codes to glyphs, as far as that is a stream. */
function isWithin(codes: Uint8Array, places: number): boolean {
  for (let at = 0; at + 1 < codes.length; at += CODE_BYTES) {
    if ((codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0) >= places) {
      return false;
    }
  }
  return true;
}

function glyphPlaces(document: PdfDocument, descendant: Located<PdfDict>): number {
  const map = streamAt(document, descendant.value.entries.get("CIDToGIDMap"));
  const data = map === null ? null : decoded(document, map);
  return data === null ? Infinity : Math.floor(data.length / CODE_BYTES);
}

function streamAt(
  document: PdfDocument,
  value: PdfDict["entries"] extends Map<string, infer V> ? V | undefined : never,
): IndirectObject | null {
  const num = value?.kind === "ref" ? (document.locate(value, Buffer.alloc(0))?.num ?? null) : null;
  const object = num === null ? null : document.load(num);
  return object !== null && object.streamStart >= 0 ? object : null;
}

function decoded(document: PdfDocument, object: IndirectObject): Buffer | null {
  try {
    return document.decodedStream(object);
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

/** One range of codes, all of one length, no other character map below, and one direction of writing. */
function isPlainEncoding(document: PdfDocument, object: IndirectObject): boolean {
  const text = decoded(document, object)?.toString("latin1", 0, LARGEST_MAP) ?? "";
  const entries = object.value.kind === "dict" ? object.value.entries : new Map<string, never>();
  const says = Number(/\/WMode\s+(\d)\s+def/.exec(text)?.[1] ?? 0);
  return (
    USUAL_RANGE.test(text) &&
    !/\busecmap\b/.test(text) &&
    !entries.has("UseCMap") &&
    says === (document.number(entries.get("WMode")) ?? 0)
  );
}
