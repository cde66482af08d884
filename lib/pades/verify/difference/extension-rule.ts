import { refuse, type DictPair, type Review } from "@/lib/pades/verify/difference/review";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** ISO 32000-2, table 49: what a developer's extension says about itself, none of it a dictionary. */
const sayable = new Set(["Type", "BaseVersion", "ExtensionLevel", "ExtensionRevision", "URL"]);

/** Checks that /Extensions holds nothing but names of extensions (ISO 32000-2, 7.12), with nothing in it that a reader could run. */
export function reviewExtensions(review: Review, catalog: DictPair): void {
  const { after } = catalog;
  const value = after?.value.entries.get("Extensions");
  if (!after || value === undefined) {
    return;
  }
  const extensions = review.after.dict(value, after.bytes);
  if (
    !extensions ||
    [...extensions.value.entries].some(
      ([key, entry]) => key !== "Type" && !isExtension(review.after, entry, extensions),
    )
  ) {
    refuse(review, "the document catalog was changed (Extensions)");
  }
}

function isExtension(document: PdfDocument, value: PdfValue, owner: Located): boolean {
  const several = document.array(value, owner.bytes);
  return several
    ? several.value.items.every((item) => isPlain(document, item, several))
    : isPlain(document, value, owner);
}

function isPlain(document: PdfDocument, value: PdfValue, owner: Located<PdfArray> | Located): boolean {
  const extension: Located<PdfDict> | null = document.dict(value, owner.bytes);
  return (
    extension !== null &&
    [...extension.value.entries].every(([key, entry]) => sayable.has(key) && !isCompound(document, entry))
  );
}

function isCompound(document: PdfDocument, value: PdfValue): boolean {
  const kind = document.resolve(value)?.kind;
  return kind === "dict" || kind === "array";
}
