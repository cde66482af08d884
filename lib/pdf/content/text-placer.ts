import type { Operand } from "@/lib/pdf/content/content-tokens";
import { boxAround, IDENTITY, intersection, multiply, NOWHERE, pointAt, union, type Matrix } from "./geometry";
import { numbersIn, type GraphicsState } from "./graphics-state";
import type { AddMark } from "./marks";
import type { Resources } from "./resources";

/** Vertical extent of letters on their line, relative to the font size. */
const LOW = -0.2,
  MIDDLE = 0.25,
  HIGH = 0.7;
const SPACE = 32;
/** The first text rendering mode that clips (table 104). */
const CLIPPING = 4;

/** Text objects, text positioning and text showing (9.4). */
export class TextPlacer {
  private line: Matrix = IDENTITY;
  private at: Matrix = IDENTITY;
  /** The box of the letters in this text object that clip the following content. */
  private clipping = NOWHERE;

  constructor(
    private readonly add: AddMark,
    private readonly resources: Resources,
  ) {}

  /** Returns whether the operator was a text operator. */
  perform(operator: string, operands: readonly Operand[], state: GraphicsState): boolean {
    const [first] = operands;
    const number = typeof first === "number" ? first : 0;
    switch (operator) {
      case "Tj":
        return this.show([first], state);
      case "TJ":
        return this.show(Array.isArray(first) ? first : [], state);
      case "'":
        this.move(0, -state.leading);
        return this.show([first], state);
      case '"':
        state.wordSpace = number;
        state.characterSpace = numbersIn(operands)[1] ?? 0;
        this.move(0, -state.leading);
        return this.show(operands.slice(2), state);
      default:
        return this.place(operator, operands, state) || this.setState(operator, operands, number, state);
    }
  }

  private place(operator: string, operands: readonly Operand[], state: GraphicsState): boolean {
    switch (operator) {
      case "BT":
        this.line = IDENTITY;
        this.at = IDENTITY;
        this.clipping = NOWHERE;
        return true;
      case "ET":
        // Clipping by no letters at all leaves nothing visible.
        if (state.renderingMode >= CLIPPING || this.clipping !== NOWHERE) {
          state.clip = intersection(state.clip, this.clipping);
        }
        return true;
      case "Td": {
        const [x = 0, y = 0] = numbersIn(operands);
        this.move(x, y);
        return true;
      }
      case "Tm": {
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersIn(operands);
        this.line = [a, b, c, d, e, f];
        this.at = this.line;
        return true;
      }
      default:
        return false;
    }
  }

  private setState(operator: string, operands: readonly Operand[], number: number, state: GraphicsState): boolean {
    switch (operator) {
      case "Tf":
        state.font = this.resources.font(typeof operands[0] === "string" ? operands[0] : "/");
        state.fontSize = typeof operands[1] === "number" ? operands[1] : 0;
        return true;
      case "TD": {
        const [x = 0, y = 0] = numbersIn(operands);
        state.leading = -y;
        this.move(x, y);
        return true;
      }
      case "T*":
        this.move(0, -state.leading);
        return true;
      case "Tc":
        state.characterSpace = number;
        return true;
      case "Tw":
        state.wordSpace = number;
        return true;
      case "Tz":
        state.stretch = number / 100;
        return true;
      case "TL":
        state.leading = number;
        return true;
      case "Ts":
        state.rise = number;
        return true;
      case "Tr":
        state.renderingMode = number;
        return true;
      default:
        return false;
    }
  }

  private move(x: number, y: number): void {
    this.line = multiply([1, 0, 0, 1, x, y], this.line);
    this.at = this.line;
  }

  private show(parts: readonly (Operand | undefined)[], state: GraphicsState): true {
    const { fontSize, stretch } = state;
    let width = 0;
    const codes: Uint8Array[] = [];
    for (const part of parts) {
      if (part instanceof Uint8Array) {
        codes.push(part);
        width += advanceOf(part, state);
      } else if (typeof part === "number") {
        width -= (part / 1000) * fontSize * stretch;
      }
    }
    const all = codes.length === 1 && codes[0] ? codes[0] : Buffer.concat(codes);
    if (all.length > 0) {
      this.mark(all, width, state);
    }
    this.at = multiply([1, 0, 0, 1, width, 0], this.at);
    return true;
  }

  private mark(codes: Uint8Array, width: number, state: GraphicsState): void {
    const { font, fontSize, stretch, rise, clip, fill, stroke, fillAlpha, strokeAlpha, renderingMode } = state;
    const matrix = multiply(this.at, state.matrix);
    const [start, middle, end] = [0.1, 0.5, 0.9].map((share) =>
      pointAt(matrix, width * share, rise + MIDDLE * fontSize),
    ) as [[number, number], [number, number], [number, number]];
    const isStroked = renderingMode === 1 || renderingMode === 5;
    const isInkless = !font.isType3 && (renderingMode === 3 || (isStroked ? strokeAlpha : fillAlpha) === 0);
    const box = boxAround(matrix, 0, rise + LOW * fontSize, width, rise + HIGH * fontSize);
    if (renderingMode >= CLIPPING && codes.some((code) => code !== SPACE)) {
      this.clipping = union(this.clipping, box);
    }
    this.add({
      kind: "text",
      box,
      clip,
      codes,
      font,
      isInkless,
      points: [...start, ...middle, ...end],
      colour: isStroked ? stroke : font.isType3 || renderingMode === 2 || renderingMode > 5 ? null : fill,
      height: Math.abs(fontSize) * thinnest([matrix[0] * stretch, matrix[1] * stretch, matrix[2], matrix[3]]),
    });
  }
}

/** The minimum extent of a unit square after transformation: letters can be squeezed to a line in any direction. */
function thinnest([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  const longest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  return longest === 0 ? 0 : Math.abs(a * d - b * c) / longest;
}

function advanceOf(codes: Uint8Array, { font, fontSize, characterSpace, wordSpace, stretch }: GraphicsState): number {
  let width = 0;
  for (let at = 0; at + font.codeBytes <= codes.length; at += font.codeBytes) {
    const code = font.codeBytes === 1 ? (codes[at] ?? 0) : (codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0);
    width += font.widthOf(code) * fontSize + characterSpace + (font.codeBytes === 1 && code === SPACE ? wordSpace : 0);
  }
  return width * stretch;
}
