import { measureText, missingGlyphs, outlineText, type TextOutline } from "@/lib/pdf/appearance/text-outlines";
import { inherited, numberOf, textIn, type Widget } from "./freeze-widget";

/** How to set a field's text: the parts of /DA (ISO 32000-2, 12.7.4.3) that are needed for outlines. */
export interface TextStyle {
  /** 0 means automatic size. */
  sizePt: number;
  /** Operator that sets the fill colour. */
  colour: string;
  align: "left" | "centre" | "right";
}
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MULTILINE = 0x1000;
const PASSWORD = 0x2000;
const COMB = 0x1000000;
const LINE_HEIGHT = 1.16;
const SMALLEST = 4;
/** Half the height of a capital letter in the Noto fonts, in ems. */
const HALF_CAPITAL = 0.357;
const MAX_LINES = 400;
/** Longer text does not fit on any page and would only cost time. */
const MAX_CHARACTERS = 20_000;

export function textStyleOf(widget: Widget): TextStyle {
  const appearance = (textIn(inherited(widget, "DA")) ?? "").slice(0, 1000);
  const words = appearance.split(/\s+/);
  const size = Number(words[words.lastIndexOf("Tf") - 1] ?? 0);
  const quadding = numberOf(widget, "Q");
  return {
    sizePt: words.includes("Tf") && Number.isFinite(size) ? Math.min(Math.abs(size), 300) : 0,
    colour: /(?:^|\s)((?:[\d.]+\s+g)|(?:[\d.]+\s+){3}rg|(?:[\d.]+\s+){4}k)(?=\s|$)/.exec(appearance)?.[1] ?? "0 g",
    align: quadding === 1 ? "centre" : quadding === 2 ? "right" : "left",
  };
}

/** The value of a text field: one line, several lines, or one character per cell. */
export function drawTextField(widget: Widget, value: string, area: Area): string {
  const style = textStyleOf(widget);
  const text = drawableText(widget.flags & PASSWORD ? "*".repeat(value.length) : value);
  const cells = numberOf(widget, "MaxLen");
  if ((widget.flags & COMB) !== 0 && (widget.flags & MULTILINE) === 0 && cells > 0) {
    return drawComb(text, Math.min(cells, 1000), style, widget);
  }
  return (widget.flags & MULTILINE) !== 0
    ? drawParagraphs(text, style, area)
    : drawLine(text.replace(/[\r\n]+/g, " "), style, area);
}

/** One line, centred vertically. Text that is too wide for the field is drawn smaller instead of being cut off. */
export function drawLine(text: string, style: TextStyle, area: Area): string {
  const wanted = style.sizePt || Math.max(SMALLEST, area.height * 0.67);
  const outline = outlineText(text, { sizePt: wanted, maxWidthPt: Math.max(area.width, 1) });
  return placed(outline, style, area, area.y + area.height / 2 - outline.sizePt * HALF_CAPITAL);
}

/** Lines from the top, wrapped at spaces. */
export function drawParagraphs(text: string, style: TextStyle, area: Area): string {
  const sizes = style.sizePt > 0 ? [style.sizePt] : [12, 10, 9, 8, 7, 6, 5, SMALLEST];
  const measure = rememberedWidths();
  for (const sizePt of sizes) {
    const lines = wrap(text, area.width / sizePt, measure);
    if (lines.length * sizePt * LINE_HEIGHT <= area.height || sizePt === sizes.at(-1)) {
      return drawLines(lines, sizePt, style, area);
    }
  }
  return "";
}

export function drawLines(lines: readonly string[], sizePt: number, style: TextStyle, area: Area): string {
  return lines
    .map((line, i) => {
      const outline = outlineText(line, { sizePt, maxWidthPt: Math.max(area.width, 1) });
      return placed(outline, style, area, area.y + area.height - sizePt * (LINE_HEIGHT * i + 0.93));
    })
    .join("\n");
}

/**
 * Characters without a glyph are replaced by the replacement character, because a gap would look as if there were no
 * character.
 */
export function drawableText(text: string): string {
  const plain = text
    .slice(0, MAX_CHARACTERS)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ");
  const missing = missingGlyphs(plain);
  return missing.reduce((result, character) => result.replaceAll(character, "\uFFFD"), plain.normalize("NFC"));
}

function drawComb(text: string, cells: number, style: TextStyle, { width, height }: Widget): string {
  const characters = Array.from(text).slice(0, cells);
  const cell = width / cells;
  const free = cells - characters.length;
  const first = style.align === "left" ? 0 : style.align === "right" ? free : Math.floor(free / 2);
  const sizePt = style.sizePt || Math.max(SMALLEST, height * 0.67);
  const drawn = characters.map((character, i) => {
    const area = { x: (first + i) * cell, y: 0, width: cell, height };
    return drawLine(character, { ...style, sizePt, align: "centre" }, area);
  });
  return drawn.join("\n");
}

function placed({ path, widthPt }: TextOutline, style: TextStyle, area: Area, baseline: number): string {
  if (path === "") {
    return "";
  }
  const spare = area.width - widthPt;
  const x = area.x + (style.align === "left" ? 0 : style.align === "centre" ? spare / 2 : spare);
  return `q ${style.colour} 1 0 0 1 ${x.toFixed(3)} ${baseline.toFixed(3)} cm\n${path} Q`;
}

/** Caches widths in ems, because the same words are measured again at every size that is tried. */
function rememberedWidths(): (word: string) => number {
  const widths = new Map<string, number>();
  return (word) => {
    const width = widths.get(word) ?? measureText(word);
    widths.set(word, width);
    return width;
  };
}

/**
 * Breaks at line ends, and at spaces where a line becomes wider than `width` ems. A single long word is drawn smaller
 * later.
 */
function wrap(text: string, width: number, measure: (word: string) => number): string[] {
  const paragraphs = text.split("\n").slice(0, MAX_LINES);
  return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, width, measure)).slice(0, MAX_LINES);
}

function wrapParagraph(paragraph: string, width: number, measure: (word: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of paragraph.split(" ")) {
    const added = line === "" ? measure(word) : measure(" ") + measure(word);
    if (line !== "" && used + added > width) {
      lines.push(line);
      line = word;
      used = measure(word);
    } else {
      line = line === "" ? word : `${line} ${word}`;
      used += added;
    }
  }
  return [...lines, line];
}
