import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { editDict, Revision } from "@/lib/pdf/revision";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

const MAX_STREAM_BYTES = 32 * 1024 * 1024;

type Numbered = Located<PdfDict> & { num: number };

/** Changes to objects of a file, gathered from several places and written once each in one revision. */
export class FreezeEdits {
  private readonly revision: Revision;
  private readonly changes = new Map<number, { object: Numbered; entries: Record<string, string | null> }>();
  private written = 0;
  private streamBytes = 0;

  constructor(document: PdfDocument) {
    this.revision = new Revision(document);
  }

  get isEmpty(): boolean {
    return this.changes.size === 0 && this.written === 0;
  }

  /** Sets or (null) removes entries of a dictionary that is an object of its own. */
  change(object: Numbered, entries: Record<string, string | null>): void {
    const known = this.changes.get(object.num);
    this.changes.set(object.num, { object, entries: { ...known?.entries, ...entries } });
  }

  /** Whether `change` was called for this object. */
  has(num: number): boolean {
    return this.changes.has(num);
  }

  /** Replaces an object that is not a dictionary, such as a list of annotations. */
  replace(num: number, gen: number, body: string): void {
    this.revision.replace(num, gen, body);
    this.written += 1;
  }

  add(body: string): number {
    this.written += 1;
    return this.revision.add(body);
  }

  /** Throws PdfError `too_large` when all streams together grow beyond the size of any real form. */
  addStream(entries: string, data: Buffer): number {
    this.streamBytes += data.length;
    if (this.streamBytes > MAX_STREAM_BYTES) {
      throw new PdfError("too_large", "the form's appearances take too much room");
    }
    return this.revision.addStream(entries, data);
  }

  build(): Buffer {
    for (const [num, { object, entries }] of this.changes) {
      this.revision.replace(num, object.gen, editDict(object, entries));
    }
    return this.revision.build();
  }
}
