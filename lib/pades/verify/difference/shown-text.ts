import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { decodeString } from "@/lib/pdf/syntax/text-string";
import type { FontDecoder } from "./font-text";
import { TextPlacement, type Box, type Decoration } from "./text-placement";

const mostOperators = 20_000;

type Operator = (reader: ShownText, operands: readonly PdfValue[]) => boolean;

export interface Shown {
  text: string;
  /** Fills and strokes around its box. */
  decoration: Decoration;
}

/**
 * The text that a content stream shows, in the order in which it stands there; null as soon as it does anything else than filling and
 * framing its box and writing plain, visible text line by line. Throws PdfError for content that cannot be parsed.
 */
export function readShownText(
  content: Buffer,
  box: Box,
  decoderOf: (font: string) => FontDecoder | null,
): Shown | null {
  const reader = new ShownText(content, box, decoderOf);
  const parser = new Parser(content);
  let operands: PdfValue[] = [];
  for (let count = 0; count < mostOperators;) {
    parser.skipSpace();
    if (parser.pos >= content.length) {
      return operands.length === 0 ? { text: reader.text, decoration: reader.placement.decoration } : null;
    }
    const value = parser.value();
    if (value.kind !== "keyword") {
      operands.push(value);
      continue;
    }
    if (operators.get(value.value)?.(reader, operands) !== true) {
      return null;
    }
    operands = [];
    count += 1;
  }
  return null;
}

class ShownText {
  text = "";
  readonly placement: TextPlacement;
  private font: FontDecoder | null = null;

  constructor(
    private readonly content: Buffer,
    box: Box,
    private readonly decoderOf: (font: string) => FontDecoder | null,
  ) {
    this.placement = new TextPlacement(box);
  }

  setFont([name, size]: readonly PdfValue[]): boolean {
    this.font = name?.kind === "name" ? this.decoderOf(name.value) : null;
    return this.font !== null && size?.kind === "number" && this.placement.setSize(size.value);
  }

  show(value: PdfValue | undefined): boolean {
    if (value?.kind !== "string") {
      return false;
    }
    const codes = decodeString(this.content, value);
    const shown = this.font?.(codes) ?? null;
    if (shown === null || !this.placement.take(codes.length)) {
      return false;
    }
    this.text += shown;
    return true;
  }

  /** Moves glyphs apart, or together by less than half a letter. */
  showParts(value: PdfValue | undefined): boolean {
    const isNear = (item: PdfValue): boolean =>
      item.kind === "number" && item.value <= 300 && item.value >= -5000 && this.placement.advance(-item.value);
    return (
      value?.kind === "array" && value.items.every((item) => (item.kind === "string" ? this.show(item) : isNear(item)))
    );
  }
}

const ignore: Operator = () => true;

/** Takes an operator whose operands are all numbers. */
function withNumbers(count: number, apply: (reader: ShownText, numbers: number[]) => boolean): Operator {
  return (reader, operands) => {
    const numbers = operands.flatMap((operand) => (operand.kind === "number" ? [operand.value] : []));
    return numbers.length === count && operands.length === count && apply(reader, numbers);
  };
}

const colour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setColour(components));
const lineColour = (count: number): Operator =>
  withNumbers(count, ({ placement }, components) => placement.setLineColour(components));

const operators = new Map<string, Operator>([
  ["q", ({ placement }) => placement.save()],
  ["Q", ({ placement }) => placement.restore()],
  ["cm", withNumbers(6, ({ placement }, matrix) => placement.transform(matrix))],
  ["w", withNumbers(1, ({ placement }, [width = 0]) => placement.setLineWidth(width))],
  ...["J", "j", "M", "d", "i", "ri", "BMC", "EMC"].map((name): [string, Operator] => [name, ignore]),
  ["g", colour(1)],
  ["rg", colour(3)],
  ["k", colour(4)],
  ["G", lineColour(1)],
  ["RG", lineColour(3)],
  ["K", lineColour(4)],
  ["re", withNumbers(4, ({ placement }, rectangle) => placement.addRectangle(rectangle))],
  ["W", ({ placement }) => placement.clip()],
  ["W*", ({ placement }) => placement.clip()],
  ["n", ({ placement }) => placement.endPath()],
  ...["f", "F", "f*"].map((name): [string, Operator] => [name, ({ placement }) => placement.fill()]),
  ...["B", "B*", "b", "b*"].map((name): [string, Operator] => [name, ({ placement }) => placement.fillAndStroke()]),
  ...["S", "s"].map((name): [string, Operator] => [name, ({ placement }) => placement.stroke()]),
  ["BT", ({ placement }) => placement.begin()],
  ["ET", ignore],
  ["Tf", (reader, operands) => reader.setFont(operands)],
  ["Td", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.move(x, y))],
  ["TD", withNumbers(2, ({ placement }, [x = 0, y = 0]) => placement.setLeading(-y) && placement.move(x, y))],
  ["TL", withNumbers(1, ({ placement }, [leading = 0]) => placement.setLeading(leading))],
  ["Tm", withNumbers(6, ({ placement }, matrix) => placement.setMatrix(matrix))],
  ["T*", ({ placement }) => placement.nextLine()],
  ["Tc", withNumbers(1, ({ placement }, [space = 0]) => placement.setSpacing(space))],
  // Between words, in points: not so much that a word leaves the box.
  ["Tw", withNumbers(1, (_reader, [space = 0]) => space >= -1 && space <= 20)],
  ["Tz", withNumbers(1, (_reader, [scale = 0]) => scale >= 50 && scale <= 200)],
  ["Ts", withNumbers(1, (_reader, [rise = 0]) => rise === 0)],
  ["Tr", withNumbers(1, (_reader, [mode = -1]) => mode === 0)],
  ["Tj", (reader, [text]) => reader.show(text)],
  ["TJ", (reader, [parts]) => reader.showParts(parts)],
  ["'", (reader, [text]) => reader.placement.nextLine() && reader.show(text)],
]);
