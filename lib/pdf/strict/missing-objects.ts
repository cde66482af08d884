import type { PdfDocument } from "@/lib/pdf/document";

/**
 * Whether some programs rebuild the file from its bytes because of a reference to an object that no section lists.
 * Poppler does so if the newest section is a table, and then loses the objects in object streams or uses older ones
 * that are written plainly.
 */
export function isRebuiltForMissing(document: PdfDocument): boolean {
  return document.xrefSections[0]?.kind === "table" && hasCompressed(document);
}

/** Whether no section has an entry for an object, not even as free. */
export function isMissing(document: PdfDocument, num: number): boolean {
  return document.entry(num) === null;
}

function hasCompressed(document: PdfDocument): boolean {
  for (let num = 1; num <= document.maxObjectNumber; num += 1) {
    if (document.entry(num)?.type === "compressed") {
      return true;
    }
  }
  return false;
}
