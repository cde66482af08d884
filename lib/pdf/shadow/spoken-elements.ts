import type { PdfDocument } from "@/lib/pdf/document";
import { readParentTree } from "@/lib/pdf/structure/parent-tree";
import { structureRoot } from "@/lib/pdf/structure/structure-additions";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { LookBudget } from "./budget";

/** Entries by which an element is read aloud as something else than its content (ISO 32000-2, 14.9.3 to 14.9.5). */
const SPOKEN = ["ActualText", "Alt", "E"];
const MOST_ANCESTORS = 32;

/** An element with a text of its own. */
export interface SpokenElement {
  num: number;
  element: Located<PdfDict>;
}

/** Finds the structure elements that content between marks belongs to, by the parent tree (14.7.5.4). */
export class SpokenElements {
  private readonly chains = new Map<number, readonly SpokenElement[]>();
  private known: ReadonlyMap<number, PdfValue> | null = null;

  constructor(
    private readonly document: PdfDocument,
    private readonly budget: LookBudget,
  ) {}

  /** Those above the content `mcid` of a page or form that say a text of their own, from the inside out. */
  above(owner: Located<PdfDict>, mcid: number): readonly SpokenElement[] {
    const { document } = this;
    const key = document.number(owner.value.entries.get("StructParents"));
    const value = key === null ? undefined : this.parents().get(key);
    const list = value?.kind === "ref" || value?.kind === "array" ? document.array(value, owner.bytes) : null;
    const entry = list?.value.items[mcid];
    const element = list && document.dict(entry, list.bytes);
    return element?.num == null ? [] : this.chainOf({ ...element, num: element.num });
  }

  private parents(): ReadonlyMap<number, PdfValue> {
    if (this.known === null) {
      const root = structureRoot(this.document);
      this.known = root === null ? new Map() : readParentTree(this.document, root);
    }
    return this.known;
  }

  private chainOf(lowest: Located<PdfDict> & { num: number }): readonly SpokenElement[] {
    const known = this.chains.get(lowest.num);
    if (known) {
      return known;
    }
    const found: SpokenElement[] = [];
    let element: Located<PdfDict> | null = lowest;
    for (let depth = 0; element?.num != null && depth < MOST_ANCESTORS; depth += 1) {
      this.budget.spend();
      const { entries } = element.value;
      if (SPOKEN.some((name) => entries.has(name))) {
        found.push({ num: element.num, element });
      }
      element = this.document.dict(entries.get("P"), element.bytes);
    }
    this.chains.set(lowest.num, found);
    return found;
  }
}
