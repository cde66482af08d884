import { outlineText, type TextOutline } from "@/lib/pdf/appearance/text-outlines";
import { PdfError } from "@/lib/pdf/errors";
import { smallPdf } from "@/lib/pdf/small-pdf";
import { pdfNumber } from "@/lib/pdf/syntax/serialize";

/** A field to be filled, in points from the top-left corner of the page as displayed. */
export interface PageBox {
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
  /** The signer's, counted from 1; chooses the colour. */
  number: number;
  name: string;
}

interface Size {
  width: number;
  height: number;
}

/** The signers' colours of app/theme.css, readable under white text, each with a pattern so that colour is never the only cue. */
const colours = ["#1f5fd6", "#a0460a", "#0a6c67", "#a8217e", "#6b3fc9", "#5f6b00"];
const dashes = ["[]", "[6 4]", "[2 3]", "[10 3 2 3]"];
const padding = 3;
const smallestText = 7;

/**
 * The boxes as a PDF of one page without a background, to be rendered over the page itself: one unit is one pixel of the picture.
 * `scale` is pixels for a point. Each box says its signer's number and name.
 */
export function boxesPdf(boxes: readonly PageBox[], size: Size, scale: number): Buffer {
  const content = boxes.map((box) => drawBox(box, size, scale)).join("\n");
  return smallPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.width} ${size.height}]/Resources<</ExtGState<</Wash<</ca 0.1>>>>>>/Contents 4 0 R>>`,
    ["", Buffer.from(content, "latin1")],
  ]);
}

/** A frame two pixels wide inside the box, a wash of its colour, and the tag in its upper left corner. */
function drawBox(box: PageBox, size: Size, scale: number): string {
  const [left, width, height] = [box.leftPt * scale, box.widthPt * scale, box.heightPt * scale];
  const top = size.height - box.topPt * scale;
  const colour = rgb(colours[(box.number - 1) % colours.length] ?? "#000000");
  const inner = numbers(left + 1, top - height + 1, Math.max(1, width - 2), Math.max(1, height - 2));
  const frame = `q ${colour} rg ${colour} RG /Wash gs ${inner} re f Q\nq ${colour} RG 2 w ${dashes[(box.number - 1) % dashes.length] ?? "[]"} 0 d ${inner} re S Q`;
  const textSize = Math.min(Math.max(smallestText, size.width / 60), height - 2 * padding);
  const tag = textSize < smallestText ? null : outlineTag(box, textSize, width - 2 * padding);
  return tag ? `${frame}\n${drawTag(tag, { left, top, colour })}` : frame;
}

/** White on the signer's colour. */
function drawTag(text: TextOutline, { left, top, colour }: { left: number; top: number; colour: string }): string {
  const height = text.sizePt + 2 * padding;
  const baseline = top - padding - text.sizePt * 0.82;
  return `q ${colour} rg ${numbers(left, top - height, text.widthPt + 2 * padding, height)} re f 1 1 1 rg 1 0 0 1 ${numbers(left + padding, baseline)} cm\n${text.path} Q`;
}

/** Number and name; only the number where the name does not fit or the bundled fonts lack a glyph. */
function outlineTag({ number, name }: PageBox, sizePt: number, maxWidthPt: number): TextOutline | null {
  if (maxWidthPt <= 0) return null;
  const whole = outlineIfDrawable(`${number} ${name}`, { sizePt, maxWidthPt });
  if (whole && whole.sizePt >= smallestText) return whole;
  const short = outlineIfDrawable(String(number), { sizePt, maxWidthPt });
  return short && short.sizePt >= smallestText ? short : null;
}

function outlineIfDrawable(text: string, options: { sizePt: number; maxWidthPt: number }): TextOutline | null {
  try {
    return outlineText(text, options);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function rgb(hex: string): string {
  return numbers(...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255));
}

function numbers(...values: number[]): string {
  return values.map((value) => pdfNumber(value)).join(" ");
}
