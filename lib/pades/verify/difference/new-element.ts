import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { equalValues } from "./equal-values";
import { plainDict, type Review } from "./review";

/**
 * Entries of a structure element (ISO 32000-2, table 355) without a visible or spoken effect. Text for screen readers
 * and attributes are not included.
 */
const elementKeys = new Set(["Type", "S", "P", "K", "Pg", "NS"]);
const referenceKeys = new Set(["Type", "Obj", "Pg"]);

/**
 * Whether a kid is a new structure element below the element `parent` that represents only widgets of new signature
 * fields: it is not a stream, its kids are object references to these widgets, its page is theirs, and its namespace
 * exists already.
 */
export function isWidgetElement(review: Review, item: PdfValue, parent: number): boolean {
  const { after } = review;
  const element =
    item.kind === "ref" && review.changes.added.has(item.num) ? plainDict(after, item, Buffer.alloc(0)) : null;
  if (!element || !containsOnly(element.value, elementKeys)) {
    return false;
  }
  const { entries } = element.value;
  const type = after.name(entries.get("Type"));
  const above = entries.get("P");
  const isElement =
    (type === null || type === "StructElem") &&
    entries.get("S")?.kind === "name" &&
    above?.kind === "ref" &&
    above.num === parent;
  const widgets = isElement && isKnownNamespace(review, element) ? widgetsOf(review, element) : [];
  return widgets.length > 0 && widgets.every((widget) => widget !== null && isOnPage(element, widget));
}

interface PlacedWidget {
  dictionary: Located<PdfDict>;
  reference: Located<PdfDict>;
}

function widgetsOf(review: Review, element: Located<PdfDict>): (PlacedWidget | null)[] {
  const value = element.value.entries.get("K");
  const array = review.after.array(value, element.bytes);
  const kids = array ? array.value.items : value ? [value] : [];
  return kids.map((kid) => widgetOf(review, kid, array?.bytes ?? element.bytes));
}

/** The new widget that an object reference (ISO 32000-2, table 358) refers to. */
function widgetOf({ after, newWidgets }: Review, kid: PdfValue, bytes: Buffer): PlacedWidget | null {
  const reference = plainDict(after, kid, bytes);
  if (
    !reference ||
    !containsOnly(reference.value, referenceKeys) ||
    after.name(reference.value.entries.get("Type")) !== "OBJR"
  ) {
    return null;
  }
  const target = reference.value.entries.get("Obj");
  const dictionary = target?.kind === "ref" && newWidgets.has(target.num) ? plainDict(after, target, bytes) : null;
  return dictionary && { dictionary, reference };
}

function isOnPage(element: Located<PdfDict>, { dictionary, reference }: PlacedWidget): boolean {
  const page = dictionary.value.entries.get("P");
  return [element, reference].every(({ value, bytes }) => {
    const named = value.entries.get("Pg");
    return named === undefined || equalValues(page, dictionary.bytes, named, bytes);
  });
}

function isKnownNamespace({ before, changes }: Review, element: Located<PdfDict>): boolean {
  const namespace = element.value.entries.get("NS");
  if (namespace === undefined) {
    return true;
  }
  return (
    namespace.kind === "ref" &&
    isNamespace(before, namespace) &&
    !changes.changed.has(namespace.num) &&
    !changes.added.has(namespace.num)
  );
}

function isNamespace(document: PdfDocument, value: PdfValue): boolean {
  return plainDict(document, value, Buffer.alloc(0))?.value.entries.get("NS")?.kind === "string";
}

function containsOnly({ entries, duplicates }: PdfDict, keys: ReadonlySet<string>): boolean {
  return duplicates.length === 0 && [...entries.keys()].every((key) => keys.has(key));
}
