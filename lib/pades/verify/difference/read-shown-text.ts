import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import type { ShownLetters } from "./blanks";
import type { FontDecoder } from "./font-text";
import { isPlain } from "./plain-operands";
import { TextPlacement, type Box, type Decoration, type Enlargement } from "./text-placement";

const mostOperators = 20_000;
/** Nesting depth of marked content. Thousands of levels crash a reader. */
const mostMarks = 8;
const pathOperators = new Set(["W", "W*", "n", "f", "F", "f*", "B", "B*", "b", "b*", "S", "s"]);

type Operator = (reader: ShownText, operands: readonly PdfValue[]) => boolean;

export interface Shown extends ShownLetters {
  /** Fills and strokes around its box. */
  decoration: Decoration;
  /** How often a font is selected. */
  fontChoices: number;
}

/**
 * The text that a content stream shows, in stream order. Null as soon as it does anything except filling and framing
 * its box and writing plain, visible text line by line. Throws PdfError for content that cannot be parsed.
 */
export function readShownText(
  content: Buffer,
  box: Box,
  enlarged: Enlargement,
  decoderOf: (font: string) => FontDecoder | null,
): Shown | null {
  const reader = new ShownText(content, box, enlarged, decoderOf);
  const parser = new Parser(content);
  let operands: PdfValue[] = [];
  for (let count = 0; count < mostOperators;) {
    parser.skipSpace();
    if (parser.pos >= content.length) {
      return operands.length === 0 && reader.isClosed ? reader.shown : null;
    }
    const value = parser.value();
    if (value.kind !== "keyword") {
      if (!isPlain(content, value)) {
        return null;
      }
      operands.push(value);
      continue;
    }
    // Between a path and its painting, readers differ on all other operators.
    const isInterrupted = reader.placement.hasPath && !pathOperators.has(value.value);
    if (isInterrupted || operators.get(value.value)?.(reader, operands) !== true) {
      return null;
    }
    operands = [];
    count += 1;
  }
  return null;
}

class ShownText {
  private letters = "";
  readonly placement: TextPlacement;
  private font: FontDecoder | null = null;
  /** Fonts of the saved graphics states. */
  private readonly savedFonts: (FontDecoder | null)[] = [];
  private fontChoices = 0;
  /** Depth of marked content. */
  private marks = 0;

  constructor(
    private readonly content: Buffer,
    box: Box,
    enlarged: Enlargement,
    private readonly decoderOf: (font: string) => FontDecoder | null,
  ) {
    this.placement = new TextPlacement(box, enlarged);
  }

  get shown(): Shown {
    const { letters, placement, fontChoices } = this;
    return { letters, gaps: placement.gaps, decoration: placement.decoration, fontChoices };
  }

  /** Whether everything that was opened has been closed. */
  get isClosed(): boolean {
    return this.marks === 0 && this.placement.isClosed;
  }

  mark(): boolean {
    this.marks += 1;
    return this.marks <= mostMarks;
  }

  endMark(): boolean {
    this.marks -= 1;
    return this.marks >= 0;
  }

  save(): boolean {
    this.savedFonts.push(this.font);
    return this.placement.save();
  }

  restore(): boolean {
    this.font = this.savedFonts.pop() ?? null;
    return this.placement.restore();
  }

  setFont([name, size, ...surplus]: readonly PdfValue[]): boolean {
    this.fontChoices += 1;
    this.font = name?.kind === "name" && surplus.length === 0 ? this.decoderOf(name.value) : null;
    return this.font !== null && size?.kind === "number" && this.placement.setSize(size.value);
  }

  show(value: PdfValue | undefined): boolean {
    if (value?.kind !== "string") {
      return false;
    }
    const glyphs = this.font?.(decodeString(this.content, value)) ?? null;
    if (glyphs === null || !this.placement.take(glyphs)) {
      return false;
    }
    this.letters += glyphs.map(({ text }) => text.trim()).join("");
    return true;
  }

  /** Shows strings and moves glyphs apart or together. */
  showParts(value: PdfValue | undefined): boolean {
    const move = (item: PdfValue): boolean => item.kind === "number" && this.placement.advance(-item.value);
    return (
      value?.kind === "array" && value.items.every((item) => (item.kind === "string" ? this.show(item) : move(item)))
    );
  }
}

/** Accepts an operator without operands. */
function bare(apply: (reader: ShownText) => boolean): Operator {
  return (reader, operands) => operands.length === 0 && apply(reader);
}

/** Accepts an operator whose operands are all numbers. */
function withNumbers(count: number, apply: (reader: ShownText, numbers: number[]) => boolean): Operator {
  return (reader, operands) => {
    const numbers = operands.flatMap((operand) => (operand.kind === "number" ? [operand.value] : []));
    return numbers.length === count && operands.length === count && apply(reader, numbers);
  };
}

/** Accepts an operator with one operand. If there are two, some readers use the first and others the last. */
function withOne(apply: (reader: ShownText, operand: PdfValue | undefined) => boolean): Operator {
  return (reader, operands) => operands.length === 1 && apply(reader, operands[0]);
}

const colour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setColour(components));
const lineColour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setLineColour(components));

/** Line caps and joins (ISO 32000-2, tables 53 and 54). */
const styles = new Set([0, 1, 2]);

function isDashPattern(operands: readonly PdfValue[]): boolean {
  const [dashes, phase] = operands;
  return (
    operands.length === 2 &&
    dashes?.kind === "array" &&
    dashes.items.length <= 8 &&
    dashes.items.every((item) => item.kind === "number" && item.value > 0) &&
    phase?.kind === "number" &&
    phase.value >= 0
  );
}

const operators = new Map<string, Operator>([
  ["q", bare((reader) => reader.save())],
  ["Q", bare((reader) => reader.restore())],
  ["cm", withNumbers(6, ({ placement }, matrix) => placement.transform(matrix))],
  ["w", withNumbers(1, ({ placement }, [width = 0]) => placement.setLineWidth(width))],
  ...["J", "j"].map((name): [string, Operator] => [name, withNumbers(1, (_reader, [style = -1]) => styles.has(style))]),
  ["M", withNumbers(1, (_reader, [limit = 0]) => limit >= 1)],
  ["i", withNumbers(1, (_reader, [flatness = -1]) => flatness >= 0 && flatness <= 100)],
  ["d", (_reader, operands) => isDashPattern(operands)],
  ["ri", withOne((_reader, intent) => intent?.kind === "name")],
  ["BMC", withOne((reader, tag) => tag?.kind === "name" && reader.mark())],
  ["EMC", bare((reader) => reader.endMark())],
  ["g", colour(1)],
  ["rg", colour(3)],
  ["k", colour(4)],
  ["G", lineColour(1)],
  ["RG", lineColour(3)],
  ["K", lineColour(4)],
  ["re", withNumbers(4, ({ placement }, rectangle) => placement.addRectangle(rectangle))],
  ["W", bare(({ placement }) => placement.clip())],
  ["W*", bare(({ placement }) => placement.clip())],
  ["n", bare(({ placement }) => placement.endPath())],
  ...["f", "F", "f*"].map((name): [string, Operator] => [name, bare(({ placement }) => placement.fill())]),
  ...["B", "B*", "b", "b*"].map((name): [string, Operator] => [
    name,
    bare(({ placement }) => placement.fillAndStroke()),
  ]),
  ...["S", "s"].map((name): [string, Operator] => [name, bare(({ placement }) => placement.stroke())]),
  ["BT", bare(({ placement }) => placement.begin())],
  ["ET", bare(({ placement }) => placement.end())],
  ["Tf", (reader, operands) => reader.setFont(operands)],
  ["Td", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.move(x, y))],
  ["TD", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.setLeading(-y) && placement.move(x, y))],
  ["TL", withNumbers(1, ({ placement }, [leading = 0]) => placement.setLeading(leading))],
  ["Tm", withNumbers(6, ({ placement }, matrix) => placement.setMatrix(matrix))],
  ["T*", bare(({ placement }) => placement.nextLine())],
  ["Tc", withNumbers(1, ({ placement }, [space = 0]) => placement.setSpacing(space))],
  ["Tw", withNumbers(1, ({ placement }, [space = 0]) => placement.setWordSpacing(space))],
  ["Tz", withNumbers(1, ({ placement }, [scale = 0]) => placement.setStretch(scale))],
  ["Ts", withNumbers(1, (_reader, [rise = 0]) => rise === 0)],
  ["Tr", withNumbers(1, (_reader, [mode = -1]) => mode === 0)],
  ["Tj", withOne((reader, text) => reader.show(text))],
  ["TJ", withOne((reader, parts) => reader.showParts(parts))],
  ["'", withOne((reader, text) => reader.placement.nextLine() && reader.show(text))],
]);
