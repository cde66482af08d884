import type { Operand } from "@/lib/pdf/content/content-tokens";
import { isLineStyle, isPlainPattern, type LineStyle } from "./graphics-state";
import type { Oddity } from "./oddity";

const BUILDS: ReadonlySet<string> = new Set(["m", "l", "c", "v", "y", "h", "re"]);
const PAINTS: ReadonlySet<string> = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);
const STROKES: ReadonlySet<string> = new Set(["S", "s", "B", "B*", "b", "b*"]);
/** Marked-content operators draw nothing and may occur anywhere. */
const MARKS: ReadonlySet<string> = new Set(["BMC", "BDC", "EMC", "MP", "DP"]);
const SQUARE_CAP = 2;
/** Beyond this, single-precision floats and fixed-point numbers have visible errors. In units of user space. */
const FAR = 1_000_000;

/** Checks path construction and line styles (8.5) for features that programs draw differently. */
export class PathWatch {
  private hasPath = false;
  private isClipping = false;
  /** The last `m` if nothing has followed it, or null. */
  private start: readonly Operand[] | null = null;
  private hasPoint = false;

  constructor(private readonly note: (oddity: Oddity) => void) {}

  /** Whether a path was begun but not painted. */
  get isOpen(): boolean {
    return this.hasPath;
  }

  /** Returns whether the operator builds, clips by or paints a path. `line` is the style in force before it. */
  see(operator: string, operands: readonly Operand[], line: LineStyle): boolean {
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
        !(STROKES.has(operator) && line.cap === SQUARE_CAP && (this.hasPoint || line.hasZeroDash)),
        "line",
      );
      [this.hasPath, this.isClipping, this.hasPoint, this.start] = [false, false, false, null];
      return true;
    }
    if (!MARKS.has(operator)) {
      this.noteUnless(!this.isClipping, "clip");
      this.noteUnless(!(this.hasPath && operator === "Do"), "path");
    }
    this.judge(operator, operands);
    return false;
  }

  /** Does not check for a path that is left open at the end of a stream: see `DrawingWatch.end`. */
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

  /** Checks the operands of operators that set line styles and coordinates. */
  private judge(operator: string, operands: readonly Operand[]): void {
    const [first, second] = operands;
    switch (operator) {
      case "d": {
        const lengths = Array.isArray(first) ? first : [];
        return this.noteUnless(
          lengths.every((length) => typeof length === "number") &&
            isPlainPattern(lengths, Number(second)) &&
            Number(second) <= FAR,
          "line",
        );
      }
      case "J":
      case "j":
        return this.noteUnless(isLineStyle(Number(first)), "line");
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
