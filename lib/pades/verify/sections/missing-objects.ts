import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { Deadline } from "@/lib/pades/verify/deadline";
import { referencesIn } from "@/lib/pades/verify/difference/reachable";
import type { PdfDocument } from "@/lib/pdf/document";
import { isMissing, isRebuiltForMissing } from "@/lib/pdf/strict/missing-objects";

/**
 * Whether programs rebuild the file from its bytes because it refers to an object that no section lists. Throws
 * TimeUp.
 */
export function isRebuiltForMissingObject(document: PdfDocument, deadline: Deadline): boolean {
  if (!isRebuiltForMissing(document)) {
    return false;
  }
  const lacks = (num: number): boolean => isMissing(document, num);
  if (referencesIn(document.trailer.value).some(lacks)) {
    return true;
  }
  for (let num = 1; num <= document.maxObjectNumber; num += 1) {
    deadline.tick();
    const object = orWhenUnreadable(() => document.load(num), null);
    if (object && referencesIn(object.value).some(lacks)) {
      return true;
    }
  }
  return false;
}
