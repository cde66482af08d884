import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import { editDict, type NumberedDict, type Revision } from "@/lib/pdf/revision";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sliceOf, type Located, type PdfArray, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/** The place for new elements: after the children of the document's only top element, or else of the root. */
interface Place {
  root: NumberedDict;
  parent: NumberedDict;
  kids: Located<PdfArray> | null;
  /** Higher than any key used by the parent tree or the pages. */
  nextKey: number;
}

/**
 * Structure elements for widgets that a revision adds to a tagged file (ISO 32000-2, 14.7; ISO 14289-1, 7.18.4): a
 * Form element with an object reference for each, at the end of the document, and its entry in the parent tree. The
 * elements contain nothing else, so that an earlier signature of the file stays valid for validators that inspect the
 * structure.
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

  /** Attaches the added elements to the tree. Call it once, after the last `add`. */
  finish(): void {
    if (this.entries.length === 0) {
      return;
    }
    const { root, nextKey } = this.place;
    this.appendKids();
    const parents = appendParents(this.revision, root, this.entries);
    this.revision.change(root, { ...parents, ParentTreeNextKey: String(nextKey + this.entries.length) });
  }

  /** /K is absent, a single kid, or an array of kids (ISO 32000-2, tables 354 and 355). */
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

/** The structure tree root if it is an indirect object, which elements need for their /P. */
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

/** Limit of nodes. In a real tree, each holds hundreds of entries. */
const MOST_NODES = 50_000;

/** An entry of the parent tree: the key of a page or an annotation, and the structure element that it belongs to. */
interface ParentEntry {
  key: number;
  element: number;
}

/**
 * The parent tree of a structure tree (ISO 32000-2, 14.7.5.4): the unresolved values by their keys. Loops are
 * skipped.
 */
export function readParentTree(document: PdfDocument, root: Located<PdfDict>): Map<number, PdfValue> {
  const found = new Map<number, PdfValue>();
  const seen = new Set<number>();
  const top = document.dict(root.value.entries.get("ParentTree"), root.bytes);
  const nodes = top === null ? [] : [top];
  for (let node = nodes.pop(); node !== undefined && seen.size < MOST_NODES; node = nodes.pop()) {
    const numbers = document.array(node.value.entries.get("Nums"), node.bytes)?.value.items ?? [];
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [key, value] = [document.number(numbers[index]), numbers[index + 1]];
      if (key !== null && value !== undefined) {
        found.set(key, value);
      }
    }
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    for (const kid of kids?.value.items ?? []) {
      if (kid.kind === "ref" && !seen.has(kid.num)) {
        seen.add(kid.num);
        const child = document.dict(kid, node.bytes);
        nodes.push(...(child === null ? [] : [child]));
      }
    }
  }
  return found;
}

/**
 * Appends entries. Their keys must be higher than any key of the tree. A tree of several levels gets another leaf.
 * Returns the entry of the structure tree root that has to change, if any.
 */
function appendParents(
  revision: Revision,
  root: Located<PdfDict>,
  entries: readonly ParentEntry[],
): Record<string, string> {
  const { document } = revision;
  const numbers = entries.map(({ key, element }) => `${key} ${pdfRef(element)}`).join(" ");
  const tree = document.dict(root.value.entries.get("ParentTree"), root.bytes);
  if (tree === null) {
    return { ParentTree: pdfRef(revision.add(`<</Nums[${numbers}]>>`)) };
  }
  const kids = document.array(tree.value.entries.get("Kids"), tree.bytes);
  const [key, list, added] =
    kids === null
      ? (["Nums", document.array(tree.value.entries.get("Nums"), tree.bytes), numbers] as const)
      : (["Kids", kids, pdfRef(addLeaf(revision, entries, numbers))] as const);
  const written = appendedText(list, added);
  if (list !== null && list.num !== null) {
    revision.replace(list.num, list.gen, written);
  } else if (tree.num !== null) {
    revision.change({ ...tree, num: tree.num }, { [key]: written });
  } else {
    return { ParentTree: editDict(tree, { [key]: written }) };
  }
  return {};
}

function addLeaf(revision: Revision, entries: readonly ParentEntry[], numbers: string): number {
  const keys = entries.map(({ key }) => key);
  return revision.add(`<</Limits[${Math.min(...keys)} ${Math.max(...keys)}]/Nums[${numbers}]>>`);
}

/** Rewrites an array with text appended. */
function appendedText(array: Located<PdfArray> | null, more: string): string {
  const held = array === null ? "" : sliceOf(array.bytes, array.value).toString("latin1").slice(1, -1);
  return `[${held} ${more}]`;
}
