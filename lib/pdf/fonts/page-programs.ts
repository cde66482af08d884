import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { readFirstPages } from "@/lib/pdf/pages";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";

const programKeys = ["FontFile", "FontFile2", "FontFile3"];
/** Objects looked at for all pages together. */
const mostObjects = 200_000;
const mostPages = 20_000;

const nothing = Buffer.alloc(0);
const anywhere = { start: 0, end: 0, keyStart: -1 };

/** The embedded font programs that pages lead to. */
export class PagePrograms {
  private readonly pages: readonly number[];
  private left = mostObjects;

  /** Throws PdfError where the pages cannot be found. */
  constructor(private readonly document: PdfDocument) {
    this.pages = readFirstPages(document, mostPages).map(({ object }) => object.num);
  }

  /** Object numbers for a page, counted from 1, without those of other pages. Null past the limit. */
  of(page: number): number[] | null {
    const programs = new Set<number>();
    const own = this.pages[page - 1];
    const seen = new Set<number>(this.pages);
    const waiting = own === undefined ? [] : [own];
    const note = (num: number): void => {
      if (seen.has(num)) return;
      seen.add(num);
      waiting.push(num);
    };
    for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
      this.left -= 1;
      if (this.left < 0) return null;
      const object = this.load(num);
      if (object) eachReference(object.value, note, programs);
    }
    return [...programs];
  }

  /** The decoded program. Null where there is none, `unreadable` where another program may decode what we cannot. */
  read(num: number): Buffer | "unreadable" | null {
    const found = orNullWhenUnreadable(() => this.document.locate({ ...anywhere, kind: "ref", num, gen: 0 }, nothing));
    const object = found?.num == null ? null : this.load(found.num);
    if (!object || object.streamStart < 0) return null;
    return orNullWhenUnreadable(() => this.document.decodedStream(object)) ?? "unreadable";
  }

  private load(num: number): IndirectObject | null {
    return orNullWhenUnreadable(() => this.document.load(num));
  }
}

function eachReference(value: PdfValue, note: (num: number) => void, programs: Set<number>): void {
  switch (value.kind) {
    case "ref":
      note(value.num);
      return;
    case "array":
      value.items.forEach((item) => eachReference(item, note, programs));
      return;
    case "dict":
      for (const [key, entry] of value.entries) {
        if (entry.kind === "ref" && programKeys.includes(key)) programs.add(entry.num);
        else eachReference(entry, note, programs);
      }
      return;
    default:
  }
}

function orNullWhenUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}
