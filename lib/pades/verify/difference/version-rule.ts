import type { DictPair, Review } from "@/lib/pades/verify/difference/review";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Versions that some edition of the standard describes, as "1.7" or "2.0". */
const knownVersion = /^(?:1\.[0-7]|2\.0)$/;

/**
 * Whether the catalog's /Version changed without effect (ISO 32000-2, 7.7.2): it is a version that readers know, and the version in force, the
 * later one of header and catalog, is not lowered. Readers show every version alike.
 */
export function keepsVersion(review: Review, catalog: DictPair): boolean {
  const before = versionInForce(review.before, catalog.before);
  const after = versionInForce(review.after, catalog.after);
  return before !== null && after !== null && Number(after) >= Number(before) && namesNoLowerOne(review, catalog);
}

// A version below the header's counts for nothing by the standard, but some readers take it all the same.
function namesNoLowerOne(review: Review, { after }: DictPair): boolean {
  const named = review.after.name(after?.value.entries.get("Version"));
  return named === null || Number(named) >= Number(headerVersion(review.after) ?? "0");
}

function versionInForce(document: PdfDocument, catalog: Located<PdfDict> | null): string | null {
  const header = headerVersion(document);
  const value = catalog?.value.entries.get("Version");
  if (value === undefined) {
    return header;
  }
  const named = document.name(value);
  const isKnown = named !== null && knownVersion.test(named);
  return header === null || !isKnown ? null : Number(named) > Number(header) ? named : header;
}

function headerVersion(document: PdfDocument): string | null {
  const version = document.source.read(0, Math.min(16, document.source.size)).toString("latin1", 5, 8);
  return knownVersion.test(version) ? version : null;
}
