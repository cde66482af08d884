import type { PdfDocument } from "@/lib/pdf/document";
import type { LookBudget } from "@/lib/pdf/shadow/budget";
import type { Operand } from "@/lib/pdf/shadow/content-tokens";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { endsWithRows } from "./fax-rows";
import type { LineStyle } from "./graphics-state";
import type { Oddity } from "./oddity";
import { judgeFont, type FontFacts } from "./plain-font";
import { numbersAt } from "./plain-function";
import { isPlainImage } from "./plain-image";
import { coloursOfPattern, isPlainCalculation, isPlainShading } from "./plain-pattern";
import { DEVICE_COMPONENTS, isPlainDefault, judgeSpace, type SpaceFacts } from "./plain-space";
import { isPlainState } from "./plain-state";
import { reachesIntoGap } from "./tile-reach";

/** The kind of a drawing stream: content in colours, a glyph, which says whether it has colours, or a tile that takes its colour from outside (8.7.3.3). */
export type StreamKind = "content" | "glyph" | "stencil";

/** Follows what is drawn by a stream of its own. */
type WatchStream = (object: IndirectObject, resources: Located<PdfDict> | null, kind: StreamKind) => readonly Oddity[];
type Role = "xobject" | "state" | "font" | "shading" | "tile";

/** Resources judged once for a document, by object number and by what the object is used as: one object can be used as several things. */
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

  /** Notes what a glyph, a pattern or a mask holds, on every page that uses it. */
  stream(object: IndirectObject, resources: Located<PdfDict> | null, kind: StreamKind): void {
    const key = [kind, object.num, resources?.num, resources?.value.start].join(" ");
    let oddities = this.streams.get(key);
    if (oddities === undefined) {
      // One that draws itself is not followed again.
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

  /** Null for a font that is missing. */
  font(name: string): FontFacts | null {
    if (!this.fonts.has(name)) {
      this.fonts.set(name, this.readFont(name));
    }
    return this.fonts.get(name) ?? null;
  }

  state(name: string): Oddity | null {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const state = found && document.dict(found.value, found.bytes);
    if (state === null) {
      return "missing_resource";
    }
    const mask = state.value.entries.has("SMask") ? document.dict(state.value.entries.get("SMask"), state.bytes) : null;
    this.watchStream(mask?.value.entries.get("G"));
    return this.judged.once("state", state.num, () => (isPlainState(document, state) ? null : "state"));
  }

  /** True or false for a graphics state that sets it, null for one that does not. */
  overprints(name: string): boolean | null {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const entries = (found && document.dict(found.value, found.bytes))?.value.entries;
    const says = ["op", "OP"].flatMap((key) => document.resolve(entries?.get(key)) ?? []);
    return says.length === 0 ? null : says.some((value) => value.kind === "bool" && value.value);
  }

  /** The width of lines that a graphics state sets; null for none. */
  lineWidth(name: string): number | null {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const entries = (found && document.dict(found.value, found.bytes))?.value.entries;
    return document.number(entries?.get("LW"));
  }

  /** The ends and dashes of lines that a graphics state sets. */
  lineStyle(name: string): Partial<LineStyle> {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const state = found && document.dict(found.value, found.bytes);
    const cap = document.number(state?.value.entries.get("LC"));
    const dashes = state && document.array(state.value.entries.get("D"), state.bytes);
    const lengths = dashes && numbersAt(document, dashes.value.items[0], dashes.bytes);
    return { ...(cap === null ? {} : { cap }), ...(lengths ? { hasZeroDash: lengths.includes(0) } : {}) };
  }

  /** As for `overprints`: whether all that is drawn is see-through by an opacity of its own. */
  fades(name: string): boolean | null {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const opacity = document.number((found && document.dict(found.value, found.bytes))?.value.entries.get("ca"));
    return opacity === null ? null : opacity !== 1;
  }

  /** Whether a form is a group whose content blends with what lies beneath the group (11.4.8). */
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
    return [...(states?.value.entries.values() ?? [])].some((value) => {
      const mode = (states && document.dict(value, states.bytes))?.value.entries.get("BM");
      return mode !== undefined && !["Normal", "Compatible"].includes(document.name(mode) ?? "");
    });
  }

  /** As for `overprints`: whether what lies beneath shines through. */
  mixes(name: string): boolean | null {
    const { document } = this.judged;
    const found = this.find("ExtGState", name);
    const entries = (found && document.dict(found.value, found.bytes))?.value.entries;
    const says = ["ca", "CA", "BM"].filter((key) => entries?.has(key));
    return says.length === 0
      ? null
      : says.some((key) =>
          key === "BM"
            ? !["Normal", "Compatible"].includes(document.name(entries?.get(key)) ?? "")
            : document.number(entries?.get(key)) !== 1,
        );
  }

  /** Whether a colour is blended with its backdrop in CMYK, because of its own colour space or the page's. */
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

  /** Follows a form that is drawn by a stream of its own; that of a page is read by itself. */
  followForm(name: string): void {
    this.watchStream(this.find("XObject", name)?.value);
  }

  isForm(name: string): boolean {
    const object = streamOf(this.judged.document, this.find("XObject", name)?.value);
    return object !== null && this.judged.document.name(entriesOf(object)?.get("Subtype")) === "Form";
  }

  /** An image that only says where there is colour (8.9.6.2). */
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
    // MuPDF fills the page with the ground of a shading that is painted by itself; the others have it for patterns only (table 77).
    const hasGround = this.judged.document.dict(found.value, found.bytes)?.value.entries.has("Background") === true;
    return this.isPlainShading(found) && !hasGround ? null : "shading";
  }

  private readonly isPlainShading = ({ value, bytes }: Found): boolean => {
    const { document, budget } = this.judged;
    const num = value.kind === "ref" ? value.num : null;
    return this.judged.once("shading", num, () => isPlainShading(document, { value, bytes }, budget));
  };

  /** `colours`: operands beside the name. */
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

  /** Checks the property list of marked content. A missing one belongs to no layer. */
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

  /** A colour space of the resources by a name of the standard is one of two, depending on the program. */
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

  /** The content of forms is watched where it is drawn. */
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

  /** An isolated CMYK group (11.4.5) that blends or lets something shine through: some programs still do so in RGB. */
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
    const blends = [...(states?.value.entries.values() ?? [])].some((state) => {
      const own = document.dict(state, states?.bytes ?? bytes)?.value.entries;
      const mode = own?.get("BM");
      return (
        (mode !== undefined && !["Normal", "Compatible"].includes(document.name(mode) ?? "")) ||
        ["ca", "CA"].some((key) => own?.has(key) === true && document.number(own.get(key)) !== 1)
      );
    });
    return blends && judgeSpace(document, group.value.entries.get("CS"), group.bytes).isInk;
  }

  private find(category: string, name: string): Found | null {
    const { document } = this.judged;
    const entries = this.own && document.dict(this.own.value.entries.get(category), this.own.bytes);
    const value = entries?.value.entries.get(name.slice(1));
    return entries && value ? { value, bytes: entries.bytes } : null;
  }
}

function isTrue(value: PdfValue | null): boolean {
  return value?.kind === "bool" && value.value;
}

function entriesOf({ value }: IndirectObject | Located<PdfDict>): PdfDict["entries"] | null {
  return value.kind === "dict" ? value.entries : null;
}

const CODED_DEPTHS: ReadonlySet<Operand | undefined> = new Set(["/DCT", "/DCTDecode"]);

/** Sides that are no counts, fax rows, whose end only their decoder finds, a depth left to the program, and a table that is too short are drawn differently. */
function isPlainInlineImage(entries: ReadonlyMap<string, Operand>, data: Operand | undefined): boolean {
  const entry = (short: string, long: string): Operand | undefined => entries.get(short) ?? entries.get(long);
  const filter = entry("/F", "/Filter");
  const last = Array.isArray(filter) ? filter.at(-1) : filter;
  const isStencil = entries.has("/IM") || entries.has("/ImageMask");
  const space = entry("/CS", "/ColorSpace");
  const [family, base, highest, table] = Array.isArray(space) ? space : [];
  const components = typeof base === "string" ? DEVICE_COMPONENTS.get(base.slice(1)) : undefined;
  const depth = entry("/BPC", "/BitsPerComponent");
  const isIndexed = family === "/I" || family === "/Indexed";
  const isShort =
    table instanceof Uint8Array &&
    typeof highest === "number" &&
    components !== undefined &&
    table.length < (highest + 1) * components;
  return (
    isCount(entry("/W", "/Width")) &&
    isCount(entry("/H", "/Height")) &&
    (!isFax(last) || (!(Array.isArray(filter) && filter.length > 1) && isPlainInlineFax(entry, data))) &&
    // Of a stencil with more than one bit, which has one (8.9.6.2), poppler reads other bits.
    (isStencil ? depth === undefined || depth === 1 : CODED_DEPTHS.has(last) || depth !== undefined) &&
    !(isIndexed && isShort)
  );
}

/** MuPDF gives up the page over an image without rows. */
function isCount(side: Operand | undefined): boolean {
  return typeof side === "number" && Number.isInteger(side) && side > 0;
}

type Entry = (short: string, long: string) => Operand | undefined;

function isFax(filter: Operand | undefined): boolean {
  return filter === "/CCF" || filter === "/CCITTFaxDecode";
}

/** Parameters that do not decide where rows end. The values true and false are not among the operands. */
const PARAMETERS_OF_PLAIN_FAX: ReadonlySet<string> = new Set(["/K", "/Columns", "/Rows", "/BlackIs1"]);

/** Fax rows of two dimensions that fit the image and end with its data, as printed scans have them for every letter. */
function isPlainInlineFax(entry: Entry, data: Operand | undefined): boolean {
  const [columns, rows] = [entry("/W", "/Width"), entry("/H", "/Height")];
  const written = entry("/DP", "/DecodeParms");
  const parameters = Array.isArray(written) && written.length === 1 ? written[0] : written;
  if (!(parameters instanceof Map) || !(data instanceof Uint8Array)) {
    return false;
  }
  const k = parameters.get("/K");
  return (
    [...parameters.keys()].every((key) => PARAMETERS_OF_PLAIN_FAX.has(key)) &&
    (entry("/BPC", "/BitsPerComponent") ?? 1) === 1 &&
    ["/G", "/DeviceGray", undefined].includes(entry("/CS", "/ColorSpace") as string | undefined) &&
    typeof columns === "number" &&
    typeof rows === "number" &&
    parameters.get("/Columns") === columns &&
    (parameters.get("/Rows") ?? rows) === rows &&
    k === -1 &&
    endsWithRows(Buffer.from(data.buffer, data.byteOffset, data.length), {
      ...{ k, columns, rows },
      isAligned: false,
      isEnded: false,
    })
  );
}

function streamOf(document: PdfDocument, value: PdfValue | undefined): IndirectObject | null {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  return object !== null && object.streamStart >= 0 ? object : null;
}

/** Whether all programs find the same layers for marked content or a drawing (8.11.2); the layers' visibility is checked elsewhere. */
function isPlainLayer(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.dict(value, bytes);
  if (found === null) {
    return true;
  }
  switch (document.name(found.value.entries.get("Type"))) {
    case "OCG":
      return isForViewing(document, found);
    case "OCMD":
      return isPlainMembership(document, found);
    default:
      return false;
  }
}

/** Layers for other purposes than viewing are shown by most programs, and not by MuPDF. */
function isForViewing(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const several = document.array(entries.get("Intent"), bytes);
  const intents = (several?.value.items ?? [entries.get("Intent")]).map((intent) => document.name(intent));
  return !entries.has("Intent") || intents.some((intent) => intent === "View" || intent === "All");
}

/** MuPDF treats /AnyOff as /AllOff, and is inconsistent about an empty membership. */
function isPlainMembership(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  if (entries.has("VE")) {
    return isPlainExpression(document, entries.get("VE"), bytes, 0);
  }
  const list = document.array(entries.get("OCGs"), bytes);
  const members = list?.value.items ?? [entries.get("OCGs")];
  const isMember = (member: PdfValue | undefined): boolean => isLayer(document, member, list?.bytes ?? bytes);
  return members.length > 0 && members.every(isMember) && document.name(entries.get("P")) !== "AnyOff";
}

function isLayer(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  return document.name(document.dict(value, bytes)?.value.entries.get("Type")) === "OCG";
}

/** Programs stop at different depths. */
const DEEPEST_EXPRESSION = 8;

/** An operator and its operands: one layer or expression for /Not, at least one for the others. Without operands, programs differ. */
function isPlainExpression(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer, depth: number): boolean {
  const expression = document.array(value, bytes);
  const [operator, ...operands] = expression?.value.items ?? [];
  const isOfNumber =
    operator?.kind === "name" &&
    ((operator.value === "Not" && operands.length === 1) ||
      (["And", "Or"].includes(operator.value) && operands.length > 0));
  return (
    expression !== null &&
    isOfNumber &&
    depth < DEEPEST_EXPRESSION &&
    operands.every(
      (operand) =>
        isLayer(document, operand, expression.bytes) ||
        isPlainExpression(document, operand, expression.bytes, depth + 1),
    )
  );
}
