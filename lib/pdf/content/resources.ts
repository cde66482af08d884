import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { readFont, UNKNOWN_FONT, type TextFont } from "./fonts";
import { colourSpace, type ColourSpace } from "./graphics-state";

/** Fonts of a document, each read once. */
export class FontCache {
  private readonly known = new Map<number, TextFont>();

  constructor(private readonly document: PdfDocument) {}

  get(value: PdfValue | undefined, bytes: Buffer): TextFont {
    const font = this.document.dict(value, bytes);
    const known = font === null ? UNKNOWN_FONT : this.known.get(font.num ?? -1);
    if (known !== undefined || font === null) {
      return known ?? UNKNOWN_FONT;
    }
    const read = readFont(this.document, font);
    if (font.num !== null) {
      this.known.set(font.num, read);
    }
    return read;
  }
}

/** A resource dictionary (7.8.3). Names include their slash, as in content. */
export class Resources {
  private readonly fonts = new Map<string, TextFont>();
  private readonly spaces = new Map<string, ColourSpace>();

  constructor(
    readonly document: PdfDocument,
    readonly own: Located<PdfDict> | null,
    private readonly cache: FontCache,
  ) {}

  font(name: string): TextFont {
    const known = this.fonts.get(name);
    if (known !== undefined) {
      return known;
    }
    const found = this.find("Font", name);
    const font = found === null ? UNKNOWN_FONT : this.cache.get(found.value, found.bytes);
    this.fonts.set(name, font);
    return font;
  }

  colourSpace(name: string): ColourSpace {
    const known = this.spaces.get(name);
    if (known !== undefined) {
      return known;
    }
    const found = this.find("ColorSpace", name);
    const written: PdfValue = { kind: "name", value: name.slice(1), start: 0, end: 0, keyStart: -1 };
    const space = colourSpace(this.document, found?.value ?? written, found?.bytes ?? Buffer.alloc(0));
    this.spaces.set(name, space);
    return space;
  }

  state(name: string): Located<PdfDict> | null {
    const found = this.find("ExtGState", name);
    return found && this.document.dict(found.value, found.bytes);
  }

  xobject(name: string): IndirectObject | null {
    const found = this.find("XObject", name);
    const object = found?.value.kind === "ref" ? this.document.load(found.value.num) : null;
    return object !== null && object.streamStart >= 0 ? object : null;
  }

  /** The property list of marked content: a layer, or a list of properties. */
  property(name: string): { value: PdfValue; bytes: Buffer } | null {
    return this.find("Properties", name);
  }

  private find(category: string, name: string): { value: PdfValue; bytes: Buffer } | null {
    const entries = this.own && this.document.dict(this.own.value.entries.get(category), this.own.bytes);
    const value = entries?.value.entries.get(name.slice(1));
    return entries && value ? { value, bytes: entries.bytes } : null;
  }
}

/** A page's content is one stream, or several that form one sequence (7.7.3.3). */
export function contentOf(document: PdfDocument, page: Located<PdfDict>, budget: LookBudget): Buffer {
  const contents = page.value.entries.get("Contents");
  const several = document.array(contents, page.bytes);
  const references: PdfValue[] = several?.value.items ?? (contents === undefined ? [] : [contents]);
  const parts = references.flatMap((reference) => {
    const object = reference.kind === "ref" ? document.load(reference.num) : null;
    return object !== null && object.streamStart >= 0 ? [budget.decode(document, object), Buffer.from("\n")] : [];
  });
  return Buffer.concat(parts);
}
