import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

export type FormFieldType = "Sig" | "Tx" | "Btn" | "Ch";

/** A terminal form field (ISO 32000-2, 12.7.4). */
export interface FormField {
  /** Fully qualified: the partial names of its ancestors and its own, joined by full stops. */
  name: string;
  type: FormFieldType | null;
  object: Located<PdfDict>;
  /** Own or inherited /V. */
  value: PdfValue | undefined;
  /** The buffer that the spans of `value` refer to. */
  valueBytes: Buffer;
  /** Own or inherited /Ff. */
  flags: number;
  /** The field itself if it is merged with its only widget. */
  widgets: Located<PdfDict>[];
}

export interface FormFields {
  acroForm: Located<PdfDict> | null;
  fieldsArray: Located<PdfArray> | null;
  fields: FormField[];
}

interface Ancestry {
  name: string;
  type: FormFieldType | null;
  flags: number;
  value: PdfValue | undefined;
  valueBytes: Buffer;
  depth: number;
}

/** The interactive form, without orphaned widgets on pages. Throws PdfError `too_large` beyond the limit on fields. */
export function readFields(document: PdfDocument): FormFields {
  const catalog = document.catalog();
  const acroForm = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  const fieldsArray = acroForm === null ? null : document.array(acroForm.value.entries.get("Fields"), acroForm.bytes);
  if (fieldsArray === null) {
    return { acroForm, fieldsArray, fields: [] };
  }
  const walk = new FieldWalk(document);
  const root = { name: "", type: null, flags: 0, value: undefined, valueBytes: fieldsArray.bytes, depth: 0 };
  for (const field of walk.dictsOf(fieldsArray)) {
    walk.visit(field, root);
  }
  return { acroForm, fieldsArray, fields: walk.fields };
}

class FieldWalk {
  readonly fields: FormField[] = [];
  private readonly seen = new Set<number>();
  private visited = 0;

  constructor(private readonly document: PdfDocument) {}

  visit(object: Located<PdfDict>, parent: Ancestry): void {
    if (parent.depth > this.document.limits.nesting) {
      throw new PdfError("too_large", "form fields nested too deeply");
    }
    const own = this.describe(object, parent);
    const array = this.document.array(object.value.entries.get("Kids"), object.bytes);
    const kids = array === null ? [] : this.dictsOf(array);
    const children = kids.filter((kid) => kid.value.entries.has("T"));
    for (const child of children) {
      this.visit(child, own);
    }
    if (children.length === 0) {
      this.addField(object, own, kids);
    }
  }

  /** The dictionaries of an array. Each object is visited once in the whole walk. */
  dictsOf(array: Located<PdfArray>): Located<PdfDict>[] {
    const dicts: Located<PdfDict>[] = [];
    for (const item of array.value.items) {
      this.visited += 1;
      if (this.visited > this.document.limits.fields) {
        throw new PdfError("too_large", "too many form fields");
      }
      const dict = this.document.dict(item, array.bytes);
      if (dict !== null && (dict.num === null || !this.seen.has(dict.num))) {
        dicts.push(dict);
        this.seen.add(dict.num ?? -1);
      }
    }
    return dicts;
  }

  private addField(object: Located<PdfDict>, own: Ancestry, kids: Located<PdfDict>[]): void {
    const { name, type, flags, value, valueBytes } = own;
    const widgets = kids.length > 0 ? kids : isWidget(this.document, object) ? [object] : [];
    this.fields.push({ name, type, object, value, valueBytes, flags, widgets });
  }

  private describe(object: Located<PdfDict>, parent: Ancestry): Ancestry {
    const { entries } = object.value;
    const partial = this.document.locate(entries.get("T"), object.bytes);
    const own = partial?.value.kind === "string" ? textOf(decodeString(partial.bytes, partial.value)) : "";
    const value = entries.get("V");
    return {
      name: [parent.name, own].filter((part) => part !== "").join("."),
      type: toFieldType(this.document.name(entries.get("FT"))) ?? parent.type,
      flags: this.document.number(entries.get("Ff")) ?? parent.flags,
      value: value ?? parent.value,
      valueBytes: value === undefined ? parent.valueBytes : object.bytes,
      depth: parent.depth + 1,
    };
  }
}

function isWidget(document: PdfDocument, object: Located<PdfDict>): boolean {
  return document.name(object.value.entries.get("Subtype")) === "Widget" || object.value.entries.has("Rect");
}

function toFieldType(name: string | null): FormFieldType | null {
  return name === "Sig" || name === "Tx" || name === "Btn" || name === "Ch" ? name : null;
}
