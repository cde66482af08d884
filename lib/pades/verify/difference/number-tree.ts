import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

const mostNodes = 50_000;
const deepestNesting = 64;
const wholeNumber = /^[+-]?\d{1,10}$/;

/** An unresolved value, and the buffer that its spans refer to. */
export interface TreeValue {
  value: PdfValue;
  bytes: Buffer;
}

export interface NumberTree {
  entries: Map<number, TreeValue>;
  /** Object numbers of the nodes below the root. */
  nodes: number[];
  /** Object numbers of the lists of its nodes that are objects of their own, by the key of the list. */
  lists: { Kids: number[]; Nums: number[] };
  /** Whether every program finds the same value for a number, regardless of search order and of whether it uses /Limits. */
  isPlain: boolean;
}

/** The entries of a number tree (ISO 32000-2, 7.9.7). One that is not plain may hold other entries for other programs. */
export function readNumberTree(document: PdfDocument, root: Located<PdfDict> | null): NumberTree {
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

  /** Answers the first number under the node. */
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
