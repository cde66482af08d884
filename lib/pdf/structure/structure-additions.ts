import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfPage } from "@/lib/pdf/pages";
import type { NumberedDict, Revision } from "@/lib/pdf/revision";
import { sliceOf, type Located, type PdfArray, type PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appendedText, appendParents, readParentTree, type ParentEntry } from "./parent-tree";

/** The place for new elements: after the children of the document's only top element, else of the root. */
interface Place {
  root: NumberedDict;
  parent: NumberedDict;
  kids: Located<PdfArray> | null;
  /** Higher than any key of the parent tree and of the pages. */
  nextKey: number;
}

/**
 * Structure elements for widgets that a revision adds to a tagged file (ISO 32000-2, 14.7; ISO 14289-1, 7.18.4): a Form element with an
 * object reference for each, at the end of the document, and its entry in the parent tree. The elements hold nothing else, so that an
 * earlier signature of the file stays valid for validators that look at the structure.
 */
export class StructureAdditions {
  private readonly entries: ParentEntry[] = [];

  private constructor(
    private readonly revision: Revision,
    private readonly place: Place,
  ) {}

  /** Null for a file without a structure tree, and for one whose tree cannot be read. */
  static of(revision: Revision, pages: readonly PdfPage[]): StructureAdditions | null {
    try {
      const place = findPlace(revision.document, pages);
      return place && new StructureAdditions(revision, place);
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  }

  /** Adds the element of a widget and returns the widget's /StructParent. */
  add(widget: number, { object }: PdfPage): number {
    const { parent, nextKey } = this.place;
    const page = pdfRef(object.num, object.gen);
    const key = nextKey + this.entries.length;
    const element = this.revision.add(
      `<</Type/StructElem/S/Form/P ${pdfRef(parent.num, parent.gen)}/Pg ${page}/K<</Type/OBJR/Pg ${page}/Obj ${pdfRef(widget)}>>>>`,
    );
    this.entries.push({ key, element });
    return key;
  }

  /** Hooks the added elements into the tree. To be called once, after the last `add`. */
  finish(): void {
    if (this.entries.length === 0) {
      return;
    }
    const { root, nextKey } = this.place;
    this.appendKids();
    const parents = appendParents(this.revision, root, this.entries);
    this.revision.change(root, { ...parents, ParentTreeNextKey: String(nextKey + this.entries.length) });
  }

  /** /K is absent, one kid, or an array of them (ISO 32000-2, tables 354 and 355). */
  private appendKids(): void {
    const { parent, kids } = this.place;
    const added = this.entries.map(({ element }) => pdfRef(element)).join(" ");
    const only = parent.value.entries.get("K");
    if (kids !== null && kids.num !== null) {
      this.revision.replace(kids.num, kids.gen, appendedText(kids, added));
    } else if (kids !== null || only === undefined) {
      this.revision.change(parent, { K: appendedText(kids, added) });
    } else {
      this.revision.change(parent, { K: `[${sliceOf(parent.bytes, only).toString("latin1")} ${added}]` });
    }
  }
}

function findPlace(document: PdfDocument, pages: readonly PdfPage[]): Place | null {
  const root = structureRoot(document);
  if (root === null) {
    return null;
  }
  const keys = [
    ...readParentTree(document, root).keys(),
    ...pages.map(({ object }) => document.number(object.value.entries.get("StructParents")) ?? -1),
  ];
  const declared = document.number(root.value.entries.get("ParentTreeNextKey")) ?? 0;
  const nextKey = keys.reduce((highest, key) => Math.max(highest, key + 1), Math.max(0, declared));
  if (!Number.isSafeInteger(nextKey)) {
    return null;
  }
  const parent = documentElement(document, root) ?? root;
  return { root, parent, kids: document.array(parent.value.entries.get("K"), parent.bytes), nextKey };
}

/** The structure tree root where it is an object of its own, which elements need as their /P. */
export function structureRoot(document: PdfDocument): NumberedDict | null {
  const catalog = document.catalog();
  return numbered(document.dict(catalog.value.entries.get("StructTreeRoot"), catalog.bytes));
}

function documentElement(document: PdfDocument, root: NumberedDict): NumberedDict | null {
  const kids = root.value.entries.get("K");
  const array = document.array(kids, root.bytes);
  const only = array === null ? kids : array.value.items.length === 1 ? array.value.items[0] : undefined;
  const element = numbered(document.dict(only, (array ?? root).bytes));
  return element !== null && document.name(element.value.entries.get("S")) === "Document" ? element : null;
}

function numbered(dict: Located<PdfDict> | null): NumberedDict | null {
  return dict === null || dict.num === null ? null : { ...dict, num: dict.num };
}
