import type { Deadline } from "@/lib/pades/verify/deadline";
import type { PdfDocument } from "@/lib/pdf/document";
import type { ReferenceCache } from "./reachable";
import { scanReferences } from "./scan-references";

/** Beyond this, the lists of references would cost more than reading the objects again. */
const mostObjects = 500_000;
/**
 * Greater than every object number that `verifyLimits` permits, so that offset and number can be combined in one
 * sortable value.
 */
const numberSpan = 2 ** 21;

/**
 * Records the references of every object while the file is read for hashing, so that comparing revisions does not
 * read the file a second time. Objects that cross a chunk boundary or are in object streams are left for later.
 */
export class PassingObjects {
  private readonly objects: Float64Array;
  private next = 0;

  constructor(
    document: PdfDocument,
    private readonly references: ReferenceCache,
    private readonly deadline: Deadline,
  ) {
    this.objects = objectsInOrder(document);
  }

  /** Receives the bytes that start at `from`. Chunks must come in file order. */
  take(chunk: Buffer, from: number): void {
    const end = from + chunk.length;
    for (let object = this.objects[this.next]; object !== undefined; object = this.objects[this.next]) {
      const offset = Math.floor(object / numberSpan);
      if (offset >= end) {
        return;
      }
      this.next += 1;
      const isTimely = offset >= from && !this.deadline.passed;
      const references = isTimely ? scanReferences(chunk, offset - from, object % numberSpan) : null;
      if (references) {
        this.references.set(offset, references);
      }
    }
  }
}

/** Offset and number of every uncompressed object, sorted by offset. */
function objectsInOrder(document: PdfDocument): Float64Array {
  const objects: number[] = [];
  for (let num = 1; num <= document.maxObjectNumber && objects.length < mostObjects; num += 1) {
    const entry = document.entry(num);
    if (entry?.type === "offset") {
      objects.push(entry.offset * numberSpan + num);
    }
  }
  return Float64Array.from(objects).sort();
}
