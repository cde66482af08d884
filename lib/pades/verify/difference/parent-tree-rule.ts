import { into, itemsOf, type Place } from "@/lib/pades/verify/file/edges";
import { finding } from "@/lib/pades/verify/report/findings";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { equalValues } from "./equal-values";
import { isWidgetElement } from "./new-element";
import { followDict, judge, plainDict, refuse, type DictPair, type Review } from "./review";

const nodeRole = "parent tree";

/**
 * Checks the parent tree (ISO 32000-2, 14.7.5.4): its old entries must stay, and a new one must map the widget of a
 * new signature field to its structure element. The nodes may be split differently as long as every program finds the
 * same entries. Screen readers use them to find the elements of a page.
 */
export function reviewParentTree(review: Review, root: DictPair): void {
  const tree = followDict(review, root, "ParentTree");
  const old = readNumberTree(review.before, tree.before);
  const now = readNumberTree(review.after, tree.after);
  const keepsOld = [...old.entries].every(([key, value]) => keeps(review, value, now.entries.get(key)));
  const addsWidgets = [...now.entries].every(
    ([key, value]) => old.entries.has(key) || isEntryOfWidget(review, key, value),
  );
  if (!keepsOld || !addsWidgets || (isTouched(review, tree, [old, now]) && !(old.isPlain && now.isPlain))) {
    refuse(review, finding("structure_changed", { keys: ["ParentTree"] }));
  }
  if (tree.before) {
    judgeNodes(review, tree, old);
  }
}

function isTouched({ changes }: Review, { before, after }: DictPair, trees: readonly NumberTree[]): boolean {
  const parts = [
    before?.num,
    after?.num,
    ...trees.flatMap(({ nodes, lists }) => [...nodes, ...lists.Kids, ...lists.Nums]),
  ];
  const isRewritten = parts.some((num) => num != null && (changes.changed.has(num) || changes.added.has(num)));
  const isSame =
    before !== null &&
    after !== null &&
    before.num === after.num &&
    equalValues(before.value, before.bytes, after.value, after.bytes);
  return isRewritten || !isSame;
}

function judgeNodes(review: Review, tree: DictPair, { nodes, lists }: NumberTree): void {
  judge(review, tree);
  nodes.forEach((num) => review.places.judge(num, nodeRole));
  const places = [tree.place, ...nodes.map((num): Place => ({ num, role: nodeRole, path: "" }))];
  for (const [key, next] of [
    ["Kids", nodeRole],
    ["Nums", "element"],
  ] as const) {
    const listRole = `${nodeRole} ${key}`;
    for (const place of places) {
      review.places.lead(place, into(place.path, key), listRole);
      review.places.lead(place, itemsOf(into(place.path, key)), next);
    }
    for (const num of lists[key]) {
      review.places.judge(num, listRole);
      review.places.lead({ num, role: listRole, path: "" }, itemsOf(""), next);
    }
  }
}

function keeps(review: Review, old: TreeValue, now: TreeValue | undefined): boolean {
  if (!now || equalValues(old.value, old.bytes, now.value, now.bytes)) {
    return now !== undefined;
  }
  const before = review.before.array(old.value, old.bytes);
  const after = review.after.array(now.value, now.bytes);
  return before !== null && after !== null && equalValues(before.value, before.bytes, after.value, after.bytes);
}

function isEntryOfWidget(review: Review, key: number, { value, bytes }: TreeValue): boolean {
  const element = plainDict(review.after, value, bytes);
  const parent = element?.value.entries.get("P");
  return (
    element !== null &&
    parent?.kind === "ref" &&
    isWidgetElement(review, value, parent.num) &&
    names(review, element, key)
  );
}

/** Whether one of the element's widgets has this number as its /StructParent. */
function names({ after, newWidgets }: Review, element: Located<PdfDict>, key: number): boolean {
  const kids = after.array(element.value.entries.get("K"), element.bytes);
  const items = kids ? kids.value.items : [element.value.entries.get("K")];
  return items.some((item) => {
    const reference = after.dict(item, kids?.bytes ?? element.bytes);
    const target = reference?.value.entries.get("Obj");
    const widget = target?.kind === "ref" && newWidgets.has(target.num) ? after.dict(target, element.bytes) : null;
    return widget !== null && after.number(widget.value.entries.get("StructParent")) === key;
  });
}

const mostNodes = 50_000;
const deepestNesting = 64;
const wholeNumber = /^[+-]?\d{1,10}$/;

/** An unresolved value, and the buffer that its spans refer to. */
interface TreeValue {
  value: PdfValue;
  bytes: Buffer;
}

interface NumberTree {
  entries: Map<number, TreeValue>;
  /** Object numbers of the nodes below the root. */
  nodes: number[];
  /** Object numbers of the nodes' arrays that are indirect objects, by the key of the array. */
  lists: { Kids: number[]; Nums: number[] };
  /** Whether every program finds the same value for a number, regardless of search order and of the use of /Limits. */
  isPlain: boolean;
}

/**
 * The entries of a number tree (ISO 32000-2, 7.9.7). If the tree is not plain, other programs may find other entries.
 */
function readNumberTree(document: PdfDocument, root: Located<PdfDict> | null): NumberTree {
  const walk = new TreeWalk(document);
  if (root) {
    walk.visit(root, null);
  }
  const { entries, lists, isPlain } = walk;
  return { entries, nodes: [...walk.seen], lists, isPlain };
}

class TreeWalk {
  readonly entries = new Map<number, TreeValue>();
  readonly lists: NumberTree["lists"] = { Kids: [], Nums: [] };
  readonly seen = new Set<number>();
  isPlain = true;
  private last = -Infinity;
  private visited = 0;
  private depth = 0;

  constructor(private readonly document: PdfDocument) {}

  /** Returns the first number below the node. */
  visit(node: Located<PdfDict>, parent: Located<PdfDict> | null): number | undefined {
    this.visited += 1;
    if (this.visited > mostNodes || this.depth > deepestNesting) {
      this.isPlain = false;
      return undefined;
    }
    const [kids, numbers] = [this.listOf(node, "Kids"), this.listOf(node, "Nums")];
    this.expect((kids === null || numbers === null) && node.value.duplicates.length === 0);
    const ofKids = this.takeKids(kids, node);
    const first = ofKids ?? this.takeNumbers(numbers);
    if (parent !== null) {
      const [low, high] = this.limitsOf(node) ?? [];
      this.expect(first !== undefined && low === first && high === this.last);
    }
    return first;
  }

  private takeKids(kids: Located<PdfArray> | null, node: Located<PdfDict>): number | undefined {
    let first: number | undefined;
    this.depth += 1;
    for (const kid of kids?.value.items ?? []) {
      const child = kids ? this.document.dict(kid, kids.bytes) : null;
      const isNew = child !== null && (child.num === null || !this.seen.has(child.num));
      this.expect(isNew);
      if (child === null || !isNew) {
        continue;
      }
      if (child.num !== null) {
        this.seen.add(child.num);
      }
      const below = this.visit(child, node);
      first ??= below;
    }
    this.depth -= 1;
    return first;
  }

  private takeNumbers(numbers: Located<PdfArray> | null): number | undefined {
    const items = numbers?.value.items ?? [];
    this.expect(items.length % 2 === 0);
    let first: number | undefined;
    for (let index = 0; numbers && index + 1 < items.length; index += 2) {
      const key = wholeNumberOf(items[index], numbers.bytes);
      const value = items[index + 1];
      this.expect(key !== null && key > this.last);
      if (key !== null && value) {
        this.entries.set(key, { value, bytes: numbers.bytes });
        this.last = Math.max(this.last, key);
        first ??= key;
      }
    }
    return first;
  }

  private limitsOf(node: Located<PdfDict>): readonly (number | null)[] | null {
    const limits = this.document.array(node.value.entries.get("Limits"), node.bytes);
    return limits?.value.items.length === 2
      ? limits.value.items.map((item) => wholeNumberOf(item, limits.bytes))
      : null;
  }

  private listOf(node: Located<PdfDict>, key: "Kids" | "Nums"): Located<PdfArray> | null {
    const list = this.document.array(node.value.entries.get(key), node.bytes);
    this.expect(list !== null || !node.value.entries.has(key));
    if (list?.num != null) {
      this.lists[key].push(list.num);
    }
    return list;
  }

  private expect(condition: boolean): void {
    this.isPlain &&= condition;
  }
}

function wholeNumberOf(value: PdfValue | undefined, bytes: Buffer): number | null {
  const isWhole = value?.kind === "number" && wholeNumber.test(bytes.toString("latin1", value.start, value.end));
  return isWhole ? value.value : null;
}
