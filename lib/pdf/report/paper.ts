import { createRequire } from "node:module";
import type { Font } from "fontkit";
import type PdfKit from "pdfkit";
import { faceRuns, openFace } from "@/lib/pdf/fonts/shape-text";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { codeOfGlyph, embeddableFace, embeddableImage, type EmbeddableFace, type EmbeddedFace } from "./embeddable";
import { laidOutWords, widthOfWords, type LaidOutWord } from "./laid-out-words";
import type { Report } from "./report";

/** Longer texts are rare in reports, and a few of them would take more memory than all others together. */
const longestKey = 500;

/**
 * Caches the latest `most` results of `make`, because labels and sentences are the same in every report. `make` must
 * depend only on its key, and callers must not change its result.
 */
export function remembered<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = new RecentlyUsed<string, Value>(most);
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    return key.length > longestKey ? made : known.add(key, made);
  };
}

const require = createRequire(import.meta.url);
/**
 * These scripts draw some vowels before the letters that they follow in the text. Copying must return the original
 * order.
 */
const reordering =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}]/u;
/**
 * For our own text, and names in Western European letters. Others are drawn in the regular weight of the font that
 * has them.
 */
const strongFace = {
  path: require.resolve("@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2"),
  ranges: [],
  variable: false,
};

/** Emphasis for the same letters. */
const italicFace = {
  ...strongFace,
  path: require.resolve("@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2"),
};

export interface TextStyle {
  size: number;
  color: string;
  isStrong?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
}

type Structure = PDFKit.PDFStructureElement;

/** The package's types lack two options that pdfkit 0.20.2 writes. */
interface StructureOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: "Row" | "Column";
  bbox?: readonly [number, number, number, number];
}

interface Run {
  text: string;
  font: Font;
  isRightToLeft: boolean;
}

/** The pages being drawn. `y` is the top of the next block, in points from the top of the page. */
export class Paper {
  y = margin.top;
  readonly root: Structure;
  private readonly faces = new Map<Font, EmbeddableFace>();
  private images = 0;

  private constructor(readonly doc: PDFKit.PDFDocument) {
    this.root = doc.struct("Document");
    doc.addStructure(this.root);
    doc.addPage();
  }

  /** pdfkit is loaded for the first report, because a thread needs its memory for nothing else. */
  static async open({ title, language, createdAt }: Pick<Report, "title" | "language" | "createdAt">): Promise<Paper> {
    const { default: PdfDocument } = (await import("pdfkit")) as { default: typeof PdfKit };
    return new Paper(
      new PdfDocument({
        size: [pageSize.width, pageSize.height],
        margin: 0,
        autoFirstPage: false,
        bufferPages: true,
        // No default font: pdfkit would read the metrics of Helvetica, which is never drawn.
        font: "",
        pdfVersion: "1.7",
        tagged: true,
        displayTitle: true,
        lang: language,
        info: { Title: title, Creator: "Paraph", Producer: "Paraph", CreationDate: createdAt, ModDate: createdAt },
      }),
    );
  }

  /** Starts a page unless `height` points are left on this one. Returns whether it did. */
  need(height: number): boolean {
    if (this.y + height <= pageSize.height - margin.bottom) return false;
    this.doc.continueOnNewPage();
    this.y = margin.top;
    return true;
  }

  /** Text for screen readers, under a structure element with the tag for its role (ISO 32000-2, 14.8.4). */
  tagged(parent: Structure, tag: string, draw: () => void, options: StructureOptions = {}): void {
    parent.add(this.doc.struct(tag, options, [draw]));
  }

  group(parent: Structure, tag: string): Structure {
    const element = this.doc.struct(tag);
    parent.add(element);
    return element;
  }

  /** Decorative lines and backgrounds, hidden from screen readers. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** One line that is known to fit, starting at `x`, with its baseline at `baseline`. */
  line(text: string, x: number, baseline: number, style: TextStyle): void {
    this.doc.fillColor(style.color);
    let at = x;
    const placed = runsOf(text, style).map((run): PlacedRun => {
      const here = at;
      at += widthOfRun(run) * style.size;
      return { ...run, x: here, baseline, select: () => this.select(run.font) };
    });
    showRuns(this.doc, placed, style.size, reordering.test(text) ? text : null);
    if (style.isStruck) this.strike(x, at - x, baseline, style);
  }

  /** A strikethrough line for text of the width `width`. */
  strike(x: number, width: number, baseline: number, { size, color }: TextStyle): void {
    this.doc.rect(x, baseline - size * 0.32, width, size * 0.07).fill(color);
  }

  /** A PNG. */
  image(png: Buffer, x: number, y: number, options: PDFKit.Mixins.ImageOption): void {
    this.images += 1;
    const image = embeddableImage(png, `P${this.images}`);
    this.doc.image((image ?? png) as unknown as PDFKit.Mixins.ImageSrc, x, y, options);
  }

  /** Ends the document and returns its bytes. */
  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.root.end();
    this.doc.end();
    for await (const chunk of this.doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  private select(font: Font): void {
    const face = this.faceOf(font);
    this.doc.font(face.font as unknown as PDFKit.Mixins.PDFFontSource, face.key);
  }

  private faceOf(font: Font): EmbeddableFace {
    const known = this.faces.get(font);
    if (known) return known;
    const face = embeddableFace(font, `${font.postscriptName}-${this.faces.size + 1}`);
    this.faces.set(font, face);
    return face;
  }
}

/** Width in points. */
export function widthOfText(text: string, style: Pick<TextStyle, "size" | "isStrong" | "isItalic">): number {
  return rememberedWidth(keyOf(text, style)) * style.size;
}

const rememberedWidth = remembered(8_000, (key) => rememberedRuns(key).reduce((sum, run) => sum + widthOfRun(run), 0));

function runsOf(text: string, style: Pick<TextStyle, "isStrong" | "isItalic">): readonly Run[] {
  return rememberedRuns(keyOf(text, style));
}

function keyOf(text: string, { isStrong, isItalic }: Pick<TextStyle, "isStrong" | "isItalic">): string {
  return (isStrong ? "s" : isItalic ? "i" : "r") + text;
}

const rememberedRuns = remembered(8_000, (key) => readRuns(key.slice(1), key[0]));

function readRuns(text: string, look: string | undefined): readonly Run[] {
  const face = look === "s" ? strongFace : look === "i" ? italicFace : null;
  if (face && /^[\x20-\x7e\xa1-\xac\xae-\xff\u2019]*$/.test(text))
    return [{ text, font: openFace(face), isRightToLeft: false }];
  return faceRuns(text).map(({ clusters, font, level }) => ({
    text: clusters.join(""),
    font,
    isRightToLeft: level % 2 === 1,
  }));
}

/** Width in ems. */
function widthOfRun({ text, font, isRightToLeft }: Run): number {
  return widthOfWords(font, text, isRightToLeft ? "rtl" : "ltr");
}

/** A run whose font pdfkit has. `x` and `baseline` are in points from the top-left corner of the page. */
interface PlacedRun extends Run {
  x: number;
  baseline: number;
  select: () => void;
}

/** Internals of pdfkit 0.20.2. The package is pinned, and tests read the text back. */
interface DocumentInternals {
  _font: EmbeddedFace & { id: string; ref(): unknown };
  page: { fonts: Record<string, unknown> };
}

/**
 * Shows the runs of one line in one text object. `actualText` gives readers the text where glyphs are not in text
 * order (ISO 32000-2, 14.9.4). It must be inside the flipped coordinates, which pdfkit's own `text` does not allow.
 */
function showRuns(doc: PDFKit.PDFDocument, runs: readonly PlacedRun[], size: number, actualText: string | null): void {
  const internals = doc as unknown as DocumentInternals;
  // A single call for all operators, because pdfkit allocates bytes for each call's text.
  const operators = ["BT"];
  for (const { text, font, isRightToLeft, x, baseline, select } of runs) {
    select();
    const face = internals._font;
    internals.page.fonts[face.id] ??= face.ref();
    operators.push(`/${face.id} ${rounded(size)} Tf`);
    const words = laidOutWords(font, text, isRightToLeft ? "rtl" : "ltr");
    operators.push(
      ...showWords(words, face, { x, y: pageSize.height - baseline, size, scale: size / font.unitsPerEm }),
    );
  }
  operators.push("ET");
  const upright = `q\n1 0 0 -1 0 ${String(pageSize.height)} cm`;
  if (actualText === null) return void doc.addContent([upright, ...operators, "Q"].join("\n"));
  doc.addContent(upright);
  doc.markContent("Span", { actual: actualText });
  doc.addContent(operators.join("\n"));
  doc.endMarkedContent();
  doc.addContent("Q");
}

/**
 * One array of glyphs as long as they are on the baseline. Raised or lowered marks start a new one. `scale` converts
 * font units to points.
 */
function showWords(
  words: readonly LaidOutWord[],
  face: EmbeddedFace,
  { x, y, size, scale }: { x: number; y: number; size: number; scale: number },
): string[] {
  const operators: string[] = [];
  let [at, codes, shown, start] = [x, "", "", x];
  let [row, nextRow] = [y, y];
  const flush = (): void => {
    if (codes !== "") shown += `<${codes}>`;
    if (shown !== "") operators.push(`1 0 0 1 ${rounded(start)} ${rounded(row)} Tm [${shown}] TJ`);
    [codes, shown] = ["", ""];
  };
  const beginAt = (left: number): void => {
    flush();
    start = left;
    row = nextRow;
  };
  for (const { glyphs, positions, advanceWidth, isPlain } of words) {
    if (isPlain) {
      nextRow = y;
      if (row !== y || (shown === "" && codes === "")) beginAt(at);
      for (const glyph of glyphs) codes += codeOfGlyph(face, glyph);
      at += advanceWidth * scale;
      continue;
    }
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      nextRow = y + yOffset * scale;
      if (xOffset !== 0 || nextRow !== row || (shown === "" && codes === "")) beginAt(at + xOffset * scale);
      codes += codeOfGlyph(face, glyph);
      if (xOffset !== 0 || yOffset !== 0) flush();
      else if (xAdvance !== glyph.advanceWidth) {
        shown += `<${codes}> ${rounded(((glyph.advanceWidth - xAdvance) * scale * 1000) / size)} `;
        codes = "";
      }
      at += xAdvance * scale;
    });
  }
  flush();
  return operators;
}

/** Numbers as written in content. */
export function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 };
export const margin = { left: 54, right: 54, top: 54, bottom: 64 };
export const bodyWidth = pageSize.width - margin.left - margin.right;
