import type { PdfDocument } from "@/lib/pdf/document";
import { decodesAlike, filtersOf } from "@/lib/pdf/strict/filters-of";
import type { ObjectStream } from "@/lib/pdf/syntax/indirect-objects";
import type { IndirectObject, PdfDict } from "@/lib/pdf/syntax/objects";
import { plainNumber } from "./plain-sections";

/**
 * Whether all programs find the same objects in an object stream (ISO 32000-2, 7.5.7): those that use the index of an entry, the number in the
 * header or the order of the data, and those that ignore a stream without its /Type or with an indirect /N. Throws PdfError.
 */
export function isPlainObjectStream(document: PdfDocument, num: number): boolean {
  const object = document.load(num);
  return (
    object?.value.kind === "dict" &&
    object.gen === 0 &&
    document.entry(num)?.gen === 0 &&
    hasPlainEntries(object, object.value) &&
    hasPlainData(document, object) &&
    hasPlainHeader(document.objectStream(num))
  );
}

function hasPlainEntries({ bytes }: IndirectObject, { entries, duplicates }: PdfDict): boolean {
  const type = entries.get("Type");
  return (
    duplicates.length === 0 &&
    type?.kind === "name" &&
    type.value === "ObjStm" &&
    ["N", "First"].every((key) => {
      const value = entries.get(key);
      return value !== undefined && plainNumber(bytes.toString("latin1", value.start, value.end)) !== null;
    })
  );
}

/**
 * Undamaged data behind at most one filter. Writers use no more, and programs differ on chains, abbreviated names and
 * predictors.
 */
function hasPlainData(document: PdfDocument, object: IndirectObject): boolean {
  const { names, isPlain, isDecodable } = filtersOf(document, object);
  const { offset, length } = document.rawStream(object);
  return (
    names.length <= 1 &&
    !hasPredictor(document, object) &&
    names.every((name) => name.endsWith("Decode")) &&
    isPlain &&
    isDecodable &&
    decodesAlike(document, names, document.source.read(offset, length), {
      dict: object.value.kind === "dict" ? object.value : null,
      maxBytes: document.limits.structureStreamBytes,
    })
  );
}

function hasPredictor(document: PdfDocument, { value, bytes }: IndirectObject): boolean {
  const written = value.kind === "dict" ? value.entries.get("DecodeParms") : undefined;
  const list = document.array(written, bytes);
  const own = document.dict(list?.value.items[0] ?? written, list?.bytes ?? bytes);
  return (document.number(own?.value.entries.get("Predictor")) ?? 1) !== 1;
}

/** /N pairs of plain numbers that end before /First, without duplicates, and with ascending offsets. */
function hasPlainHeader({ bytes, first, count, slots }: ObjectStream): boolean {
  const words = bytes
    .toString("latin1", 0, first)
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  const isWhole = slots.length === count && words.length === 2 * count;
  // Programs that read on find another number if its digits continue beyond /First.
  const isSaid = slots.every(
    ({ num, offset }, index) =>
      plainNumber(words[2 * index] ?? "") === num && plainNumber(words[2 * index + 1] ?? "") === offset - first,
  );
  const rises = slots.every(({ offset }, index) => offset > (slots[index - 1]?.offset ?? -1) && offset < bytes.length);
  return isWhole && isSaid && rises && new Set(slots.map(({ num }) => num)).size === count;
}
