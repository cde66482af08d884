import type { Operand } from "@/lib/pdf/content/content-tokens";
import {
  BLACK,
  inherited,
  INITIAL,
  type GraphicsState,
  type LineStyle,
  type MarkedContent,
  type Paint,
} from "./graphics-state";
import type { Oddity } from "./oddity";
import { hasPlainOperands, isOfReadableSize, isPassedOver } from "./operand-shapes";
import { PathWatch } from "./path-watch";
import type { PlainResources, StreamKind } from "./plain-resources";

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
/** Modes in which letters are outlined, with or without fill (table 104). */
const OUTLINED: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const THINNEST_OUTLINE = 0.001;
/** Tolerance for rounding by writers. */
const BEYOND_RANGE = 0.01;
const MAX_SAVED = 512;
/**
 * Observes a content stream while it is read, and notes features that PDFium, pdf.js, poppler and MuPDF are known to
 * draw differently: operands that do not fit their operator, misplaced operators, and missing or underspecified
 * resources.
 */
export class DrawingWatch {
  private state: GraphicsState;
  private readonly saved: GraphicsState[] = [];
  private readonly path: PathWatch;
  private readonly marked: MarkedContent[] = [];
  /** Marked content that is open in the content that draws this one as a form. */
  private readonly outerMarked: readonly MarkedContent[];
  /** Null for content whose forms are read separately, each with its own watch. */
  private readonly kind: StreamKind | null;
  private readonly isForm: boolean;
  private isText = false;
  /** The depth of BX … EX sections, where unknown operators are allowed. */
  private compatible = 0;
  /** Set after d1, where a glyph has no colours of its own, and in tiles that take theirs from outside. */
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
    this.state = outer ? inherited(outer.state) : INITIAL;
    this.outerMarked = outer ? [...outer.outerMarked, ...outer.marked] : [];
    this.path = new PathWatch(note);
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
    if (this.path.see(operator, operands, this.state.line)) {
      const { fill, stroke, overprints } = this.state;
      const used = [...(FILLS.has(operator) ? [fill] : []), ...(STROKES.has(operator) ? [stroke] : [])];
      this.noteUnless(!used.some(({ isUnset }) => isUnset), "unset_colour");
      this.noteUnless(!overprints || !used.some(({ isInk }) => isInk), "overprint");
      this.noteMixed(used);
      return;
    }
    if (operator === "d0" || operator === "d1") {
      this.isUncoloured = operator === "d1";
      // Operators before it, or between d0 and d1, have colours only in some programs.
      this.noteUnless(this.kind === "glyph" && isFirst, "operands");
      return;
    }
    this.perform(operator, operands);
  }

  /**
   * Called after the last operator. Some programs extend a layer or a path that is still open here into the
   * surrounding content.
   */
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
        this.state = { ...this.state, isStretched: operands[0] !== 100, isStretchedOutside: false };
        return;
      case "TL":
      case "TD":
        this.state = { ...this.state, hasLeading: Number(operands.at(-1)) !== 0, hasLeadingOutside: false };
        return;
      case "T*":
        return this.noteUnless(!this.state.hasLeadingOutside, "text_mode");
      case "w":
        this.state = { ...this.state, width: Number(operands[0]) };
        return;
      case "J":
        return this.setLine({ cap: Number(operands[0]) });
      case "d":
        return this.setLine({ hasZeroDash: Array.isArray(operands[0]) && operands[0].includes(0) });
      case "BX":
      case "EX":
        this.compatible += operator === "BX" ? 1 : -1;
        return;
      case "Tr":
        this.state = { ...this.state, mode: Number(operands[0]) };
        return this.noteUnless(
          Number.isInteger(operands[0]) && this.state.mode >= 0 && this.state.mode <= LAST_TEXT_MODE,
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
        this.state = {
          ...this.state,
          font: this.resources.font(name) ?? "missing",
          fontLayer: this.marked.findLast(({ isLayer }) => isLayer) ?? null,
        };
        return;
      case "gs":
        this.state = {
          ...this.state,
          width: this.resources.lineWidth(name) ?? this.state.width,
          overprints: this.resources.overprints(name) ?? this.state.overprints,
          mixes: this.resources.mixes(name) ?? this.state.mixes,
          fades: this.resources.fades(name) ?? this.state.fades,
        };
        this.setLine(this.resources.lineStyle(name));
        return this.noteIf(this.resources.state(name));
      case "Do":
        this.noteUnless(!this.isText, "text_object");
        // Poppler and MuPDF blend before they apply the opacity, while PDFium and pdf.js blend afterwards.
        this.noteUnless(!this.state.fades || !this.resources.blendsThrough(name), "state");
        this.followForm(name);
        // Poppler does not draw tiles through a stencil.
        this.noteUnless(!this.state.fill.isPattern || !this.resources.isStencil(name), "pattern");
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
          this.noteUnless(!this.state.hasLeadingOutside || operator === "Tj" || operator === "TJ", "text_mode");
          this.show(operands.at(-1));
        } else {
          this.colour(operator, operands);
        }
    }
  }

  /** Programs differ in whether a form may set colours inside content that has none. */
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
      this.state = this.saved.pop() ?? this.state;
    } else if (this.saved.length < MAX_SAVED) {
      this.saved.push(this.state);
    } else {
      this.note("state");
    }
  }

  /** Fonts are checked only where text is shown: writers set fonts that they do not use, and show empty strings. */
  private show(text: Operand | undefined): void {
    const parts = Array.isArray(text) ? text : [text];
    if (parts.every((part) => typeof part === "number" || (part instanceof Uint8Array && part.length === 0))) {
      return;
    }
    const { fill, stroke, mode, fontLayer } = this.state;
    this.noteUnless(!this.state.isStretchedOutside, "text_mode");
    // Programs that skip a hidden layer continue with the font that was set before it.
    const isOpen = (layer: MarkedContent): boolean => this.marked.includes(layer) || this.outerMarked.includes(layer);
    this.noteUnless(fontLayer === null || isOpen(fontLayer), "layer");
    const font = this.state.font === "missing" ? null : this.state.font;
    this.noteMixed([fill]);
    this.noteUnless(this.state.font !== "missing", "missing_resource");
    // Programs draw a Type 3 glyph differently if it shows text in another font.
    this.noteUnless(font === null || (font.isPlain && this.kind !== "glyph"), "font");
    // Spaces look alike in all fonts, as does invisible text, which only overlays a picture of the text.
    if (font?.missingFace && mode !== INVISIBLE && !parts.every(isSpace)) {
      this.note(font.missingFace);
    }
    this.noteUnless(!fill.isUnset, "unset_colour");
    this.noteUnless(mode === 0 || font?.isType3 !== true, "text_mode");
    // Poppler does not outline letters with a pattern, and PDFium does not draw glyphs of a Type 3 font with one.
    this.noteUnless(!OUTLINED.has(mode) || !stroke.isPattern, "pattern");
    this.noteUnless(!fill.isPattern || font?.isType3 !== true, "pattern");
    // MuPDF does not draw letter outlines in the thinnest line, and poppler draws only a shade of them.
    this.noteUnless(!OUTLINED.has(mode) || this.state.width >= THINNEST_OUTLINE, "text_mode");
    for (const part of parts) {
      this.noteUnless(typeof part === "number" || part instanceof Uint8Array, "operands");
      if (part instanceof Uint8Array && font !== null) {
        this.noteUnless(font.showsAlike(part), "code");
      }
    }
  }

  private noteMixed(used: readonly Paint[]): void {
    this.noteUnless(!this.state.mixes || !used.some(({ isInk }) => this.resources.mixesInks(isInk)), "mixed_inks");
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
    const paint = isStroke ? this.state.stroke : this.state.fill;
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

  private setLine(style: Partial<LineStyle>): void {
    this.state = { ...this.state, line: { ...this.state.line, ...style } };
  }

  private setPaint(isStroke: boolean, paint: Paint): void {
    this.state = isStroke ? { ...this.state, stroke: paint } : { ...this.state, fill: paint };
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

/** With two-byte codes, a space byte may be part of any code. */
function isSpace(part: Operand | undefined): boolean {
  return typeof part === "number" || (part instanceof Uint8Array && part.every((byte) => byte === SPACE));
}

/** Outside the range from 0 to 1, some programs extrapolate a colour and others draw nothing. */
function areLevels(operands: readonly Operand[]): boolean {
  return operands.every((level) => Number(level) >= -BEYOND_RANGE && Number(level) <= 1 + BEYOND_RANGE);
}
