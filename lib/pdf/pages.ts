import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { PageBox } from "@/lib/platform/geometry/placement";
import type { PdfDocument } from "./document";
import { PdfError } from "./errors";
import { readPageBox, type Inherited } from "./page-box-read";

export interface PdfPage {
  /** From 0. */
  index: number;
  object: Located<PdfDict> & { num: number };
  box: PageBox;
}

const INHERITABLE = ["MediaBox", "CropBox", "Rotate"];
/** Entries of /Kids looked at beyond the pages themselves, so that shared arrays cannot multiply. */
const SPARE_KIDS = 100_000;

interface Level {
  kids: Located<PdfArray>;
  next: number;
  inherited: Inherited;
}

/**
 * All pages in one walk of the tree. Wrong /Count values are not looked at, loops are left out.
 * Throws PdfError `no_page`, `too_large` past `maxPages`, `damaged` for a page that is not an indirect object.
 */
export function readPages(document: PdfDocument, { maxPages }: { maxPages: number }): PdfPage[] {
  const catalog = document.catalog();
  const walk = new PageWalk(document, maxPages);
  walk.visit(catalog.value.entries.get("Pages"), catalog.bytes, new Map());
  const pages = walk.run();
  if (pages.length === 0) {
    throw new PdfError("no_page", "the page tree holds no page");
  }
  return pages;
}

/** At most the first `count` pages, where the others do not matter: no error for more, nor for none. */
export function readFirstPages(document: PdfDocument, count: number): PdfPage[] {
  const catalog = document.catalog();
  const walk = new PageWalk(document, count);
  walk.visit(catalog.value.entries.get("Pages"), catalog.bytes, new Map());
  return walk.run(true);
}

class PageWalk {
  private readonly pages: PdfPage[] = [];
  private readonly seen = new Set<number>();
  private readonly stack: Level[] = [];
  private budget: number;

  constructor(
    private readonly document: PdfDocument,
    private readonly maxPages: number,
  ) {
    this.budget = maxPages + SPARE_KIDS;
  }

  run(isPrefix = false): PdfPage[] {
    for (
      let level = this.stack.at(-1);
      level !== undefined && !(isPrefix && this.pages.length === this.maxPages);
      level = this.stack.at(-1)
    ) {
      const kid = level.kids.value.items[level.next];
      if (kid === undefined) {
        this.stack.pop();
        continue;
      }
      level.next += 1;
      this.visit(kid, level.kids.bytes, level.inherited);
    }
    return this.pages;
  }

  visit(reference: PdfValue | undefined, bytes: Buffer, inherited: Inherited): void {
    const node = this.document.dict(reference, bytes);
    if (node === null || this.isRepeated(node)) {
      return;
    }
    const attributes = inherit(this.document, node, inherited);
    const kids = this.document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids !== null && this.document.name(node.value.entries.get("Type")) !== "Page") {
      // Paid for when the branch is seen, not when it is walked: forty wide ones take seconds to read.
      this.budget -= kids.value.items.length;
      if (this.budget < 0) {
        throw new PdfError("too_large", "the page tree has too many branches");
      }
      this.stack.push({ kids, next: 0, inherited: attributes });
      return;
    }
    this.addPage(node, attributes);
  }

  private isRepeated(node: Located): boolean {
    if (node.num === null) {
      return false;
    }
    if (this.seen.has(node.num)) {
      return true;
    }
    this.seen.add(node.num);
    return false;
  }

  private addPage(node: Located<PdfDict>, attributes: Inherited): void {
    if (node.num === null) {
      throw new PdfError("damaged", "a page is not an object of its own");
    }
    if (this.pages.length === this.maxPages) {
      throw new PdfError("too_large", `more than ${this.maxPages} pages`);
    }
    const object = { ...node, num: node.num };
    this.pages.push({ index: this.pages.length, object, box: readPageBox(this.document, object, attributes) });
  }
}

/** Inheritable attributes of a page tree node (ISO 32000-2, 7.7.3.4). A null entry equals a missing one (7.3.7). */
export function inherit(document: PdfDocument, node: Located<PdfDict>, inherited: Inherited): Inherited {
  const own = INHERITABLE.filter((key) => !isNothing(document, node.value.entries.get(key)));
  if (own.length === 0) {
    return inherited;
  }
  const merged = new Map(inherited);
  for (const key of own) {
    const value = node.value.entries.get(key);
    if (value !== undefined) {
      merged.set(key, { value, bytes: node.bytes });
    }
  }
  return merged;
}

function isNothing(document: PdfDocument, value: PdfValue | undefined): boolean {
  return (
    value === undefined ||
    value.kind === "null" ||
    (value.kind === "ref" && (document.resolve(value)?.kind ?? "null") === "null")
  );
}

const MAX_ANCESTORS = 32;

/** /Resources of a page, else of the nearest ancestor (ISO 32000-2, 7.7.3.4). */
export function resourcesOf(document: PdfDocument, page: Located<PdfDict>): Located<PdfDict> | null {
  let level: Located<PdfDict> | null = page;
  for (let depth = 0; level !== null && depth < MAX_ANCESTORS; depth += 1) {
    const own: Located<PdfDict> | null = document.dict(level.value.entries.get("Resources"), level.bytes);
    if (own !== null) {
      return own;
    }
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  return null;
}
