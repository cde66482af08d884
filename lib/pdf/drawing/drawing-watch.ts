import type { Operand } from "@/lib/pdf/shadow/content-tokens";
import { PathWatch, type Oddity } from "./path-watch";
import type { FontFacts } from "./plain-font";
import type { PlainResources, StreamKind } from "./plain-resources";

interface Paint {
  /** Components of a colour; null where that is not known. */
  components: number | null;
  isPattern: boolean;
  /** The colour space was set without a colour, and programs start with different default colours. */
  isUnset: boolean;
  /** The last colour of a table; null for other spaces. */
  highest: number | null;
  /** A colour of printing inks other than black alone. */
  isInk: boolean;
  /** Every component goes from 0 to 1. */
  isOfLevels: boolean;
}

interface Painting {
  fill: Paint;
  stroke: Paint;
  /** Null before the first one is set. */
  font: FontFacts | "missing" | null;
  /** The layer whose content set the font; null outside of layers. */
  fontLayer: MarkedContent | null;
  mode: number;
  /** Horizontal scaling and leading other than their defaults, set in the content that draws this form: PDFium forgets them there. */
  isStretchedOutside: boolean;
  hasLeadingOutside: boolean;
  /** The same, set in this content. */
  isStretched: boolean;
  hasLeading: boolean;
  /** Of lines. */
  width: number;
  overprints: boolean;
  /** Transparent: the backdrop shows through. */
  mixes: boolean;
  /** By opacity. */
  fades: boolean;
}

/** Content between marks, and whether it belongs to a layer. */
interface MarkedContent {
  isLayer: boolean;
}

const BLACK: Paint = { components: 1, isPattern: false, isUnset: false, highest: null, isInk: false, isOfLevels: true };
const DEVICE: ReadonlyMap<string, number> = new Map([
  ["g", 1],
  ["G", 1],
  ["rg", 3],
  ["RG", 3],
  ["k", 4],
  ["K", 4],
]);
const COLOURS: ReadonlySet<string> = new Set([...DEVICE.keys(), "cs", "CS", "sc", "SC", "scn", "SCN", "sh"]);
const FILLS: ReadonlySet<string> = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const STROKES: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"]);
const SHOWS: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"']);
const LAST_TEXT_MODE = 7;
const INVISIBLE = 3;
const SPACE = 32;
/** Modes in which letters are outlined, some of them filled as well (table 104). */
const OUTLINED: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const THINNEST_OUTLINE = 0.001;
/** Writers round. */
const BEYOND_RANGE = 0.01;
const MAX_SAVED = 512;
/** The limits of ISO 32000-1, Annex C: bytes of a name, operands of an operator, bytes of a string. */
const LONGEST_NAME = 127;
const MOST_OPERANDS = 33;
const LONGEST_STRING = 32_767;
const INITIAL: Painting = {
  fill: BLACK,
  stroke: BLACK,
  font: null,
  fontLayer: null,
  mode: 0,
  isStretchedOutside: false,
  hasLeadingOutside: false,
  isStretched: false,
  hasLeading: false,
  width: 1,
  overprints: false,
  mixes: false,
  fades: false,
};

/**
 * Observes a content stream while it is read, and notes features that PDFium, pdf.js, poppler and MuPDF are known to draw differently: operands that do not fit
 * their operator, misplaced operators, and missing or underspecified resources.
 */
export class DrawingWatch {
  private painting: Painting;
  private readonly saved: Painting[] = [];
  private readonly path: PathWatch;
  private readonly marked: MarkedContent[] = [];
  /** Open in the content that draws this one as a form. */
  private readonly outerMarked: readonly MarkedContent[];
  /** Null for content whose forms are read by themselves, with a watch of their own. */
  private readonly kind: StreamKind | null;
  private readonly isForm: boolean;
  private isText = false;
  /** Inside of BX and EX, where unknown operators are allowed. */
  private compatible = 0;
  /** Behind d1, where a glyph has no colours of its own, and in tiles that take theirs from outside. */
  private isUncoloured: boolean;
  private isFirst = true;

  constructor(
    private readonly resources: PlainResources,
    private readonly note: (oddity: Oddity) => void,
    { kind = null, outer = null }: { kind?: StreamKind | null; outer?: DrawingWatch | null } = {},
  ) {
    this.kind = kind;
    this.isForm = outer !== null;
    this.isUncoloured = kind === "stencil";
    this.painting = outer ? inherited(outer.painting) : INITIAL;
    this.outerMarked = outer ? [...outer.outerMarked, ...outer.marked] : [];
    this.path = new PathWatch(note, outer?.path);
  }

  see(operator: string, operands: readonly Operand[]): void {
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (!hasPlainOperands(operator, operands)) {
      this.noteUnless(this.compatible > 0 && isPassedOver(operator, operands), "operands");
      return;
    }
    this.noteUnless(operands.every(isOfReadableSize), "operands");
    if (this.isUncoloured && COLOURS.has(operator)) {
      this.note("glyph_colour");
    }
    if (operator === "w") {
      this.painting = { ...this.painting, width: Number(operands[0]) };
    }
    if (this.path.see(operator, operands)) {
      const { fill, stroke, overprints } = this.painting;
      const used = [...(FILLS.has(operator) ? [fill] : []), ...(STROKES.has(operator) ? [stroke] : [])];
      this.noteUnless(!used.some(({ isUnset }) => isUnset), "unset_colour");
      this.noteUnless(!overprints || !used.some(({ isInk }) => isInk), "overprint");
      this.noteMixed(used);
      return;
    }
    if (operator === "d0" || operator === "d1") {
      this.isUncoloured = operator === "d1";
      // Operators before it, or between two of them, have colours in some programs only.
      this.noteUnless(this.kind === "glyph" && isFirst, "operands");
      return;
    }
    this.perform(operator, operands);
  }

  /** After the last operator. Some programs extend a layer or a path that is still open here into the surrounding content. */
  end(): void {
    this.noteUnless(!(this.isForm && this.path.isOpen), "path");
    this.noteUnless(!this.marked.some(({ isLayer }) => isLayer), "layer");
  }

  private perform(operator: string, operands: readonly Operand[]): void {
    switch (operator) {
      case "q":
      case "Q":
        return this.saveOrRestore(operator);
      case "BT":
      case "ET":
        this.isText = operator === "BT";
        return;
      case "Tz":
        this.painting = { ...this.painting, isStretched: operands[0] !== 100, isStretchedOutside: false };
        return;
      case "TL":
      case "TD":
        this.painting = { ...this.painting, hasLeading: Number(operands.at(-1)) !== 0, hasLeadingOutside: false };
        return;
      case "T*":
        return this.noteUnless(!this.painting.hasLeadingOutside, "text_mode");
      case "BX":
      case "EX":
        this.compatible += operator === "BX" ? 1 : -1;
        return;
      case "Tr":
        this.painting = { ...this.painting, mode: Number(operands[0]) };
        return this.noteUnless(
          Number.isInteger(operands[0]) && this.painting.mode >= 0 && this.painting.mode <= LAST_TEXT_MODE,
          "text_mode",
        );
      default:
        this.use(operator, operands);
    }
  }

  private use(operator: string, operands: readonly Operand[]): void {
    const name = typeof operands[0] === "string" ? operands[0] : "";
    switch (operator) {
      case "Tf":
        this.painting = {
          ...this.painting,
          font: this.resources.font(name) ?? "missing",
          fontLayer: this.marked.findLast(({ isLayer }) => isLayer) ?? null,
        };
        return;
      case "gs":
        this.painting = {
          ...this.painting,
          width: this.resources.lineWidth(name) ?? this.painting.width,
          overprints: this.resources.overprints(name) ?? this.painting.overprints,
          mixes: this.resources.mixes(name) ?? this.painting.mixes,
          fades: this.resources.fades(name) ?? this.painting.fades,
        };
        this.path.apply(this.resources.lineStyle(name));
        return this.noteIf(this.resources.state(name));
      case "Do":
        this.noteUnless(!this.isText, "text_object");
        // Poppler and MuPDF blend before they apply the opacity, PDFium and pdf.js after it.
        this.noteUnless(!this.painting.fades || !this.resources.blendsThrough(name), "state");
        this.followForm(name);
        // Poppler draws no tiles through a stencil.
        this.noteUnless(!this.painting.fill.isPattern || !this.resources.isStencil(name), "pattern");
        return this.noteIf(this.resources.xobject(name));
      case "sh":
        return this.noteIf(this.resources.shading(name));
      case "BMC":
      case "EMC":
        return this.mark(operator === "BMC" ? { isLayer: false } : null);
      case "BDC":
        this.mark({ isLayer: name === "/OC" });
        return this.noteIf(name === "/OC" ? this.resources.layer(operands[1]) : null);
      case "BI":
        return this.noteIf(this.resources.inlineImage(operands[0], operands[1]));
      default:
        if (SHOWS.has(operator)) {
          this.noteUnless(!this.painting.hasLeadingOutside || operator === "Tj" || operator === "TJ", "text_mode");
          this.show(operands.at(-1));
        } else {
          this.colour(operator, operands);
        }
    }
  }

  /** Programs differ in whether a drawing has colours within what has none. */
  private followForm(name: string): void {
    if (this.kind === null || !this.resources.isForm(name)) {
      return;
    }
    if (this.isUncoloured) {
      this.note("glyph_colour");
    } else {
      this.resources.followForm(name);
    }
  }

  private mark(opened: MarkedContent | null): void {
    if (opened === null) {
      this.marked.pop();
    } else if (this.marked.length < MAX_SAVED) {
      this.marked.push(opened);
    }
  }

  private saveOrRestore(operator: string): void {
    this.noteUnless(!this.isText, "text_object");
    if (operator === "Q") {
      this.painting = this.saved.pop() ?? this.painting;
    } else if (this.saved.length < MAX_SAVED) {
      this.saved.push(this.painting);
    } else {
      this.note("state");
    }
  }

  /** A font counts where text is shown in it: writers set fonts that they do not use, and show empty strings. */
  private show(text: Operand | undefined): void {
    const parts = Array.isArray(text) ? text : [text];
    if (parts.every((part) => typeof part === "number" || (part instanceof Uint8Array && part.length === 0))) {
      return;
    }
    const { fill, stroke, mode, fontLayer } = this.painting;
    this.noteUnless(!this.painting.isStretchedOutside, "text_mode");
    // Programs that skip a hidden layer continue with the font set before it.
    const isOpen = (layer: MarkedContent): boolean => this.marked.includes(layer) || this.outerMarked.includes(layer);
    this.noteUnless(fontLayer === null || isOpen(fontLayer), "layer");
    const font = this.painting.font === "missing" ? null : this.painting.font;
    this.noteMixed([fill]);
    this.noteUnless(this.painting.font !== "missing", "missing_resource");
    // A glyph that another font draws is not drawn alike by every program.
    this.noteUnless(font === null || (font.isPlain && this.kind !== "glyph"), "font");
    // Spaces look alike in all faces, and so does text without ink, which only lies over the picture of it.
    if (font?.missingFace && mode !== INVISIBLE && !parts.every(isSpace)) {
      this.note(font.missingFace);
    }
    this.noteUnless(!fill.isUnset, "unset_colour");
    this.noteUnless(mode === 0 || font?.isType3 !== true, "text_mode");
    // Poppler outlines no letters in a pattern, and PDFium draws no glyphs of a Type 3 font in one.
    this.noteUnless(!OUTLINED.has(mode) || !stroke.isPattern, "pattern");
    this.noteUnless(!fill.isPattern || font?.isType3 !== true, "pattern");
    // MuPDF draws no outlines of letters in the thinnest line, and poppler a shade of them.
    this.noteUnless(!OUTLINED.has(mode) || this.painting.width >= THINNEST_OUTLINE, "text_mode");
    for (const part of parts) {
      this.noteUnless(typeof part === "number" || part instanceof Uint8Array, "operands");
      if (part instanceof Uint8Array && font !== null) {
        this.noteUnless(font.showsAlike(part), "code");
      }
    }
  }

  private noteMixed(used: readonly Paint[]): void {
    this.noteUnless(!this.painting.mixes || !used.some(({ isInk }) => this.resources.mixesInks(isInk)), "mixed_inks");
  }

  private colour(operator: string, operands: readonly Operand[]): void {
    const device = DEVICE.get(operator);
    const isStroke = operator < "a";
    const name = operands.at(-1);
    if (device !== undefined) {
      this.noteUnless(areLevels(operands), "colour");
      this.setPaint(isStroke, {
        ...BLACK,
        components: device,
        isInk: device === 4 && (operands.slice(0, 3).some((ink) => ink !== 0) || operands[3] === 0),
      });
    } else if (operator === "cs" || operator === "CS") {
      const { oddity, space } = this.resources.space(typeof name === "string" ? name : "");
      this.noteIf(oddity);
      this.setPaint(isStroke, {
        components: space.components,
        isPattern: space.isPattern,
        isUnset: !space.beginsBlack,
        highest: space.highest,
        isInk: space.isInk,
        isOfLevels: space.isOfLevels,
      });
    } else if (COLOURS.has(operator)) {
      this.setColour(isStroke, operands);
    }
  }

  private setColour(isStroke: boolean, operands: readonly Operand[]): void {
    const paint = isStroke ? this.painting.stroke : this.painting.fill;
    const last = operands.at(-1);
    if (typeof last === "string") {
      this.noteUnless(paint.isPattern, "colour");
      this.noteIf(this.resources.pattern(last, operands.length - 1, paint.components));
    } else {
      this.noteUnless(
        !paint.isPattern &&
          (paint.components === null || operands.length === paint.components) &&
          operands.every((operand) => typeof operand === "number"),
        "colour",
      );
      this.noteUnless(!paint.isOfLevels || areLevels(operands), "colour");
      this.noteUnless(
        paint.highest === null || (Number.isInteger(last) && Number(last) >= 0 && Number(last) <= paint.highest),
        "colour",
      );
    }
    this.setPaint(isStroke, { ...paint, isUnset: false });
  }

  private setPaint(isStroke: boolean, paint: Paint): void {
    this.painting = isStroke ? { ...this.painting, stroke: paint } : { ...this.painting, fill: paint };
  }

  private noteIf(oddity: Oddity | null): void {
    if (oddity !== null) {
      this.note(oddity);
    }
  }

  private noteUnless(isPlain: boolean, oddity: Oddity): void {
    if (!isPlain) {
      this.note(oddity);
    }
  }
}

/** Of two bytes a code may be anything. */
function isSpace(part: Operand | undefined): boolean {
  return typeof part === "number" || (part instanceof Uint8Array && part.every((byte) => byte === SPACE));
}

/** The state in which a form begins (8.10.1). */
function inherited(outer: Painting): Painting {
  return {
    ...outer,
    // Each program takes another origin for a pattern that was chosen outside.
    fill: { ...outer.fill, isUnset: outer.fill.isUnset || outer.fill.isPattern },
    stroke: { ...outer.stroke, isUnset: outer.stroke.isUnset || outer.stroke.isPattern },
    isStretchedOutside: outer.isStretchedOutside || outer.isStretched,
    hasLeadingOutside: outer.hasLeadingOutside || outer.hasLeading,
    isStretched: false,
    hasLeading: false,
  };
}

/** Beyond none and all of it, some programs extrapolate a colour and others draw nothing. */
function areLevels(operands: readonly Operand[]): boolean {
  return operands.every((level) => Number(level) >= -BEYOND_RANGE && Number(level) <= 1 + BEYOND_RANGE);
}

const path = { m: "nn", l: "nn", c: "nnnnnn", v: "nnnn", y: "nnnn", h: "", re: "nnnn" };
const painting = { S: "", s: "", f: "", F: "", "f*": "", B: "", "B*": "", b: "", "b*": "", n: "", W: "", "W*": "" };
const states = { q: "", Q: "", cm: "nnnnnn", w: "n", J: "n", j: "n", M: "n", d: "an", ri: "N", i: "n", gs: "N" };
const text = {
  BT: "",
  ET: "",
  Tc: "n",
  Tw: "n",
  Tz: "n",
  TL: "n",
  Tf: "Nn",
  Tr: "n",
  Ts: "n",
  Td: "nn",
  TD: "nn",
  Tm: "nnnnnn",
  "T*": "",
  Tj: "s",
  TJ: "a",
  "'": "s",
  '"': "nns",
};
const colours = {
  CS: "N",
  cs: "N",
  SC: "*",
  SCN: "*",
  sc: "*",
  scn: "*",
  G: "n",
  g: "n",
  RG: "nnn",
  rg: "nnn",
  K: "nnnn",
  k: "nnnn",
};
const others = {
  d0: "nn",
  d1: "nnnnnn",
  sh: "N",
  BI: "ps",
  Do: "N",
  MP: "N",
  DP: "Np",
  BMC: "N",
  BDC: "Np",
  EMC: "",
  BX: "",
  EX: "",
};

/** Operands of each operator (ISO 32000-2, Annex A): a number, a name (N), a string, an array, a name or dictionary (p), or what the colour space asks for (*). */
const SHAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...path, ...painting, ...states, ...text, ...colours, ...others }),
);

/** Whether an operator is one of the standard and has just the operands that belong to it: with others, programs take the first, the last, or none. */
function hasPlainOperands(operator: string, operands: readonly Operand[]): boolean {
  const shape = SHAPES.get(operator);
  if (shape === undefined || shape === "*") {
    return shape === "*" && operands.length > 0;
  }
  if (operands.length !== shape.length) {
    return false;
  }
  for (let at = 0; at < shape.length; at += 1) {
    if (!isOfKind(shape[at], operands[at])) {
      return false;
    }
  }
  return true;
}

/** Between BX and EX only operators that nobody knows are allowed, not wrong operands for those of the standard. pdf.js gives up over long ones. */
function isPassedOver(operator: string, operands: readonly Operand[]): boolean {
  return !SHAPES.has(operator) && operator.length <= LONGEST_NAME && operands.length <= MOST_OPERANDS;
}

/** MuPDF cuts longer names, so that two become one, and PDFium longer strings. */
function isOfReadableSize(operand: Operand): boolean {
  if (Array.isArray(operand)) {
    return operand.every(isOfReadableSize);
  }
  return typeof operand === "string"
    ? operand.length - 1 < LONGEST_NAME
    : !(operand instanceof Uint8Array) || operand.length <= LONGEST_STRING;
}

function isOfKind(kind: string | undefined, operand: Operand | undefined): boolean {
  switch (kind) {
    case "n":
      return typeof operand === "number";
    case "N":
      return typeof operand === "string";
    case "s":
      return operand instanceof Uint8Array;
    case "a":
      return Array.isArray(operand);
    default:
      return typeof operand === "string" || operand instanceof Map;
  }
}
