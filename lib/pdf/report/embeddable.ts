import type { Font, Glyph, PathCommand } from "fontkit";
import { ImageError, toImageXObject, type ImageXObject } from "@/lib/pdf/images/image-xobject";

/** A font in the form that pdfkit embeds. */
export interface EmbeddableFace {
  /** Passed to pdfkit as a font object. */
  font: Font;
  /** Identifies the font within one document. */
  key: string;
}

/** An embedded font in one document, as pdfkit 0.20.2 stores it. */
export interface EmbeddedFace {
  subset: { includeGlyph(glyphId: number): number };
  /** By glyph number in the subset: the width in thousandths of an em, and the characters for copying text. */
  widths: number[];
  unicode: (readonly number[])[];
  scale: number;
}

const codes = new WeakMap<EmbeddedFace, Map<number, string>>();

/**
 * The glyph's number in the subset, in hexadecimal. The glyph is added if it is missing. Replaces pdfkit's `encode`,
 * which lays the text out again and queries the subset for every glyph.
 */
export function codeOfGlyph(face: EmbeddedFace, { id, advanceWidth, codePoints }: Glyph): string {
  const known = codes.get(face) ?? new Map<number, string>();
  codes.set(face, known);
  const found = known.get(id);
  if (found !== undefined) return found;
  const number = face.subset.includeGlyph(id);
  face.widths[number] ??= advanceWidth * face.scale;
  face.unicode[number] ??= codePoints;
  const code = number.toString(16).padStart(4, "0");
  known.set(id, code);
  return code;
}

/** Internals of a subset in fontkit 2.0.4. The package is pinned, and a test reads the embedded text back. */
interface SubsetInternals {
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(glyphId: number): number;
}

/**
 * Wraps a font read from WOFF2 so that pdfkit can embed a subset of it: fontkit copies glyphs from the plain TrueType
 * table, which WOFF2 replaces by a transformed one. Each glyph is rebuilt from its outline, in the weight of the
 * font.
 */
export function embeddableFace(font: Font, key: string): EmbeddableFace {
  const face = Object.create(font) as Font;
  Object.defineProperties(face, {
    // pdfkit treats two fonts with the same name as one, and all parts of an East Asian font have the same name.
    postscriptName: { value: key },
    createSubset: { value: () => rewritingSubset(font) },
  });
  return { font: face, key };
}

/** A glyph as stored in a subset. */
interface WrittenGlyph {
  outline: Buffer;
  advance: number;
  bearing: number;
}

const written = new WeakMap<Font, Map<number, WrittenGlyph>>();

function writtenGlyph(font: Font, glyphId: number): WrittenGlyph {
  const known = written.get(font) ?? new Map<number, WrittenGlyph>();
  written.set(font, known);
  const found = known.get(glyphId);
  if (found) return found;
  const glyph = font.getGlyph(glyphId);
  const outline = encodeOutline(glyph.path.commands);
  const made = { outline, advance: glyph.advanceWidth, bearing: outline.length > 0 ? glyph.bbox.minX : 0 };
  known.set(glyphId, made);
  return made;
}

function rewritingSubset(font: Font): unknown {
  const subset = font.createSubset() as unknown as SubsetInternals;
  subset._addGlyph = (glyphId) => {
    const { outline, advance, bearing } = writtenGlyph(font, glyphId);
    subset.glyf.push(outline);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance, bearing });
    subset.offset += outline.length;
    return subset.glyf.length - 1;
  };
  return subset;
}

interface OutlinePoint {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/**
 * An outline of lines and quadratic curves as a TrueType simple glyph (OpenType `glyf`), with 16-bit coordinates and
 * without instructions.
 */
function encodeOutline(commands: readonly PathCommand[]): Buffer {
  const contours = toContours(commands);
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  let end = -1;
  const words = [
    contours.length,
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
    ...contours.map((contour) => (end += contour.length)),
    0,
  ];
  const flags = Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0)));
  const bytes = Buffer.concat([toWords(words), flags, toWords(differences(xs)), toWords(differences(ys))]);
  // Offsets are halved in the short form of `loca`.
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function toContours(commands: readonly PathCommand[]): OutlinePoint[][] {
  const contours: OutlinePoint[][] = [];
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args.map(Math.round);
    const contour = contours.at(-1);
    if (command === "moveTo") contours.push([{ x: a, y: b, isOnCurve: true }]);
    else if (command === "lineTo") contour?.push({ x: a, y: b, isOnCurve: true });
    else if (command === "quadraticCurveTo")
      contour?.push({ x: a, y: b, isOnCurve: false }, { x: c, y: d, isOnCurve: true });
    else if (command === "bezierCurveTo") throw new TypeError("TrueType has no cubic curves");
  }
  return contours.map(withoutRepeatedStart);
}

/** A contour closes automatically. */
function withoutRepeatedStart(contour: OutlinePoint[]): OutlinePoint[] {
  const [first, last] = [contour[0], contour.at(-1)];
  return contour.length > 1 && first && last?.isOnCurve && first.x === last.x && first.y === last.y
    ? contour.slice(0, -1)
    : contour;
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function toWords(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeInt16BE(value, index * 2));
  return bytes;
}

/** An image object that pdfkit 0.20.2 accepts instead of bytes. */
interface EmbeddableImage {
  width: number;
  height: number;
  /** Identifies the image within one document. */
  label: string;
  obj: unknown;
  embed(doc: PDFKit.PDFDocument): void;
}

/** A reference to an object that pdfkit writes unchanged, because its filter is given. */
interface Reference {
  end(data: Buffer): void;
}

/**
 * A PNG in the format of signatures (8-bit RGBA), with the streams that signing writes. pdfkit's PNG decoder took a
 * quarter of the time for a whole evidence document. Null for any other PNG, such as a grey-scale logo, which is left
 * to pdfkit.
 */
export function embeddableImage(png: Buffer, label: string): EmbeddableImage | null {
  const streams = streamsOf(png);
  if (!streams) return null;
  const { width, height, rgb, alpha } = streams;
  const common = { Type: "XObject", Subtype: "Image", Width: width, Height: height, BitsPerComponent: 8 };
  const image: EmbeddableImage = {
    width,
    height,
    label,
    obj: null,
    embed: (doc) => {
      const write = (entries: Record<string, unknown>, data: Buffer): Reference => {
        const reference = doc.ref({ ...common, ...entries, Filter: "FlateDecode" }) as unknown as Reference;
        reference.end(data);
        return reference;
      };
      const mask = alpha && write({ ColorSpace: "DeviceGray" }, alpha);
      image.obj = write({ ColorSpace: "DeviceRGB", ...(mask ? { SMask: mask } : {}) }, rgb);
    },
  };
  return image;
}

function streamsOf(png: Buffer): ImageXObject | null {
  try {
    return toImageXObject(png);
  } catch (error) {
    if (error instanceof ImageError) return null;
    throw error;
  }
}
