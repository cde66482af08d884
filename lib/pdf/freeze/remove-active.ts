import { isMediaAnnotation, MEDIA_KEYS, roleOf, type ActiveContent } from "@/lib/pdf/active/active-content";
import { activeEntryKinds, activeKind, type Role } from "@/lib/pdf/active/active-entry";
import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import {
  sliceOf,
  type IndirectObject,
  type Located,
  type PdfArray,
  type PdfDict,
  type PdfValue,
} from "@/lib/pdf/syntax/objects";
import { pdfName, pdfRef } from "@/lib/pdf/syntax/serialize";
import { EMPTY_APPEARANCE } from "./appearance-generation";

const READ_ONLY_AND_LOCKED = 64 | 128 | 512;

/**
 * The revision that removes `active`, or null when there is nothing to remove. An active object becomes null, which
 * equals a missing entry wherever it is referenced (7.3.10). Media become stamps that show their poster. Throws
 * PdfError `damaged` when a stream that must be rewritten cannot be read.
 */
export function removeActive(document: PdfDocument, active: ActiveContent): Buffer | null {
  if (active.holders.size + active.actions.size === 0) {
    return null;
  }
  const removal = new Removal(document);
  for (const num of active.holders) {
    removal.holder(num);
  }
  for (const num of active.actions) {
    removal.action(num);
  }
  return removal.build();
}

class Removal {
  private readonly revision: Revision;
  private emptyAppearance: number | null = null;

  constructor(private readonly document: PdfDocument) {
    this.revision = new Revision(document);
  }

  build(): Buffer {
    return this.revision.build();
  }

  holder(num: number): void {
    const object = this.document.load(num);
    if (object !== null) {
      const body = Buffer.from(this.value(object.value, object, roleOf(this.document, num)), "latin1");
      this.revision.replace(
        num,
        object.gen,
        object.streamStart < 0 ? body : Buffer.concat([body, ...this.streamData(object)]),
      );
    }
  }

  action(num: number): void {
    this.revision.replace(num, this.document.load(num)?.gen ?? 0, "null");
  }

  private streamData(object: IndirectObject): Buffer[] {
    const { offset, length } = this.document.rawStream(object);
    return [Buffer.from("\nstream\n"), this.document.source.read(offset, length), Buffer.from("\nendstream")];
  }

  private value(value: PdfValue, object: Pick<IndirectObject, "bytes">, role: Role): string {
    if (value.kind === "dict") {
      const located = { value, bytes: object.bytes, num: null, gen: 0 };
      return isMediaAnnotation(this.document, located) ? this.poster(located) : this.dict(located, role);
    }
    return value.kind === "array" ? this.array(value, object) : sliceOf(object.bytes, value).toString("latin1");
  }

  private dict(dict: Located<PdfDict>, role: Role): string {
    let written = "<<";
    for (const [key, value] of dict.value.entries) {
      if (activeEntryKinds(this.document, dict, key, role) === null && !this.isAction(value, dict.bytes)) {
        written += `${pdfName(key)} ${this.value(value, dict, role === "catalog" && key === "Names" ? "names" : "other")}\n`;
      }
    }
    return `${written}>>`;
  }

  private array({ items }: PdfArray, object: Pick<IndirectObject, "bytes">): string {
    return `[${items.map((item) => (this.isAction(item, object.bytes) ? "null" : this.value(item, object, "other"))).join(" ")}]`;
  }

  private isAction(value: PdfValue, bytes: Buffer): boolean {
    return value.kind === "dict" && activeKind(this.document, { value, bytes, num: null, gen: 0 }, false) !== null;
  }

  private poster(annotation: Located<PdfDict>): string {
    const flags = this.document.number(annotation.value.entries.get("F")) ?? 0;
    return editDict(annotation, {
      ...Object.fromEntries(MEDIA_KEYS.map((key) => [key, null])),
      Subtype: "/Stamp",
      F: String((Math.max(0, Math.trunc(flags)) | READ_ONLY_AND_LOCKED) >>> 0),
      AP: `<</N ${this.posterReference(annotation)}>>`,
    });
  }

  private posterReference({ value, bytes }: Located<PdfDict>): string {
    const appearances = this.document.dict(value.entries.get("AP"), bytes);
    const normal = appearances?.value.entries.get("N");
    const object = normal?.kind === "ref" ? this.document.load(normal.num) : null;
    if (normal?.kind === "ref" && object !== null && object.streamStart >= 0) {
      return pdfRef(normal.num, object.gen);
    }
    this.emptyAppearance ??= this.revision.addStream(EMPTY_APPEARANCE.entries, EMPTY_APPEARANCE.content);
    return pdfRef(this.emptyAppearance);
  }
}
