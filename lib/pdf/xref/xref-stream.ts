import { decodeStreamData } from "@/lib/pdf/filters/filters";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { readIndirectObject } from "@/lib/pdf/syntax/indirect-objects";
import type { PdfLimits } from "@/lib/pdf/syntax/limits";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { XrefEntries } from "./xref-entries";

/**
 * Reads a cross-reference stream (ISO 32000-2, 7.5.8) into `entries` and returns its dictionary, the trailer. All
 * relevant values must be direct, because nothing can be looked up yet.
 */
export function readXrefStream(
  source: ByteSource,
  offset: number,
  entries: XrefEntries,
  limits: PdfLimits,
): Located<PdfDict> {
  const object = readIndirectObject(source, offset, limits);
  const dict = object.value;
  if (dict.kind !== "dict" || object.streamStart < 0 || nameOf(dict.entries.get("Type")) !== "XRef") {
    throw new PdfError("damaged", `no cross-reference section at ${offset}`);
  }
  const length = numberOf(dict.entries.get("Length"), -1);
  if (!(length >= 0 && object.streamStart + length <= source.size)) {
    throw new PdfError("damaged", "the cross-reference stream has no usable length");
  }
  const raw = source.read(object.streamStart, Math.min(length, limits.objectWindowBytes));
  const data = decodeStreamData(raw, dict, (value) => value ?? null, limits.structureStreamBytes);
  addRows(dict, data, entries, source.size / LEAST_OBJECT_BYTES);
  return { value: dict, bytes: object.bytes, num: object.num, gen: object.gen };
}

/** `1 0 obj 0`: the minimum size of an object, which limits the number of objects outside of streams. */
const LEAST_OBJECT_BYTES = 9;

function addRows(dict: PdfDict, data: Buffer, entries: XrefEntries, maxObjects: number): void {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widthsOf(dict);
  const rowLength = typeWidth + secondWidth + thirdWidth;
  const index = numbersOf(dict.entries.get("Index")) ?? [0, numberOf(dict.entries.get("Size"), 0)];
  let pos = 0;
  let objects = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const first = index[pair] ?? 0;
    const count = index[pair + 1] ?? 0;
    for (let num = first; num < first + count && pos + rowLength <= data.length; num += 1) {
      const type = typeWidth === 0 ? 1 : readField(data, pos, typeWidth);
      const second = readField(data, pos + typeWidth, secondWidth);
      const third = readField(data, pos + typeWidth + secondWidth, thirdWidth);
      objects += type === 1 ? 1 : 0;
      if (objects > maxObjects) {
        throw new PdfError("too_large", "more objects than the file has room for");
      }
      addRow(entries, num, type, second, third);
      pos += rowLength;
    }
  }
}

/** Table 18 of 7.5.8.3. An undefined type means a reference to null, so it is ignored. */
function addRow(entries: XrefEntries, num: number, type: number, second: number, third: number): void {
  if (type === 0) {
    entries.add(num, "free", second, third);
  } else if (type === 1) {
    entries.add(num, "offset", second, third);
  } else if (type === 2) {
    entries.add(num, "compressed", second, third);
  }
}

function widthsOf(dict: PdfDict): number[] {
  const widths = numbersOf(dict.entries.get("W")) ?? [];
  const row = widths.slice(0, 3).reduce((sum, width) => sum + width, 0);
  if (widths.length < 3 || widths.some((width) => width < 0 || width > 8) || row === 0) {
    throw new PdfError("damaged", "the cross-reference stream has no usable widths");
  }
  return widths;
}

function readField(data: Buffer, pos: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) {
    value = value * 256 + (data[pos + index] ?? 0);
  }
  return value;
}

function numbersOf(value: PdfValue | undefined): number[] | null {
  if (value?.kind !== "array") {
    return null;
  }
  return value.items.map((item) => {
    const number = numberOf(item, -1);
    if (!Number.isInteger(number) || number < 0) {
      throw new PdfError("damaged", "the cross-reference stream's arrays hold no plain numbers");
    }
    return number;
  });
}

function numberOf(value: PdfValue | undefined, otherwise: number): number {
  return value?.kind === "number" ? value.value : otherwise;
}

function nameOf(value: PdfValue | undefined): string | null {
  return value?.kind === "name" ? value.value : null;
}
