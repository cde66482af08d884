import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { isEmptyField } from "./empty-field";

export type FieldObject = Located<PdfDict> & { num: number };

/**
 * The prepared fields of these names, all of them unfilled objects at the top of the form. Reads no further than
 * the last one. Throws PdfError `no_such_field` when one is missing or filled.
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
