import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";

/** An edit by a later revision, whether permitted or not. */
export type Change = (revision: Revision, document: PdfDocument) => void;

/** Edits the dictionary of an object as an incremental update would; null removes an entry. */
export function edit(num: number, changes: Record<string, string | null>): Change {
  return (revision, document) => {
    const object = document.load(num);
    if (object?.value.kind !== "dict") {
      throw new Error(`no dictionary ${num}`);
    }
    revision.replace(num, object.gen, editDict({ ...object, value: object.value }, changes));
  };
}

/** Applies changes to different objects in one revision. */
export function all(...changes: readonly Change[]): Change {
  return (revision, document) => changes.forEach((change) => change(revision, document));
}

/** Rewrites an object under the same number. */
export function replace(num: number, body: string): Change {
  return (revision) => revision.replace(num, 0, body);
}
