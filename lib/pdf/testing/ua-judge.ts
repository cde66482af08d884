import { annotationsOf, catalogOf, complainIf } from "./pdfa-judge";
import { dictOf, listOf, objectsOf, resolve, textIn, typeOf, type Dict, type Json, type Objects } from "./qpdf-objects";

/*
 * The rules of ISO 14289-1 that concern our widgets and flattened stamps, and those of ISO 32000-2, 14.7 on the
 * integrity of the structure, checked on the file as read by qpdf.
 */

const HIDDEN = 2;

/** PDF/UA violations in a tagged file, each with its clause; empty for a conforming one. */
export function uaComplaints(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const catalog = catalogOf(objects);
  const root = dictOf(objects, catalog["/StructTreeRoot"]);
  const elements = elementsOf(objects, textIn(catalog["/StructTreeRoot"]), root);
  const parents = parentTreeOf(objects, root["/ParentTree"]);
  return [
    ...complainIf(dictOf(objects, catalog["/MarkInfo"])["/Marked"] !== true, "14289 6.2: not marked"),
    ...complainIf(catalog["/Lang"] === undefined, "14289 7.2: no language"),
    ...complainIf(
      dictOf(objects, catalog["/ViewerPreferences"])["/DisplayDocTitle"] !== true,
      "14289 7.1: title not displayed",
    ),
    ...treeComplaints(root, elements, parents),
    ...pageComplaints(objects),
    ...annotationsOf(objects).flatMap(({ key, dict }) =>
      annotationComplaints(objects, { key, dict, elements, parent: parents.get(Number(dict["/StructParent"] ?? -1)) }),
    ),
  ];
}

interface Element {
  dict: Dict;
  /** The parent according to the tree, whatever the element's /P is. */
  parent: string;
}

/** Every structure element reachable from the root. */
function elementsOf(objects: Objects, rootKey: string, root: Dict): Map<string, Element> {
  const found = new Map<string, Element>();
  const visit = (value: Json, parent: string): void => {
    const dict = dictOf(objects, value);
    if (
      typeof value !== "string" ||
      found.has(value) ||
      dict["/S"] === undefined ||
      typeOf(dict) === "/OBJR" ||
      typeOf(dict) === "/MCR"
    ) {
      return;
    }
    found.set(value, { dict, parent });
    kidsOf(objects, dict).forEach((kid) => visit(kid, value));
  };
  kidsOf(objects, root).forEach((kid) => visit(kid, rootKey));
  return found;
}

function kidsOf(objects: Objects, element: Dict): Json[] {
  const kids = element["/K"];
  const resolved = resolve(objects, kids);
  return Array.isArray(resolved) ? resolved : kids === undefined ? [] : [kids];
}

/** The entries of the parent tree in file order. */
function parentTreeOf(objects: Objects, tree: Json | undefined): Map<number, Json> {
  const found = new Map<number, Json>();
  const visit = (node: Dict): void => {
    const numbers = listOf(objects, node["/Nums"]);
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      found.set(Number(numbers[index]), numbers[index + 1] ?? null);
    }
    listOf(objects, node["/Kids"]).forEach((kid) => visit(dictOf(objects, kid)));
  };
  visit(dictOf(objects, tree));
  return found;
}

function treeComplaints(
  root: Dict,
  elements: ReadonlyMap<string, Element>,
  parents: ReadonlyMap<number, Json>,
): string[] {
  const keys = [...parents.keys()];
  const isSorted = keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? 0));
  const orphans = [...elements].filter(([, { dict, parent }]) => dict["/P"] !== parent);
  return [
    ...complainIf(!isSorted, "32000 7.9.7: the parent tree is not sorted"),
    ...complainIf(
      root["/ParentTreeNextKey"] !== undefined && Number(root["/ParentTreeNextKey"]) <= Math.max(...keys),
      "32000 14.7.2: /ParentTreeNextKey is taken",
    ),
    ...orphans.map(([key]) => `32000 14.7.2 ${key}: /P names another element`),
  ];
}

/** ISO 14289-1, 7.18.3. */
function pageComplaints(objects: Objects): string[] {
  const pages = [...objects].filter(([, value]) => typeOf(value) === "/Page");
  return pages.flatMap(([key, value]) => {
    const page = dictOf(objects, value);
    return complainIf(
      listOf(objects, page["/Annots"]).length > 0 && page["/Tabs"] !== "/S",
      `14289 7.18.3 ${key}: /Tabs`,
    );
  });
}

interface JudgedAnnotation {
  key: string;
  dict: Dict;
  elements: ReadonlyMap<string, Element>;
  /** The parent tree's entry for its /StructParent. */
  parent: Json | undefined;
}

function annotationComplaints(objects: Objects, { key, dict, elements, parent }: JudgedAnnotation): string[] {
  if ((Number(dict["/F"] ?? 0) & HIDDEN) !== 0) {
    return [];
  }
  const element = typeof parent === "string" ? elements.get(parent)?.dict : undefined;
  if (element === undefined) {
    return [`14289 7.18.1 ${key}: in no structure element`];
  }
  const isWidget = dict["/Subtype"] === "/Widget";
  const wanted = isWidget ? "/Form" : dict["/Subtype"] === "/Link" ? "/Link" : "/Annot";
  const words = isWidget ? dict["/TU"] : dict["/Contents"];
  const references = kidsOf(objects, element)
    .map((kid) => dictOf(objects, kid))
    .filter((kid) => kid["/Type"] === "/OBJR");
  return [
    ...complainIf(element["/S"] !== wanted, `14289 7.18.1/7.18.4 ${key}: in a ${textIn(element["/S"])}`),
    ...complainIf(
      (words === undefined || words === "u:") && element["/Alt"] === undefined,
      `14289 7.18.1 ${key}: nothing to read out`,
    ),
    ...complainIf(
      !references.some((reference) => reference["/Obj"] === key),
      `32000 14.7.5.3 ${key}: its element does not refer to it`,
    ),
  ];
}
