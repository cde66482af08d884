import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import { readParentTree, structureRoot } from "@/lib/pdf/structure-tree";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** Entries that replace an element's content when it is read aloud (ISO 32000-2, 14.9.3 to 14.9.5). */
const SPOKEN = ["ActualText", "Alt", "E"];
const MOST_ANCESTORS = 32;

/** An element with replacement text. */
export interface SpokenElement {
  num: number;
  element: Located<PdfDict>;
}

/** Maximum depth at which kids of an element (14.7.2) are inspected. No writer nests this deeply. */
const DEEPEST = 256;

interface Level {
  node: Located<PdfDict>;
  /** Elements with replacement text, outermost first. */
  spoken: readonly SpokenElement[];
  depth: number;
}

/**
 * Finds the structure elements that marked content belongs to. Programs go up from the content by the parent tree
 * (14.7.5.4), or down from the root by /K (14.7.2). A file in which the two disagree is therefore read in both ways.
 */
export class SpokenElements {
  private readonly chains = new Map<number, readonly SpokenElement[]>();
  private known: ReadonlyMap<number, PdfValue> | null = null;
  private claims: Map<string, SpokenElement[]> | null = null;

  constructor(
    private readonly document: PdfDocument,
    private readonly budget: LookBudget,
  ) {}

  /** Elements with replacement text above the content `mcid` of a page or form. */
  above(owner: Located<PdfDict>, mcid: number): readonly SpokenElement[] {
    const up = this.byParentTree(owner, mcid);
    const down = this.byKids().get(placeOf(owner.num ?? 0, mcid)) ?? [];
    return down.every(({ num }) => up.some((one) => one.num === num))
      ? up
      : [...up, ...down.filter(({ num }) => !up.some((one) => one.num === num))];
  }

  private byParentTree(owner: Located<PdfDict>, mcid: number): readonly SpokenElement[] {
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

  /** Content by its location, with the elements above it that have replacement text. Read once. */
  private byKids(): ReadonlyMap<string, readonly SpokenElement[]> {
    if (this.claims === null) {
      this.claims = new Map();
      const root = structureRoot(this.document);
      if (root !== null) {
        this.walk(root, this.claims);
      }
    }
    return this.claims;
  }

  private walk(root: Located<PdfDict>, claims: Map<string, SpokenElement[]>): void {
    const seen = new Set<number>();
    const levels: Level[] = [{ node: root, spoken: [], depth: 0 }];
    for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
      const { node, spoken, depth } = level;
      const written = node.value.entries.get("K");
      const list = this.document.array(written, node.bytes);
      for (const kid of list?.value.items ?? (written === undefined ? [] : [written])) {
        this.budget.spend();
        const place = this.placeOfKid(kid, list?.bytes ?? node.bytes, node);
        if (place !== null) {
          add(claims, place, spoken);
          continue;
        }
        const element = this.document.dict(kid, list?.bytes ?? node.bytes);
        if (element?.num != null && !seen.has(element.num) && depth < DEEPEST) {
          seen.add(element.num);
          levels.push({ node: element, spoken: withOwn(spoken, element, element.num), depth: depth + 1 });
        }
      }
    }
  }

  /**
   * The location of marked content that is referenced by its number, alone or with its page or stream. Null for
   * anything else.
   */
  private placeOfKid(kid: PdfValue, bytes: Buffer, element: Located<PdfDict>): string | null {
    const found = this.document.locate(kid, bytes);
    const page = element.value.entries.get("Pg");
    if (found?.value.kind === "number") {
      return page?.kind === "ref" ? placeOf(page.num, found.value.value) : null;
    }
    const entries = found?.value.kind === "dict" ? found.value.entries : null;
    const mcid = this.document.number(entries?.get("MCID"));
    const owner = entries?.get("Stm") ?? entries?.get("Pg") ?? page;
    return mcid !== null && owner?.kind === "ref" ? placeOf(owner.num, mcid) : null;
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

function placeOf(owner: number, mcid: number): string {
  return `${owner} ${mcid}`;
}

function withOwn(spoken: readonly SpokenElement[], element: Located<PdfDict>, num: number): readonly SpokenElement[] {
  return SPOKEN.some((name) => element.value.entries.has(name)) ? [...spoken, { num, element }] : spoken;
}

function add(claims: Map<string, SpokenElement[]>, place: string, spoken: readonly SpokenElement[]): void {
  if (spoken.length > 0) {
    claims.set(place, [...(claims.get(place) ?? []), ...spoken]);
  }
}
