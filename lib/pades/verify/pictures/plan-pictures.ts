import { equalValues } from "@/lib/pades/verify/difference/equal-values";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { isMisplaced } from "@/lib/pades/verify/file/open-misplaced";
import { referencesIn } from "@/lib/pades/verify/file/reachable";
import type { PicturePlan, PlaceShare } from "@/lib/pades/verify/report/picture-report";
import { isGreen, type SignatureRecord } from "@/lib/pades/verify/report/report";
import type { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { isLinearized } from "@/lib/pdf/strict/find-ambiguities";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { displaySize } from "@/lib/platform/geometry/placement";
import { changeablePlaces, type PagedDocument } from "./changeable-places";
import { DrawnObjects, type DrawnStep } from "./drawn-objects";

const maxPages = 20_000;
/** Limit of revisions drawn per file. Each is kept open while pages are compared. */
const mostRevisions = 24;

const nothingKnown: PageChanges = { changed: [], unchanged: [], sameContent: [] };

/**
 * Whether something follows the bytes that a signature covers, so that the signed version can be compared with the
 * current file.
 */
export function hasLaterRevision({
  signedRevision,
  coverage,
}: Pick<SignatureRecord, "signedRevision" | "coverage">): boolean {
  return signedRevision !== null && coverage !== "whole_file";
}

/**
 * Pages to render and compare for a verified file, or null if nothing follows any signature. Green signatures come
 * first, because a difference matters most for them.
 */
export function planPictures(document: PdfDocument, records: readonly SignatureRecord[]): PicturePlan | null {
  const later = records.filter(hasLaterRevision);
  const ends = [
    ...later.filter(({ verdict }) => isGreen(verdict)),
    ...later.filter(({ verdict }) => !isGreen(verdict)),
  ].flatMap(({ signedRevision }) => signedRevision?.end ?? []);
  if (ends.length === 0) return null;
  const after = paged(document);
  const first = new Set<number>();
  const sizes = after.pages.map(({ box }) => displaySize(box));
  const revisions = [...new Set(ends)].slice(0, mostRevisions).map((end) => {
    const before = orWhenUnreadable(() => paged(document.openPrefix(end)), null);
    if (!before) return { end, ignored: {}, unchanged: [], sameContent: [] };
    const { changed, unchanged, sameContent } = orWhenUnreadable(() => pageChanges(before, after), nothingKnown);
    for (const page of changed) first.add(page);
    for (const { box, index } of before.pages) sizes[index] ??= displaySize(box);
    const ignored: Record<number, PlaceShare[]> = orWhenUnreadable(() => changeablePlaces(before, after), {});
    return { end, ignored, unchanged, sameContent };
  });
  return { revisions, first: [...first].sort((a, b) => a - b), pageSizes: sizes };
}

function paged(document: PdfDocument): PagedDocument {
  return { document, pages: orWhenUnreadable(() => readPages(document, { maxPages }), []) };
}

/** Pages, counted from 1, in the order of the final file. A page in neither list may have changed. */
export interface PageChanges {
  /** Drawn from an object that a later revision wrote. */
  changed: number[];
  /** Drawn from the same bytes in both, with an unchanged page tree, form and layers. */
  unchanged: number[];
  /** Changed pages for which everything except the annotations is drawn from the same bytes. */
  sameContent: number[];
}

/** Limit of objects inspected for all pages of one revision. */
const mostObjects = 40_000;

/** Entries of the trailer, the catalog and the form that draw nothing or are checked separately. */
const besidesTrailer = new Set([
  "Size",
  "Prev",
  "XRefStm",
  "ID",
  "Info",
  "Root",
  "Type",
  "W",
  "Index",
  "Length",
  "Filter",
  "DecodeParms",
]);
const besidesCatalog = new Set([
  "Pages",
  "AcroForm",
  "DSS",
  "Perms",
  "Extensions",
  "Metadata",
  "StructTreeRoot",
  "Names",
  "Dests",
  "Outlines",
  "OpenAction",
  "AA",
  "Threads",
  "PieceInfo",
  "AF",
]);
const besidesContent = new Set(["Parent", "Annots", "B", "Metadata", "AA", "PieceInfo"]);
const besidesForm = new Set(["Fields", "SigFlags", "CO"]);

/** The pages that a later revision may have changed, by the objects that they are drawn from. */
export function pageChanges(before: PagedDocument, after: PagedDocument): PageChanges {
  const nodes = orWhenUnreadable(() => sharedTree(before, after), null);
  const structure = new Set([
    ...(nodes ?? []),
    before.document.catalog().num,
    ...[...before.pages, ...after.pages].map(({ object }) => object.num),
  ]);
  const drawn = new DrawnObjects(before.document, after.document, structure, mostObjects);
  const isSound =
    nodes !== null &&
    orWhenUnreadable(() => drawn.areAtSamePlace(nodes) && isSameAround(before.document, after.document, drawn), false);
  const changes: PageChanges = { changed: [], unchanged: [], sameContent: [] };
  for (const { index, object } of after.pages) {
    const sameness =
      before.pages[index]?.object.num === object.num ? drawn.follow([{ num: object.num, as: "page" }]) : "changed";
    if (sameness === "changed") changes.changed.push(index + 1);
    if (sameness === "same" && isSound) changes.unchanged.push(index + 1);
    if (sameness === "changed" && isSound && hasSameContent(before, after, index, drawn))
      changes.sameContent.push(index + 1);
  }
  return changes;
}

/**
 * Whether a page that is the same object in both differs only in /Annots and in what its annotations are drawn from.
 */
function hasSameContent(before: PagedDocument, after: PagedDocument, index: number, drawn: DrawnObjects): boolean {
  const [was, is] = [before.pages[index]?.object, after.pages[index]?.object];
  if (!was || !is || was.num !== is.num || was.value.duplicates.length + is.value.duplicates.length > 0) return false;
  const parent = was.value.entries.get("Parent");
  const steps = sharedEntries(was, is, besidesContent);
  return (
    steps !== null &&
    parent?.kind === "ref" &&
    equalValues(parent, was.bytes, is.value.entries.get("Parent"), is.bytes) &&
    drawn.follow([...steps, { num: parent.num, as: "node" }]) === "same"
  );
}

/** The nodes of a page tree that leads every reader to the same pages in both files, otherwise null. */
function sharedTree(before: PagedDocument, after: PagedDocument): ReadonlySet<number> | null {
  const numbersOf = (pages: readonly PdfPage[]): string => pages.map(({ object }) => object.num).join(" ");
  const leaves = [before, after].flatMap(({ document, pages }) => pages.map(({ object }) => isLeaf(document, object)));
  if (numbersOf(before.pages) !== numbersOf(after.pages) || !leaves.every(Boolean)) return null;
  return interiorNodes(before.document, before.pages.length);
}

/**
 * Whether everything around the pages that affects how they are drawn is the same: encryption, layers, colours, the
 * form's defaults.
 */
function isSameAround(before: PdfDocument, after: PdfDocument, drawn: DrawnObjects): boolean {
  const isPlain = [before, after].every(
    (document) =>
      !document.isEncrypted &&
      !document.endsInLoop &&
      !isMisplaced(document) &&
      // Readers find the first page of a linearized file without the page tree (ISO 32000-2, annex F).
      !isLinearized(document.source) &&
      document.xrefSections.every(({ hybridOffset }) => hybridOffset === null),
  );
  const [was, is] = [before.catalog(), after.catalog()];
  const isSameTree =
    was.num === is.num &&
    equalValues(was.value.entries.get("Pages"), was.bytes, is.value.entries.get("Pages"), is.bytes);
  const steps = [
    sharedEntries(before.trailer, after.trailer, besidesTrailer),
    sharedEntries(was, is, besidesCatalog),
    sharedForm(before, was, after, is),
  ];
  return isPlain && isSameTree && steps.every((one) => one !== null && drawn.follow(one) === "same");
}

function sharedForm(
  before: PdfDocument,
  was: Located<PdfDict>,
  after: PdfDocument,
  is: Located<PdfDict>,
): DrawnStep[] | null {
  const [old, now] = [
    before.dict(was.value.entries.get("AcroForm"), was.bytes),
    after.dict(is.value.entries.get("AcroForm"), is.bytes),
  ];
  if (old === null || now === null) {
    return old === now ? [] : null;
  }
  const redraw = before.resolve(old.value.entries.get("NeedAppearances"));
  const isRedrawn = redraw !== null && redraw.kind !== "null" && !(redraw.kind === "bool" && !redraw.value);
  return isRedrawn ? null : sharedEntries(old, now, besidesForm);
}

/** The targets of two dictionaries' entries except `besides`, or null if they differ. */
function sharedEntries(
  before: Located<PdfDict>,
  after: Located<PdfDict>,
  besides: ReadonlySet<string>,
): DrawnStep[] | null {
  if (before.value.duplicates.length > 0 || after.value.duplicates.length > 0) return null;
  const keys = [...new Set([...before.value.entries.keys(), ...after.value.entries.keys()])].filter(
    (key) => !besides.has(key),
  );
  const isSame = keys.every((key) =>
    equalValues(before.value.entries.get(key), before.bytes, after.value.entries.get(key), after.bytes),
  );
  const named = [...before.value.entries].flatMap(([key, value]) => (besides.has(key) ? [] : referencesIn(value)));
  return isSame ? named.map((num) => ({ num, as: "any" })) : null;
}

/**
 * Objects of the page tree above its pages, including arrays of kids. Null for a tree that programs may walk in
 * different ways: with loops, with direct objects as nodes or pages, with empty branches, or with a number of pages
 * other than `pages`.
 */
function interiorNodes(document: PdfDocument, pages: number): ReadonlySet<number> | null {
  const catalog = document.catalog();
  const nodes = new Set<number>();
  const waiting = [document.dict(catalog.value.entries.get("Pages"), catalog.bytes)];
  let leaves = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null || node.num === null || nodes.has(node.num)) return null;
    if (isLeaf(document, { ...node, num: node.num })) {
      leaves += 1;
      continue;
    }
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids === null || kids.value.items.length === 0 || document.name(node.value.entries.get("Type")) !== "Pages")
      return null;
    nodes.add(node.num);
    if (kids.num !== null) nodes.add(kids.num);
    for (const kid of kids.value.items) waiting.push(document.dict(kid, kids.bytes));
    if (waiting.length > pages) return null;
  }
  return leaves === pages ? nodes : null;
}

/** Whether every program interprets the object as one page. */
function isLeaf(document: PdfDocument, { value, num }: Located<PdfDict> & { num: number }): boolean {
  const type = value.entries.get("Type");
  return (
    type?.kind === "name" &&
    type.value === "Page" &&
    !value.entries.has("Kids") &&
    value.duplicates.length === 0 &&
    (document.load(num)?.streamStart ?? -1) < 0
  );
}
