import type { LookBudget } from "@/lib/pdf/content/budget";
import type { Operand } from "@/lib/pdf/content/content-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { isPlainState, type LineStyle } from "./graphics-state";
import type { Oddity } from "./oddity";
import { judgeFont, type FontFacts } from "./plain-font";
import { numbersAt } from "./plain-function";
import { isPlainImage } from "./plain-image";
import { isPlainInlineImage } from "./plain-inline-image";
import { isPlainLayer } from "./plain-layer";
import { coloursOfPattern, isPlainCalculation, isPlainShading } from "./plain-pattern";
import { DEVICE_COMPONENTS, isPlainDefault, judgeSpace, type SpaceFacts } from "./plain-space";
import { reachesIntoGap } from "./tile-reach";

/**
 * The kind of a drawing stream: coloured content, a glyph, which states whether it has colours, or a tile that takes
 * its colour from outside (8.7.3.3).
 */
export type StreamKind = "content" | "glyph" | "stencil";

/** Follows content that is drawn by a separate stream. */
type WatchStream = (object: IndirectObject, resources: Located<PdfDict> | null, kind: StreamKind) => readonly Oddity[];
type Role = "xobject" | "state" | "font" | "shading" | "tile";

/** Resources that are checked once per document, by object number and use: one object can be used in several ways. */
export class JudgedResources {
  /** The current page blends in a CMYK colour space (11.4.7, 11.6.6). */
  isPageOfInks = false;
  private readonly known = new Map<string, unknown>();
  private readonly streams = new Map<string, readonly Oddity[]>();

  constructor(
    readonly document: PdfDocument,
    readonly budget: LookBudget,
    readonly note: (oddity: Oddity) => void,
    private readonly watch: WatchStream,
  ) {}

  /** Notes what a glyph, a pattern or a mask contains, for every page that uses it. */
  stream(object: IndirectObject, resources: Located<PdfDict> | null, kind: StreamKind): void {
    const key = [kind, object.num, resources?.num, resources?.value.start].join(" ");
    let oddities = this.streams.get(key);
    if (oddities === undefined) {
      // A stream that draws itself is not followed again.
      this.streams.set(key, []);
      oddities = this.watch(object, resources, kind);
      this.streams.set(key, oddities);
    }
    oddities.forEach(this.note);
  }

  once<T>(role: Role, num: number | null, judge: () => T): T {
    const key = num === null ? null : `${role} ${num}`;
    if (key === null || !this.known.has(key)) {
      const judged = judge();
      if (key !== null) {
        this.known.set(key, judged);
      }
      return judged;
    }
    return this.known.get(key) as T;
  }
}

interface Found {
  value: PdfValue;
  bytes: Buffer;
}

const NO_SPACE: SpaceFacts = {
  components: null,
  isPlain: false,
  beginsBlack: true,
  isPattern: false,
  highest: null,
  isInk: false,
  isOfLevels: false,
};
const DEFAULTS = Object.entries({ DefaultGray: 1, DefaultRGB: 3, DefaultCMYK: 4 });
const MATRIX_LENGTH = 6;

/** The resources of one content stream (7.8.3), and whether all programs interpret the used ones alike. */
export class PlainResources {
  private readonly spaces = new Map<string, { oddity: Oddity | null; space: SpaceFacts }>();
  private readonly fonts = new Map<string, FontFacts | null>();

  constructor(
    private readonly judged: JudgedResources,
    private readonly own: Located<PdfDict> | null,
  ) {
    if (DEFAULTS.some(([name, components]) => !this.hasPlainDefault(name, components))) {
      judged.note("colour_space");
    }
  }

  /** Null for a missing font. */
  font(name: string): FontFacts | null {
    if (!this.fonts.has(name)) {
      this.fonts.set(name, this.readFont(name));
    }
    return this.fonts.get(name) ?? null;
  }

  state(name: string): Oddity | null {
    const { document } = this.judged;
    const state = this.graphicsState(name);
    if (state === null) {
      return "missing_resource";
    }
    const mask = state.value.entries.has("SMask") ? document.dict(state.value.entries.get("SMask"), state.bytes) : null;
    this.watchStream(mask?.value.entries.get("G"));
    return this.judged.once("state", state.num, () => (isPlainState(document, state) ? null : "state"));
  }

  /** True or false for a graphics state that sets overprint, null for one that does not. */
  overprints(name: string): boolean | null {
    const { document } = this.judged;
    const entries = this.graphicsState(name)?.value.entries;
    const declared = ["op", "OP"].flatMap((key) => document.resolve(entries?.get(key)) ?? []);
    return declared.length === 0 ? null : declared.some((value) => value.kind === "bool" && value.value);
  }

  /** The line width that a graphics state sets, or null. */
  lineWidth(name: string): number | null {
    return this.judged.document.number(this.graphicsState(name)?.value.entries.get("LW"));
  }

  /** The line caps and dashes that a graphics state sets. */
  lineStyle(name: string): Partial<LineStyle> {
    const { document } = this.judged;
    const state = this.graphicsState(name);
    const cap = document.number(state?.value.entries.get("LC"));
    const dashes = state && document.array(state.value.entries.get("D"), state.bytes);
    const lengths = dashes && numbersAt(document, dashes.value.items[0], dashes.bytes);
    return { ...(cap === null ? {} : { cap }), ...(lengths ? { hasZeroDash: lengths.includes(0) } : {}) };
  }

  /** Like `overprints`: whether the graphics state makes everything transparent by opacity. */
  fades(name: string): boolean | null {
    const opacity = this.judged.document.number(this.graphicsState(name)?.value.entries.get("ca"));
    return opacity === null ? null : opacity !== 1;
  }

  /** Whether a form is a group whose content blends with what is beneath the group (11.4.8). */
  blendsThrough(name: string): boolean {
    const { document } = this.judged;
    const found = this.find("XObject", name);
    const form = found && document.dict(found.value, found.bytes);
    const group = form && document.dict(form.value.entries.get("Group"), form.bytes);
    if (!form || !group || isTrue(document.resolve(group.value.entries.get("I")))) {
      return false;
    }
    const resources = document.dict(form.value.entries.get("Resources"), form.bytes);
    const states = resources && document.dict(resources.value.entries.get("ExtGState"), resources.bytes);
    return [...(states?.value.entries.values() ?? [])].some((value) =>
      blends(document, (states && document.dict(value, states.bytes))?.value.entries),
    );
  }

  /** Like `overprints`: whether the backdrop shows through. */
  mixes(name: string): boolean | null {
    const { document } = this.judged;
    const entries = this.graphicsState(name)?.value.entries;
    const declared = ["ca", "CA", "BM"].filter((key) => entries?.has(key));
    return declared.length === 0
      ? null
      : declared.some((key) => (key === "BM" ? blends(document, entries) : document.number(entries?.get(key)) !== 1));
  }

  /** Whether a colour is blended with its backdrop in CMYK, because of its own colour space or that of the page. */
  mixesInks(isInk: boolean): boolean {
    return isInk || this.judged.isPageOfInks;
  }

  xobject(name: string): Oddity | null {
    const found = this.find("XObject", name);
    const object = streamOf(this.judged.document, found?.value);
    return object === null
      ? "missing_resource"
      : this.judged.once("xobject", object.num, () => (this.isPlainObject(object) ? null : "xobject"));
  }

  /** Follows a form that is drawn by another stream. The forms of a page are read separately. */
  followForm(name: string): void {
    this.watchStream(this.find("XObject", name)?.value);
  }

  isForm(name: string): boolean {
    const object = streamOf(this.judged.document, this.find("XObject", name)?.value);
    return object !== null && this.judged.document.name(entriesOf(object)?.get("Subtype")) === "Form";
  }

  /** Whether an image only defines where colour is applied (8.9.6.2). */
  isStencil(name: string): boolean {
    const { document } = this.judged;
    const object = streamOf(document, this.find("XObject", name)?.value);
    return object !== null && isTrue(document.resolve(entriesOf(object)?.get("ImageMask")));
  }

  shading(name: string): Oddity | null {
    const found = this.find("Shading", name);
    if (found === null) {
      return "missing_resource";
    }
    // MuPDF fills the page with the background of a shading that is painted directly. The others apply it only in
    // patterns (table 77).
    const hasGround = this.judged.document.dict(found.value, found.bytes)?.value.entries.has("Background") === true;
    return this.isPlainShading(found) && !hasGround ? null : "shading";
  }

  private readonly isPlainShading = ({ value, bytes }: Found): boolean => {
    const { document, budget } = this.judged;
    const num = value.kind === "ref" ? value.num : null;
    return this.judged.once("shading", num, () => isPlainShading(document, { value, bytes }, budget));
  };

  /** `colours`: the number of operands besides the name. */
  pattern(name: string, colours: number, base: number | null): Oddity | null {
    const { document } = this.judged;
    const found = this.find("Pattern", name);
    const object = streamOf(document, found?.value) ?? (found && document.dict(found.value, found.bytes));
    if (found === null || object === null) {
      return "missing_resource";
    }
    const isUncoloured = document.number(entriesOf(object)?.get("PaintType")) === 2;
    this.watchStream(found.value, isUncoloured ? "stencil" : "content");
    return coloursOfPattern(document, object, { base, isPlainShading: this.isPlainShading }) === colours &&
      !("streamStart" in object && this.judged.once("tile", object.num, () => this.reachesIntoGap(object)))
      ? null
      : "pattern";
  }

  private reachesIntoGap(tile: IndirectObject): boolean {
    const { document, budget } = this.judged;
    const resources = document.dict(entriesOf(tile)?.get("Resources"), tile.bytes) ?? this.own;
    return reachesIntoGap(document, tile, resources, budget);
  }

  /** Checks the property list of marked content. A missing one does not belong to any layer. */
  layer(properties: Operand | undefined): Oddity | null {
    const found = typeof properties === "string" ? this.find("Properties", properties) : null;
    return typeof properties === "string" &&
      (found === null || isPlainLayer(this.judged.document, found.value, found.bytes))
      ? null
      : "layer";
  }

  space(name: string): { oddity: Oddity | null; space: SpaceFacts } {
    const known = this.spaces.get(name);
    if (known !== undefined) {
      return known;
    }
    const judged = this.readSpace(name);
    this.spaces.set(name, judged);
    return judged;
  }

  /** If a colour space in the resources has a standard name, programs differ in which of the two they use. */
  inlineImage(shape: Operand | undefined, data: Operand | undefined): Oddity | null {
    const entries = shape instanceof Map ? shape : new Map<string, Operand>();
    if (!isPlainInlineImage(entries, data)) {
      return "inline_image";
    }
    const named = entries.get("/CS") ?? entries.get("/ColorSpace");
    return typeof named === "string" && named !== "/I" && named !== "/Indexed" ? this.space(named).oddity : null;
  }

  private hasPlainDefault(name: string, components: number): boolean {
    const found = this.find("ColorSpace", `/${name}`);
    return found === null || isPlainDefault(this.judged.document, found.value, found.bytes, components);
  }

  private readSpace(name: string): { oddity: Oddity | null; space: SpaceFacts } {
    const { document } = this.judged;
    const found = this.find("ColorSpace", name);
    const isStandard = DEVICE_COMPONENTS.has(name.slice(1)) || name === "/Pattern";
    if (found === null) {
      const written: PdfValue = { kind: "name", value: name.slice(1), start: 0, end: 0, keyStart: -1 };
      const space = judgeSpace(document, written, Buffer.alloc(0));
      return { oddity: isStandard ? null : "missing_resource", space };
    }
    const space = isStandard ? NO_SPACE : judgeSpace(document, found.value, found.bytes);
    const tint = document.array(found.value, found.bytes)?.value.items[3];
    return { oddity: space.isPlain && isPlainCalculation(document, tint) ? null : "colour_space", space };
  }

  private readFont(name: string): FontFacts | null {
    const { document } = this.judged;
    const found = this.find("Font", name);
    const font = found && document.dict(found.value, found.bytes);
    const facts = font && this.judged.once("font", font.num, () => judgeFont(document, font, this.judged.budget));
    if (font && facts?.isType3) {
      this.watchGlyphs(font);
    }
    return facts;
  }

  private watchGlyphs(font: Located<PdfDict>): void {
    const { document } = this.judged;
    const glyphs = document.dict(font.value.entries.get("CharProcs"), font.bytes);
    const resources = document.dict(font.value.entries.get("Resources"), font.bytes);
    for (const glyph of glyphs?.value.entries.values() ?? []) {
      const object = streamOf(document, glyph);
      if (object !== null) {
        this.judged.stream(object, resources, "glyph");
      }
    }
  }

  private watchStream(value: PdfValue | undefined, kind: StreamKind = "content"): void {
    const { document } = this.judged;
    const object = streamOf(document, value);
    if (object?.value.kind === "dict") {
      this.judged.stream(object, document.dict(object.value.entries.get("Resources"), object.bytes) ?? this.own, kind);
    }
  }

  /** The content of forms is checked where it is drawn. */
  private isPlainObject(object: IndirectObject): boolean {
    const { document } = this.judged;
    const entries = object.value.kind === "dict" ? object.value.entries : new Map<string, PdfValue>();
    switch (document.name(entries.get("Subtype"))) {
      case "Image":
        return (
          isPlainLayer(document, entries.get("OC"), object.bytes) && isPlainImage(document, object, this.judged.budget)
        );
      case "Form":
        return (
          isPlainLayer(document, entries.get("OC"), object.bytes) &&
          !["Ref", "OPI", "PS", "Subtype2"].some((key) => entries.has(key)) &&
          !this.blendsInks(object) &&
          (!entries.has("Matrix") || numbersAt(document, entries.get("Matrix"), object.bytes)?.length === MATRIX_LENGTH)
        );
      default:
        return false;
    }
  }

  /** An isolated CMYK group (11.4.5) with blending or transparency: some programs still blend in RGB. */
  private blendsInks({ value, bytes }: IndirectObject): boolean {
    const { document } = this.judged;
    const entries = value.kind === "dict" ? value.entries : null;
    const group = document.dict(entries?.get("Group"), bytes);
    const isIsolated = document.resolve(group?.value.entries.get("I"));
    if (group === null || isIsolated?.kind !== "bool" || !isIsolated.value || !group.value.entries.has("CS")) {
      return false;
    }
    const own = document.dict(entries?.get("Resources"), bytes);
    const states = own && document.dict(own.value.entries.get("ExtGState"), own.bytes);
    const isMixed = [...(states?.value.entries.values() ?? [])].some((state) => {
      const own = document.dict(state, states?.bytes ?? bytes)?.value.entries;
      return (
        blends(document, own) ||
        ["ca", "CA"].some((key) => own?.has(key) === true && document.number(own.get(key)) !== 1)
      );
    });
    return isMixed && judgeSpace(document, group.value.entries.get("CS"), group.bytes).isInk;
  }

  private graphicsState(name: string): Located<PdfDict> | null {
    const found = this.find("ExtGState", name);
    return found && this.judged.document.dict(found.value, found.bytes);
  }

  private find(category: string, name: string): Found | null {
    const { document } = this.judged;
    const entries = this.own && document.dict(this.own.value.entries.get(category), this.own.bytes);
    const value = entries?.value.entries.get(name.slice(1));
    return entries && value ? { value, bytes: entries.bytes } : null;
  }
}

/** Whether a graphics state sets a blend mode other than opaque painting (11.3.5). */
function blends(document: PdfDocument, state: PdfDict["entries"] | undefined): boolean {
  const mode = state?.get("BM");
  return mode !== undefined && !["Normal", "Compatible"].includes(document.name(mode) ?? "");
}

function isTrue(value: PdfValue | null): boolean {
  return value?.kind === "bool" && value.value;
}

function entriesOf({ value }: IndirectObject | Located<PdfDict>): PdfDict["entries"] | null {
  return value.kind === "dict" ? value.entries : null;
}

function streamOf(document: PdfDocument, value: PdfValue | undefined): IndirectObject | null {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  return object !== null && object.streamStart >= 0 ? object : null;
}
