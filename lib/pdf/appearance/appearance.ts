import type { SharedImages } from "@/lib/pdf/images/shared-images";
import { pdfNumber, pdfNumbers, pdfRef } from "@/lib/pdf/syntax/serialize";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import type { PageBox } from "@/lib/platform/geometry/placement";
import { insetOf, layOutSignature, type Area, type SignatureParts } from "@/lib/platform/geometry/signature-layout";
import { drawLines, drawValue, type ValueStyle } from "./appearance-text";

/** The content shown by a filled field. */
export type FieldContent =
  /** A drawn signature or initials with lines of text (name, time) below. Without an image, the lines fill the box. */
  | { kind: "image"; image: string | null; lines: readonly string[]; style?: SignatureStyle }
  | { kind: "text"; text: string; style?: ValueStyle }
  /** `mark`: a dot for a radio button. A tick if omitted. */
  | { kind: "checkbox"; isChecked: boolean; mark?: "dot" };

/** The appearance of a signature field as its template defines it. */
export interface SignatureStyle extends Pick<SignatureParts, "layout" | "textSizePt"> {
  /** `#rrggbb`, or null for none. */
  background: string | null;
  /** `#rrggbb` of the strip along the left edge, or null for none. */
  accent: string | null;
  /** Key of the logo's image, or null for none. */
  logo: string | null;
}

const noStyle: SignatureStyle = { background: null, accent: null, logo: null };

/** The displayed size of a field, and the rotation of its page. */
export interface AppearanceBox {
  widthPt: number;
  heightPt: number;
  rotation: PageBox["rotation"];
}

/**
 * Keeps a form upright on a rotated page (ISO 32000-2, 12.5.5): readers fit its transformed /BBox into the widget's
 * /Rect.
 */
const MATRICES: Record<PageBox["rotation"], string> = {
  0: "1 0 0 1 0 0",
  90: "0 1 -1 0 0 0",
  180: "-1 0 0 -1 0 0",
  270: "0 -1 1 0 0 0",
};

/** Adds the form XObject of a filled field and returns its object number. Throws PdfError `glyph_missing`. */
export function addAppearance(box: AppearanceBox, content: FieldContent, images: SharedImages): number {
  return images.look(JSON.stringify([box.widthPt, box.heightPt, box.rotation, content]), () =>
    drawAppearance(box, content, images),
  );
}

function drawAppearance(box: AppearanceBox, content: FieldContent, images: SharedImages): number {
  const area = insetOf(box);
  switch (content.kind) {
    case "image":
      return addDrawing(box, content, images);
    case "text":
      return addText(box, content.text, content.style ?? plainStyle, images);
    case "checkbox":
      return addForm(images, box, content.isChecked ? drawMark(area, content.mark) : "", "");
  }
}

function addText(box: AppearanceBox, text: string, style: ValueStyle, images: SharedImages): number {
  const drawn = drawValue(text, insetOf(box), style);
  if (style.colour == null || drawn === "") return addForm(images, box, drawn, "");
  const { operators, resources } = images.paint.colour(style.colour);
  return addForm(images, box, `${operators}\n${drawn}`, resources);
}

function addDrawing(
  box: AppearanceBox,
  { image, lines, style = noStyle }: Extract<FieldContent, { kind: "image" }>,
  images: SharedImages,
): number {
  // Flattened images take the colour of the background they are drawn on.
  const [placed, logo] = [image, style.logo].map((key) => (key === null ? null : images.place(key, style.background)));
  const layout = layOutSignature(box, {
    hasImage: placed != null,
    lineCount: lines.length,
    layout: style.layout,
    textSizePt: style.textSizePt,
    logoRatio: logo ? logo.width / logo.height : null,
    hasAccent: style.accent !== null,
    hasGround: style.background !== null,
  });
  const ground = [
    fillOf({ xPt: 0, yPt: 0, ...box }, style.background, images),
    layout.accent && fillOf(layout.accent, style.accent, images),
  ].flatMap((fill) => fill ?? []);
  const pictures = [
    placed && layout.image ? drawImage(placed, layout.image, layout.isCentred ? "middle" : "start", "I") : "",
    logo && layout.logo ? drawImage(logo, layout.logo, "end", "L") : "",
  ];
  const named = [placed ? `/I ${pdfRef(placed.num)}` : "", logo ? `/L ${pdfRef(logo.num)}` : ""].join("");
  return addForm(
    images,
    box,
    [...ground.map(({ operators }) => operators), ...pictures, drawLines(lines, layout)].join(""),
    `${named === "" ? "" : `/XObject<<${named}>>`}${ground[0]?.resources ?? ""}`,
  );
}

function fillOf(
  { xPt, yPt, widthPt, heightPt }: Area,
  colour: string | null,
  images: SharedImages,
): { operators: string; resources: string } | null {
  if (colour === null) return null;
  const { operators, resources } = images.paint.colour(colour);
  const rectangle = [xPt, yPt, widthPt, heightPt].map((value) => pdfNumber(value)).join(" ");
  return { operators: `q ${operators} ${rectangle} re f Q\n`, resources };
}

/** Draws the image as large as its proportions allow in the area. */
function drawImage(
  image: { width: number; height: number },
  area: Area,
  place: "start" | "middle" | "end",
  name: "I" | "L",
): string {
  const scale = Math.min(area.widthPt / image.width, area.heightPt / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const x = area.xPt + (area.widthPt - width) * { start: 0, middle: 0.5, end: 1 }[place];
  const y = area.yPt + (area.heightPt - height) / 2;
  return `q ${pdfNumber(width)} 0 0 ${pdfNumber(height)} ${pdfNumber(x)} ${pdfNumber(y)} cm /${name} Do Q\n`;
}

function drawMark(area: Area, mark: "dot" | undefined): string {
  return mark === "dot" ? drawDot(area) : drawTick(area);
}

/**
 * The radius of a dot, as a share of the side of its square, and the length of the control arms of Bézier curves that
 * approximate a circle.
 */
const DOT_SHARE = 0.3;
const CIRCLE_ARM = 0.5523;

/** A dot in the middle of the area. */
function drawDot(area: Area): string {
  const radius = Math.min(area.widthPt, area.heightPt) * DOT_SHARE;
  const [x, y] = [area.xPt + area.widthPt / 2, area.yPt + area.heightPt / 2];
  const arm = radius * CIRCLE_ARM;
  const at = (...offsets: [number, number][]): string =>
    offsets.map(([right, up]) => `${pdfNumber(x + right)} ${pdfNumber(y + up)}`).join(" ");
  return [
    `${at([radius, 0])} m`,
    `${at([radius, arm], [arm, radius], [0, radius])} c`,
    `${at([-arm, radius], [-radius, arm], [-radius, 0])} c`,
    `${at([-radius, -arm], [-arm, -radius], [0, -radius])} c`,
    `${at([arm, -radius], [radius, -arm], [radius, 0])} c f\n`,
  ].join(" ");
}

/** A tick in the largest square in the middle of the area. */
function drawTick(area: Area): string {
  const side = Math.min(area.widthPt, area.heightPt);
  const x = area.xPt + (area.widthPt - side) / 2;
  const y = area.yPt + (area.heightPt - side) / 2;
  const point = (right: number, up: number): string => `${pdfNumber(x + right * side)} ${pdfNumber(y + up * side)}`;
  const width = pdfNumber(side * 0.11);
  return `q ${width} w 1 J 1 j ${point(0.14, 0.5)} m ${point(0.4, 0.22)} l ${point(0.86, 0.8)} l S Q\n`;
}

function addForm(images: SharedImages, box: AppearanceBox, operators: string, resources: string): number {
  const { paint } = images;
  const bbox = pdfNumbers([0, 0, box.widthPt, box.heightPt]);
  const entries = `/Type/XObject/Subtype/Form/BBox${bbox}/Matrix[${MATRICES[box.rotation]}]/Resources<<${resources}${paint.resources}>>`;
  return images.addForm(entries, `q ${paint.black}\n${operators}Q`);
}
