import type { PathCommand } from "fontkit";
import { shapeText, undrawable, type ShapedText } from "@/lib/pdf/fonts/shape-text";
import type { FieldFont } from "@/lib/platform/geometry/field-text";

/**
 * Text as filled shapes: PDF path operators (ISO 32000-2, 8.5.2) that end in `f`, with the origin at the left end of
 * the baseline.
 */
export interface TextOutline {
  path: string;
  /** The em used, in points. */
  sizePt: number;
  widthPt: number;
  ascentPt: number;
  descentPt: number;
}

/**
 * Draws one line of text as glyph outlines, so that no font needs to be embedded and every script looks the same in
 * every reader. Arabic is joined, and right-to-left text is put into visual order.
 *
 * @param options.sizePt the em in points
 * @param options.maxWidthPt when given, the size is reduced until the line fits
 * @param options.font the preferred family, sans if omitted
 * @throws PdfError `glyph_missing` when no font has a character. Nothing is ever drawn as an empty box.
 */
export function outlineText(
  text: string,
  options: { sizePt: number; maxWidthPt?: number; font?: FieldFont },
): TextOutline {
  const shaped = shapeText(text, options.font);
  return draw(shaped, sizeWithin(shaped, options.sizePt, options.maxWidthPt ?? Infinity));
}

/** The width of one line, in ems. Throws PdfError `glyph_missing`. */
export function measureText(text: string): number {
  return shapeText(text).widthEm;
}

/** The characters of a text that cannot be drawn, each once. If the list is empty, `outlineText` will not throw. */
export function missingGlyphs(text: string): string[] {
  return undrawable(text);
}

function sizeWithin(shaped: ShapedText, sizePt: number, maxWidthPt: number): number {
  return shaped.widthEm * sizePt <= maxWidthPt ? sizePt : maxWidthPt / shaped.widthEm;
}

function draw(shaped: ShapedText, sizePt: number): TextOutline {
  const parts: string[] = [];
  for (const { glyph, unitsPerEm, x, y } of shaped.glyphs) {
    const scale = sizePt / unitsPerEm;
    const pen = new Pen(scale, x * sizePt, y * sizePt);
    for (const command of glyph.path.commands) pen.add(command);
    parts.push(...pen.operators);
  }
  return {
    path: parts.length === 0 ? "" : `${parts.join("\n")}\nf`,
    sizePt,
    widthPt: shaped.widthEm * sizePt,
    ascentPt: shaped.ascentEm * sizePt,
    descentPt: shaped.descentEm * sizePt,
  };
}

/** Converts fontkit's path commands to PDF operators. PDF has no quadratic curves, so they are raised to cubic ones. */
class Pen {
  readonly operators: string[] = [];
  private x = 0;
  private y = 0;

  constructor(
    private readonly scale: number,
    private readonly dx: number,
    private readonly dy: number,
  ) {}

  add({ command, args }: PathCommand): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    if (command === "moveTo") this.write("m", a, b);
    else if (command === "lineTo") this.write("l", a, b);
    else if (command === "quadraticCurveTo") this.quadratic(a, b, c, d);
    else if (command === "bezierCurveTo") this.write("c", a, b, c, d, e, f);
    else this.operators.push("h");
  }

  private quadratic(cx: number, cy: number, x: number, y: number): void {
    this.write(
      "c",
      this.x + (2 / 3) * (cx - this.x),
      this.y + (2 / 3) * (cy - this.y),
      x + (2 / 3) * (cx - x),
      y + (2 / 3) * (cy - y),
      x,
      y,
    );
  }

  private write(operator: string, ...coordinates: number[]): void {
    const numbers = coordinates.map((value, i) => decimal(value * this.scale + (i % 2 === 0 ? this.dx : this.dy)));
    this.operators.push(`${numbers.join(" ")} ${operator}`);
    this.x = coordinates.at(-2) ?? 0;
    this.y = coordinates.at(-1) ?? 0;
  }
}

/** Three decimals are 0.0004 mm. PDF numbers have no exponent notation. */
function decimal(value: number): string {
  const text = value.toFixed(3).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
