import type { PdfDocument } from "@/lib/pdf/document";
import type { Deadline } from "@/lib/pades/verify/deadline";
import type { ReferenceCache } from "@/lib/pades/verify/difference/reachable";
import { scanReferences } from "@/lib/pades/verify/difference/scan-references";

/** Beyond this the list of them would weigh more than reading them again. */
const mostObjects = 200_000;

/**
 * Notes what every object refers to while the file passes by for hashing, so that comparing revisions does not read the
 * file a second time. Objects across two chunks, or in object streams, are left for later.
 */
export class PassingObjects {
  private readonly objects: { num: number; offset: number }[];
  private next = 0;

  constructor(
    document: PdfDocument,
    private readonly references: ReferenceCache,
    private readonly deadline: Deadline,
  ) {
    this.objects = objectsInOrder(document);
  }

  /** Takes the bytes that begin at `from`; chunks come in the order of the file. */
  take(chunk: Buffer, from: number): void {
    const end = from + chunk.length;
    for (let object = this.objects[this.next]; object && object.offset < end; object = this.objects[this.next]) {
      this.next += 1;
      const isTimely = !this.deadline.passed;
      const references = isTimely && object.offset >= from ? scanReferences(chunk, object.offset - from, object.num) : null;
      if (references) {
        this.references.set(object.offset, references);
      }
    }
  }
}

function objectsInOrder(document: PdfDocument): { num: number; offset: number }[] {
  const objects: { num: number; offset: number }[] = [];
  if (document.maxObjectNumber > mostObjects) {
    return objects;
  }
  for (let num = 1; num <= document.maxObjectNumber; num += 1) {
    const entry = document.entry(num);
    if (entry?.type === "offset") {
      objects.push({ num, offset: entry.offset });
    }
  }
  return objects.sort((a, b) => a.offset - b.offset);
}
