import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import type { PagedDocument } from "./changeable-places";

/** Objects looked at for one page and for all of them: this only decides which page is drawn first. */
const mostObjectsOfPage = 400;
const mostObjects = 40_000;

/** Pages of the final file, counted from 1, whose own objects are not those of the earlier revision. */
export function changedPages(before: PagedDocument, after: PagedDocument): number[] {
  let left = mostObjects;
  return after.pages.filter((page) => {
    if (before.pages[page.index]?.object.num !== page.object.num) return true;
    const budget = Math.min(left, mostObjectsOfPage);
    const { isChanged, looked } = reachesChange(before.document, after.document, page, budget);
    left -= looked;
    return isChanged;
  }).map(({ index }) => index + 1);
}

function reachesChange(before: PdfDocument, after: PdfDocument, page: PdfPage, budget: number): { isChanged: boolean; looked: number } {
  const seen = new Set([page.object.num]);
  for (const num of seen) {
    if (seen.size > budget) break;
    if (isWrittenAnew(before, after, num)) return { isChanged: true, looked: seen.size };
    const value = unlessDamaged(() => after.load(num)?.value, undefined);
    if (value) collectReferences(value, seen);
  }
  return { isChanged: false, looked: seen.size };
}

function isWrittenAnew(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [was, is] = [before.entry(num), after.entry(num)];
  return was?.type !== is?.type || was?.offset !== is?.offset || was?.gen !== is?.gen;
}

function collectReferences(value: PdfValue, into: Set<number>): void {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === "ref") into.add(next.num);
    else if (next.kind === "array") waiting.push(...next.items);
    // The way up leads to every other page.
    else if (next.kind === "dict") next.entries.forEach((entry, key) => key !== "Parent" && key !== "P" && waiting.push(entry));
  }
}
