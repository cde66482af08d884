import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

const mostNodes = 50_000;

export interface TreeValue {
  value: PdfValue;
  bytes: Buffer;
}

export interface NumberTree {
  /** Unresolved. */
  entries: Map<number, TreeValue>;
  /** Object numbers of the nodes below the root. */
  nodes: number[];
  /** Object numbers of the lists of its nodes that are objects of their own, by the key of the list. */
  lists: { Kids: number[]; Nums: number[] };
}

/** The entries of a number tree (ISO 32000-2, 7.9.7). Loops and nodes beyond 50,000 are left out. */
export function readNumberTree(document: PdfDocument, root: Located<PdfDict> | null): NumberTree {
  const entries = new Map<number, TreeValue>();
  const seen = new Set<number>();
  const lists: NumberTree["lists"] = { Kids: [], Nums: [] };
  const nodes = root ? [root] : [];
  for (let node = nodes.pop(); node && seen.size < mostNodes; node = nodes.pop()) {
    for (const key of ["Kids", "Nums"] as const) {
      const num = document.array(node.value.entries.get(key), node.bytes)?.num ?? null;
      lists[key].push(...(num === null ? [] : [num]));
    }
    addNumbers(document, node, entries);
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    for (const kid of kids?.value.items ?? []) {
      const child = kids ? document.dict(kid, kids.bytes) : null;
      if (child?.num != null && !seen.has(child.num)) {
        seen.add(child.num);
        nodes.push(child);
      }
    }
  }
  return { entries, nodes: [...seen], lists };
}

function addNumbers(document: PdfDocument, node: Located<PdfDict>, entries: Map<number, TreeValue>): void {
  const numbers = document.array(node.value.entries.get("Nums"), node.bytes);
  const items = numbers?.value.items ?? [];
  for (let index = 0; numbers && index + 1 < items.length; index += 2) {
    const key = document.number(items[index]);
    const value = items[index + 1];
    if (key !== null && value) {
      entries.set(key, { value, bytes: numbers.bytes });
    }
  }
}
