import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

export type FieldObject = Located<PdfDict> & { num: number };

/**
 * The prepared fields with these names, all of them unfilled objects at the top level of the form. Stops reading
 * after the last one. Throws PdfError `no_such_field` when one is missing or filled.
 */
export function findUnfilledFields(document: PdfDocument, names: readonly string[]): Map<string, FieldObject> {
  const wanted = new Set(names);
  const found = new Map<string, FieldObject>();
  for (const field of topFields(document)) {
    if (found.size === wanted.size) {
      break;
    }
    const name = partialName(document, field);
    if (name !== null && wanted.has(name) && !found.has(name)) {
      if (!isEmptyField(document, field)) {
        throw new PdfError("no_such_field", `${name} is filled already`);
      }
      found.set(name, field);
    }
  }
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) {
    throw new PdfError("no_such_field", missing);
  }
  return found;
}

function* topFields(document: PdfDocument): Generator<FieldObject> {
  const catalog = document.catalog();
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  const fields = form === null ? null : document.array(form.value.entries.get("Fields"), form.bytes);
  for (const item of fields?.value.items ?? []) {
    const field = document.dict(item, fields?.bytes ?? Buffer.alloc(0));
    if (field !== null && field.num !== null) {
      yield { ...field, num: field.num };
    }
  }
}

function partialName(document: PdfDocument, field: FieldObject): string | null {
  const name = document.locate(field.value.entries.get("T"), field.bytes);
  return name?.value.kind === "string" ? textOf(decodeString(name.bytes, name.value)) : null;
}

/**
 * Whether a prepared field has not been filled in: it has no value and shows nothing. Off counts as none for a check
 * box; as the value of a text field, some programs show it. In a PDF/A file, a prepared field has an appearance from
 * the start, but its streams are empty.
 */
export function isEmptyField(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const held = value.entries.get("V");
  const isOff = document.name(held) === "Off" && document.name(value.entries.get("FT")) === "Btn";
  if (held !== undefined && !isOff) {
    return false;
  }
  const appearances = document.dict(value.entries.get("AP"), bytes);
  return appearances === null
    ? !value.entries.has("AP")
    : [...appearances.value.entries.values()].every((entry) => isBlank(document, entry, appearances.bytes));
}

/** An empty stream, or a dictionary of states that are all empty streams. */
function isBlank(document: PdfDocument, value: PdfValue, bytes: Buffer): boolean {
  const stream = value.kind === "ref" ? document.load(value.num) : null;
  if (stream !== null && stream.streamStart >= 0) {
    return document.rawStream(stream).length === 0;
  }
  const states = document.dict(value, bytes);
  return (
    states !== null &&
    [...states.value.entries.values()].every((state) => state.kind === "ref" && isEmptyStream(document, state.num))
  );
}

function isEmptyStream(document: PdfDocument, num: number): boolean {
  const stream = document.load(num);
  return stream !== null && stream.streamStart >= 0 && document.rawStream(stream).length === 0;
}
