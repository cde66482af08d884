import type { Operand } from "@/lib/pdf/shadow/content-tokens";
import { isLineStyle, isPlainPattern } from "./plain-state";

/** Features of content that programs draw differently. */
export type Oddity =
  | "operands"
  | "path"
  | "clip"
  | "line"
  | "text_object"
  | "text_mode"
  | "colour"
  | "unset_colour"
  | "glyph_colour"
  | "missing_resource"
  | "colour_space"
  | "state"
  | "font"
  | "code"
  | "xobject"
  | "inline_image"
  | "pattern"
  | "overprint"
  | "mixed_inks"
  | "layer"
  | "shading"
  | "annotation"
  | "viewer_preferences"
  | MissingFace;

/** A face by its name in the file, which does not have it: programs show another one. */
export type MissingFace = `face ${string}`;

export function isMissingFace(oddity: Oddity): oddity is MissingFace {
  return oddity.startsWith("face ");
}

const BUILDS: ReadonlySet<string> = new Set(["m", "l", "c", "v", "y", "h", "re"]);
const PAINTS: ReadonlySet<string> = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);
const STROKES: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"]);
/** Marked content draws nothing and may stand anywhere. */
const MARKS: ReadonlySet<string> = new Set(["BMC", "BDC", "EMC", "MP", "DP"]);
const SQUARE_CAP = 2;
const MAX_SAVED = 512;
/** Beyond it, single floats and fixed points lose what can be seen. In units of user space. */
const FAR = 1_000_000;

/** How lines end and what dashes they have. */
export interface LineStyle {
  cap: number;
  hasZeroDash: boolean;
}

/** Paths and how lines are drawn (8.5): what programs draw in different ways. */
export class PathWatch {
  private hasPath = false;
  private isClipping = false;
  private line: LineStyle;
  private readonly saved: LineStyle[] = [];
  /** The last `m`, while nothing followed it; null otherwise. */
  private start: readonly Operand[] | null = null;
  private hasPoint = false;

  /** `outer`: of the content that draws this one as a form. */
  constructor(
    private readonly note: (oddity: Oddity) => void,
    outer?: PathWatch,
  ) {
    this.line = outer?.line ?? { cap: 0, hasZeroDash: false };
  }

  /** Whether a path was begun and not painted. */
  get isOpen(): boolean {
    return this.hasPath;
  }

  /** What a graphics state sets. */
  apply(style: Partial<LineStyle>): void {
    this.line = { ...this.line, ...style };
  }

  /** Whether the operator was one of paths. */
  see(operator: string, operands: readonly Operand[]): boolean {
    if (BUILDS.has(operator)) {
      this.build(operator, operands);
      return true;
    }
    if (operator === "W" || operator === "W*") {
      this.noteUnless(this.hasPath, "clip");
      this.isClipping = true;
      return true;
    }
    if (PAINTS.has(operator)) {
      this.noteUnless(
        !(STROKES.has(operator) && this.line.cap === SQUARE_CAP && (this.hasPoint || this.line.hasZeroDash)),
        "line",
      );
      [this.hasPath, this.isClipping, this.hasPoint, this.start] = [false, false, false, null];
      return true;
    }
    if (!MARKS.has(operator)) {
      this.noteUnless(!this.isClipping, "clip");
      this.noteUnless(!(this.hasPath && operator === "Do"), "path");
    }
    this.setLine(operator, operands);
    return false;
  }

  /** A path still open at the end of a stream is closed there, or by the stream's user. */
  private build(operator: string, operands: readonly Operand[]): void {
    const isBegun = this.hasPath || operator === "m" || operator === "re";
    this.noteUnless(isBegun || operator === "h", "path");
    this.noteUnless(!(this.isClipping && isBegun && operator !== "h"), "clip");
    this.noteUnless(!(operator === "h" && this.start !== null), "line");
    this.noteUnless(
      operands.every((number) => Math.abs(Number(number)) <= FAR),
      "path",
    );
    this.hasPoint ||=
      operator === "l" && this.start !== null && this.start[0] === operands[0] && this.start[1] === operands[1];
    this.start = operator === "m" ? operands : null;
    this.hasPath ||= operator !== "h";
  }

  private setLine(operator: string, operands: readonly Operand[]): void {
    const [first, second] = operands;
    switch (operator) {
      case "d": {
        const lengths = Array.isArray(first) ? first : [];
        this.apply({ hasZeroDash: lengths.includes(0) });
        return this.noteUnless(
          lengths.every((length) => typeof length === "number") &&
            isPlainPattern(lengths, Number(second)) &&
            Number(second) <= FAR,
          "line",
        );
      }
      case "J":
      case "j":
        this.apply(operator === "J" ? { cap: Number(first) } : {});
        return this.noteUnless(isLineStyle(Number(first)), "line");
      case "q":
        if (this.saved.length < MAX_SAVED) {
          this.saved.push(this.line);
        }
        return;
      case "Q":
        this.line = this.saved.pop() ?? this.line;
        return;
      case "w":
        return this.noteUnless(Number(first) >= 0, "line");
      case "cm":
      case "Td":
      case "TD":
      case "Tm":
        return this.noteUnless(
          operands.every((number) => Math.abs(Number(number)) <= FAR),
          "path",
        );
      default:
    }
  }

  private noteUnless(isPlain: boolean, oddity: Oddity): void {
    if (!isPlain) {
      this.note(oddity);
    }
  }
}
