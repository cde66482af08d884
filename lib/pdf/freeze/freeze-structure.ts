import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision, type NumberedDict } from "@/lib/pdf/revision";
import { readClaimedStandards } from "@/lib/pdf/standards";
import { readParentTree, structureRoot } from "@/lib/pdf/structure-tree";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfText } from "@/lib/pdf/syntax/serialize";
import { inherited, numberOf, textIn, type Widget } from "./freeze-widget";

/** Annotation flag Hidden (ISO 32000-2, table 167) and field flag Password (table 231). */
const HIDDEN = 2;
const PASSWORD = 1 << 13;
const LONGEST_DESCRIPTION = 1000;

/**
 * Updates the structure elements of a form's widgets in a tagged file when they become stamps. Stamps keep their
 * /StructParent, so the element stays in place. It becomes an Annot (ISO 14289-1, 7.18.1 requires this of every
 * annotation except widgets), but not in PDF/A-1, whose PDF 1.4 lacks that type. The stamp's /Contents replaces the
 * field's description and value for screen readers.
 */
export class FrozenStructure {
  private readonly root: NumberedDict | null;
  private readonly isAnnotKnown: boolean;
  private parents: Map<number, PdfValue> | null = null;

  constructor(
    private readonly document: PdfDocument,
    private readonly edits: FreezeEdits,
  ) {
    this.root = orNull(() => structureRoot(document));
    this.isAnnotKnown = this.root !== null && readClaimedStandards(document).pdfaPart !== 1;
  }

  /** Entries of the stamp that replaces the widget. Also changes the widget's element. */
  entriesFor(widget: Widget): Record<string, string> {
    if (this.root === null) {
      return {};
    }
    const element = orNull(() => this.elementOf(widget.object));
    if (element !== null && this.isAnnotKnown) {
      this.edits.change(element, { S: "/Annot" });
    }
    return widget.object.value.entries.has("Contents") ? {} : { Contents: pdfText(describe(widget)) };
  }

  private elementOf({ value }: Located<PdfDict>): NumberedDict | null {
    const { document, root } = this;
    const key = document.number(value.entries.get("StructParent"));
    if (root === null || key === null) {
      return null;
    }
    this.parents ??= readParentTree(document, root);
    const parent = this.parents.get(key);
    const element = document.dict(parent, root.bytes);
    const isForm = element !== null && element.num !== null && isFormType(document, root, element);
    return isForm && element.num !== null ? { ...element, num: element.num } : null;
  }
}

/** Custom types are resolved through the role map (ISO 32000-2, 14.7.3). */
function isFormType(document: PdfDocument, root: NumberedDict, element: Located<PdfDict>): boolean {
  const type = document.name(element.value.entries.get("S"));
  const roles = document.dict(root.value.entries.get("RoleMap"), root.bytes);
  return type === "Form" || (type !== null && document.name(roles?.value.entries.get(type)) === "Form");
}

function describe(widget: Widget): string {
  const name = textIn(inherited(widget, "TU")) ?? textIn(inherited(widget, "T")) ?? "";
  const isSecret = (numberOf(widget, "Ff") & PASSWORD) !== 0 && widget.type === "Tx";
  const isHidden = ((widget.document.number(widget.object.value.entries.get("F")) ?? 0) & HIDDEN) !== 0;
  const value = isSecret || isHidden || widget.type === "Sig" ? null : textIn(inherited(widget, "V"));
  return [name, value ?? ""]
    .filter((part) => part !== "")
    .join(": ")
    .slice(0, LONGEST_DESCRIPTION);
}

/** Leaves a structure tree that cannot be read unchanged. */
function orNull<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

const MAX_STREAM_BYTES = 32 * 1024 * 1024;

type Numbered = Located<PdfDict> & { num: number };

/** Changes to a file's objects, collected from several places and written once per object in one revision. */
export class FreezeEdits {
  private readonly revision: Revision;
  private readonly changes = new Map<number, { object: Numbered; entries: Record<string, string | null> }>();
  private written = 0;
  private streamBytes = 0;

  constructor(document: PdfDocument) {
    this.revision = new Revision(document);
  }

  get isEmpty(): boolean {
    return this.changes.size === 0 && this.written === 0;
  }

  /** Sets or (null) removes entries of a dictionary that is an indirect object. */
  change(object: Numbered, entries: Record<string, string | null>): void {
    const known = this.changes.get(object.num);
    this.changes.set(object.num, { object, entries: { ...known?.entries, ...entries } });
  }

  /** Whether `change` was called for this object. */
  has(num: number): boolean {
    return this.changes.has(num);
  }

  /** Replaces an object that is not a dictionary, such as a list of annotations. */
  replace(num: number, gen: number, body: string): void {
    this.revision.replace(num, gen, body);
    this.written += 1;
  }

  add(body: string): number {
    this.written += 1;
    return this.revision.add(body);
  }

  /** Throws PdfError `too_large` when all streams together exceed the size of any real form. */
  addStream(entries: string, data: Buffer): number {
    this.streamBytes += data.length;
    if (this.streamBytes > MAX_STREAM_BYTES) {
      throw new PdfError("too_large", "the form's appearances take too much room");
    }
    return this.revision.addStream(entries, data);
  }

  build(): Buffer {
    for (const [num, { object, entries }] of this.changes) {
      this.revision.replace(num, object.gen, editDict(object, entries));
    }
    return this.revision.build();
  }
}
