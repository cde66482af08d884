import { deflateSync } from "node:zlib";
import { findActive, type ActiveContent } from "@/lib/pdf/active/active-content";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { editDict } from "@/lib/pdf/revision";
import { withTail } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sliceOf, type Located, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { EMPTY_APPEARANCE, generateAppearance, generateFrame, type GeneratedAppearance } from "./appearance-generation";
import { FreezeEdits, FrozenStructure } from "./freeze-structure";
import { inherited, readWidget, textIn, type Widget } from "./freeze-widget";
import { mostFormFields, readField } from "./read-form-fields";
import { removeActive } from "./remove-active";

/**
 * `painted`: the values of the form become part of its pages. `left_out`: fields that can become our fields are
 * painted without a value, because ours have it. All others are painted.
 */
export type FormValues = "painted" | "left_out";

export interface FrozenForm {
  /** The revision to append. */
  tail: Buffer;
  /** Removed content, reported to the requester: kinds of action, `XFA`, `UsageRights`. Sorted, without duplicates. */
  removed: string[];
  /** The number of form fields that became part of the page. */
  frozenWidgets: number;
}

/**
 * Makes an unsigned file static: nothing runs when the file is opened, printed or clicked, every widget becomes a
 * stamp with the same appearance (missing appearances are generated), and the form loses its fields and its XFA.
 * Returns one incremental revision, two when both were needed, or null when there is nothing to do. Afterwards,
 * DocMDP P=2 (which lets anyone fill in a form, ISO 32000-2, 12.8.2.2) leaves only our own fields to fill in.
 *
 * @param active result of `findActive` for this document
 * @param values whether the pages show the values of the form
 * @throws PdfError `too_large` above the limit of fields, `damaged` when a required part could only be read after a
 * repair
 */
export function freezeForm(
  document: PdfDocument,
  pages: readonly PdfPage[],
  active: ActiveContent = findActive(document),
  values: FormValues = "painted",
): FrozenForm | null {
  const inactive = removeActive(document, active);
  if (inactive === null) {
    return freezeFields(document, pages, values);
  }
  const current = PdfDocument.open(withTail(document.source, inactive), document.limits);
  const frozen = freezeFields(current, readPages(current, { maxPages: pages.length }), values);
  return {
    tail: frozen === null ? inactive : Buffer.concat([inactive, frozen.tail]),
    removed: [...new Set([...active.kinds, ...(frozen?.removed ?? [])])].sort(),
    frozenWidgets: frozen?.frozenWidgets ?? 0,
  };
}

function freezeFields(document: PdfDocument, pages: readonly PdfPage[], values: FormValues): FrozenForm | null {
  const freeze = new Freeze(document, values);
  pages.forEach((page) => freeze.page(page));
  freeze.catalog();
  return freeze.result();
}

class Freeze {
  private readonly edits: FreezeEdits;
  private readonly structure: FrozenStructure;
  private readonly removed = new Set<string>();
  private readonly areValuesNewer: boolean;
  private readonly form: Located<PdfDict> | null;
  private widgets = 0;
  private emptied = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly values: FormValues,
  ) {
    const catalog = document.catalog();
    this.edits = new FreezeEdits(document);
    this.structure = new FrozenStructure(document, this.edits);
    this.form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
    const needed = document.resolve(this.form?.value.entries.get("NeedAppearances"));
    this.areValuesNewer = needed?.kind === "bool" && needed.value;
  }

  result(): FrozenForm | null {
    if (this.edits.isEmpty) {
      return null;
    }
    return { tail: this.edits.build(), removed: [...this.removed].sort(), frozenWidgets: this.widgets };
  }

  page(page: PdfPage): void {
    const list = this.document.array(page.object.value.entries.get("Annots"), page.object.bytes);
    if (list === null) {
      return;
    }
    let isRewritten = false;
    const items = list.value.items.map((item) => {
      const annotation = this.document.dict(item, list.bytes);
      const moved = annotation === null ? null : this.annotation(page, annotation);
      isRewritten ||= moved !== null;
      return moved ?? sliceOf(list.bytes, item).toString("latin1");
    });
    if (!isRewritten) {
      return;
    }
    const body = `[${items.join(" ")}]`;
    if (list.num === null) {
      this.edits.change(page.object, { Annots: body });
    } else {
      this.edits.replace(list.num, list.gen, body);
    }
  }

  catalog(): void {
    const catalog = this.document.catalog();
    if (catalog.num === null) {
      throw new PdfError("damaged", "the catalog is not an object of its own");
    }
    const owner = { ...catalog, num: catalog.num };
    this.emptyForm(owner);
    // Reader-extension rights are bound to the exact bytes. If they were kept, readers would complain about the file.
    if (catalog.value.entries.has("Perms")) {
      this.removed.add("UsageRights");
      this.edits.change(owner, { Perms: null });
    }
  }

  /** Returns the reference for the page's list if the annotation had no object number. */
  private annotation(page: PdfPage, annotation: Located<PdfDict>): string | null {
    const entries = this.frozenEntries(page, annotation);
    if (Object.keys(entries).length === 0) {
      return null;
    }
    if (annotation.num === null) {
      return pdfRef(this.edits.add(editDict(annotation, entries)));
    }
    this.edits.change({ ...annotation, num: annotation.num }, entries);
    return null;
  }

  private frozenEntries(page: PdfPage, annotation: Located<PdfDict>): Record<string, string | null> {
    const isFrozen = annotation.num !== null && this.edits.has(annotation.num);
    if (isFrozen || this.document.name(annotation.value.entries.get("Subtype")) !== "Widget") {
      return {};
    }
    this.widgets += 1;
    if (this.widgets > this.document.limits.fields) {
      throw new PdfError("too_large", `more than ${this.document.limits.fields} form fields`);
    }
    const widget = readWidget(this.document, annotation);
    const appearance = this.mustEmpty(page, annotation)
      ? emptyAppearance(widget, this.edits)
      : appearanceOf(widget, this.edits, this.areValuesNewer);
    return { ...stampEntries(widget, appearance), ...this.structure.entriesFor(widget) };
  }

  private mustEmpty(page: PdfPage, annotation: Located<PdfDict>): boolean {
    if (this.values === "painted" || this.emptied >= mostFormFields) return false;
    const field = readField(this.document, page, 1, annotation);
    if (field) this.emptied += 1;
    return field !== null && field.value !== null;
  }

  private emptyForm(catalog: Located<PdfDict> & { num: number }): void {
    if (this.form === null) {
      return;
    }
    const { entries } = this.form.value;
    const fields = this.document.array(entries.get("Fields"), this.form.bytes);
    const hasFields = (fields?.value.items.length ?? 0) > 0;
    if (!hasFields && !this.areValuesNewer && !entries.has("XFA") && !entries.has("CO")) {
      return;
    }
    if (entries.has("XFA")) {
      this.removed.add("XFA");
      this.edits.change(catalog, { NeedsRendering: null });
    }
    const emptied = { Fields: "[]", XFA: null, NeedAppearances: null, CO: null, SigFlags: null };
    this.changeNested(catalog, "AcroForm", this.form, emptied);
  }

  /** A dictionary of the catalog may be direct or an indirect object. */
  private changeNested(
    catalog: Located<PdfDict> & { num: number },
    key: string,
    nested: Located<PdfDict>,
    entries: Record<string, string | null>,
  ): void {
    if (nested.num === null) {
      this.edits.change(catalog, { [key]: editDict(nested, entries) });
    } else {
      this.edits.change({ ...nested, num: nested.num }, entries);
    }
  }
}

/** All entries that make an annotation part of a form (ISO 32000-2, tables 191, 192, 226 to 235). */
const FIELD_KEYS = [
  "FT",
  "Parent",
  "Kids",
  "T",
  "TU",
  "TM",
  "Ff",
  "V",
  "DV",
  "AA",
  "A",
  "DA",
  "Q",
  "DS",
  "RV",
  "MaxLen",
  "Opt",
  "TI",
  "I",
  "Lock",
  "SV",
  "MK",
  "H",
  "AS",
  "PMD",
];
const READ_ONLY_AND_LOCKED = 64 | 128 | 512;

/**
 * The entries that turn a widget into a stamp with the same appearance that can no longer be filled in. Its other
 * flags are kept, so that it stays hidden or unprinted as before.
 */
function stampEntries({ document, object }: Widget, appearance: string): Record<string, string | null> {
  const flags = document.number(object.value.entries.get("F")) ?? 0;
  return {
    ...Object.fromEntries(FIELD_KEYS.map((key) => [key, null])),
    Subtype: "/Stamp",
    F: String((Math.max(0, Math.trunc(flags)) | READ_ONLY_AND_LOCKED) >>> 0),
    AP: `<</N ${appearance}>>`,
  };
}

function appearanceOf(widget: Widget, edits: FreezeEdits, areValuesNewer: boolean): string {
  const isStale = areValuesNewer && (widget.type === "Tx" || widget.type === "Ch") && hasValue(widget);
  const existing = isStale ? null : existingAppearance(widget);
  if (existing !== null) {
    return existing;
  }
  if (widget.width < 0.01 || widget.height < 0.01 || widget.type === null || widget.type === "Sig") {
    return pdfRef(addAppearance(edits, EMPTY_APPEARANCE));
  }
  return pdfRef(addAppearance(edits, generateAppearance(widget)));
}

/**
 * The appearance of the field without its value: the off state of a button, or the background and border of any other
 * field.
 */
function emptyAppearance(widget: Widget, edits: FreezeEdits): string {
  const off = widget.type === "Btn" ? stateAppearance(widget, "Off") : null;
  return off ?? pdfRef(addAppearance(edits, generateFrame(widget)));
}

function addAppearance(edits: FreezeEdits, { entries, content }: GeneratedAppearance): number {
  return edits.addStream(`${entries}/Filter/FlateDecode`, deflateSync(Buffer.from(content, "latin1")));
}

/** The normal appearance in the current state, as a reference, or null if there is none. */
function existingAppearance(widget: Widget): string | null {
  const { document, object } = widget;
  const appearances = document.dict(object.value.entries.get("AP"), object.bytes);
  const stream = streamReference(widget, appearances?.value.entries.get("N"));
  if (stream !== null) {
    return stream;
  }
  const state = document.name(object.value.entries.get("AS")) ?? textIn(inherited(widget, "V")) ?? "Off";
  return stateAppearance(widget, state);
}

/** The normal appearance in one state, for a field with several states. */
function stateAppearance(widget: Widget, state: string): string | null {
  const { document, object } = widget;
  const appearances = document.dict(object.value.entries.get("AP"), object.bytes);
  const states = appearances && document.dict(appearances.value.entries.get("N"), appearances.bytes);
  return states && streamReference(widget, states.value.entries.get(state));
}

function streamReference({ document }: Widget, value: PdfValue | undefined): string | null {
  if (value?.kind !== "ref") {
    return null;
  }
  const object = document.load(value.num);
  return object !== null && object.streamStart >= 0 ? pdfRef(value.num, object.gen) : null;
}

function hasValue(widget: Widget): boolean {
  const value = inherited(widget, "V");
  return value !== null && value.value.kind !== "null" && textIn(value) !== "";
}
