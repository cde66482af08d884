import { PdfDocument } from "@/lib/pdf/document";
import { readFields, type FormField } from "@/lib/pdf/fields/fields";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { editDict, Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import type { Located, PdfArray, PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/** A signed file to be tampered with. */
export class Target {
  readonly document: PdfDocument;
  readonly revision: Revision;
  readonly pages: PdfPage[];
  readonly fields: FormField[];

  constructor(readonly bytes: Buffer) {
    this.document = PdfDocument.open(fromBuffer(bytes));
    this.revision = new Revision(this.document);
    this.pages = readPages(this.document, { maxPages: 1000 });
    this.fields = readFields(this.document).fields;
  }

  get page(): PdfPage["object"] {
    const [first] = this.pages;
    return first ? first.object : missing("a page");
  }

  get catalog(): Located<PdfDict> & { num: number } {
    return this.document.catalog();
  }

  get form(): Located<PdfDict> {
    return this.document.dict(this.catalog.value.entries.get("AcroForm"), this.catalog.bytes) ?? missing("a form");
  }

  object(num: number): Located<PdfDict> & { num: number } {
    const object = this.document.load(num);
    return object?.value.kind === "dict"
      ? { value: object.value, bytes: object.bytes, num, gen: object.gen }
      : missing(`dictionary ${num}`);
  }

  /** Sets or removes entries of a dictionary that is a separate object. */
  edit(object: Located<PdfDict>, changes: Record<string, string | null>): void {
    if (object.num === null) {
      missing("an object of its own");
    }
    this.revision.replace(object.num ?? 0, object.gen, editDict(object, changes));
  }

  /** The entries of an array in source form, whether it is direct or an object. */
  items(owner: Located<PdfDict>, key: string): string[] {
    const array = this.array(owner, key);
    return array?.value.items.map((item) => array.bytes.toString("latin1", item.start, item.end)) ?? [];
  }

  array(owner: Located<PdfDict>, key: string): Located<PdfArray> | null {
    return this.document.array(owner.value.entries.get(key), owner.bytes);
  }

  /** Adds an annotation to the first page. */
  annotate(entries: string): number {
    const num = this.revision.add(`<</Type/Annot/P ${pdfRef(this.page.num)}${entries}>>`);
    this.edit(this.page, { Annots: `[${[...this.items(this.page, "Annots"), pdfRef(num)].join(" ")}]` });
    return num;
  }

  /** Adds a field to the form and its widget to the first page. */
  addField(entries: string): number {
    const num = this.annotate(`/Subtype/Widget${entries}`);
    this.edit(this.form, { Fields: `[${[...this.items(this.form, "Fields"), pdfRef(num)].join(" ")}]` });
    return num;
  }

  field(matches: (field: FormField) => boolean): FormField & { object: { num: number } } {
    const field = this.fields.find((candidate) => candidate.object.num !== null && matches(candidate));
    return field ? (field as FormField & { object: { num: number } }) : missing("such a field");
  }

  /** A form XObject that draws a black box over the whole page. */
  drawing(): number {
    return this.revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 612 792]", Buffer.from("0 0 612 792 re f"));
  }

  build(): Buffer {
    return Buffer.concat([this.bytes, this.revision.build()]);
  }
}

/** Thrown if a file contains nothing to which a mutation can be applied. */
export class NotApplicable extends Error {}

export function missing(what: string): never {
  throw new NotApplicable(`the file has not ${what}`);
}

export interface Mutation {
  name: string;
  apply(bytes: Buffer): Buffer;
}

/** A mutation that appends one revision. */
export function appended(name: string, change: (target: Target) => void): Mutation {
  return {
    name,
    apply: (bytes) => {
      const target = new Target(bytes);
      change(target);
      return target.build();
    },
  };
}
