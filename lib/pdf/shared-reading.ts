import { ObjectCache } from "@/lib/pdf/syntax/object-cache";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";
import { KnownTables } from "@/lib/pdf/xref/xref-table";

/** Longer than the words behind a value: an object that ends sooner before the end of a prefix could have been cut short. */
const BEHIND_OBJECT = 64;

/** What the revisions of one file have in common: each is a prefix of it, so that the same offset holds the same bytes in all. */
export class SharedReading {
  readonly tables = new KnownTables();
  private readonly objects = new ObjectCache();

  /** The object that was read at an offset, if it lies within the first `size` bytes. */
  at(offset: number, size: number): IndirectObject | null {
    const object = this.objects.get(offset);
    return object !== undefined && offset + object.value.end + BEHIND_OBJECT <= size ? object : null;
  }

  keep(object: IndirectObject): void {
    this.objects.add(object.offset, object);
  }
}
