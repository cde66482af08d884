import sharp from "sharp";
import { outlineText, type TextOutline } from "@/lib/pdf/appearance/text-outlines";
import { smallPdf } from "@/lib/pdf/small-pdf";
import { fromBuffer, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfNumber } from "@/lib/pdf/syntax/serialize";
import type { Bitmap } from "./bitmap";
import { withDocument, type Pdfium } from "./pdfium";

export interface PageImageRequest {
  /** Counted from 1. */
  page: number;
  /** Requested width, 16 to 2400 pixels. The height follows from the page. */
  widthPx: number;
  format: "png" | "webp";
  /** Drawn over the page. */
  overlay?: PageOverlay;
}

interface PageOverlay {
  /** The width of the displayed page in points, the unit of the fields. */
  pageWidthPt: number;
  fields: readonly PageField[];
}

// A page may be 14,400 points long and one wide. Its image is made narrower than requested, so that it does not fill
// the memory.
const maxSidePx = 8192;
const maxPixels = 12_000_000;

// fpdfview.h: FPDFBitmap_BGRx, FPDF_ANNOT (annotations), FPDF_REVERSE_BYTE_ORDER (red first).
const bitmapFormat = 3;
const renderFlags = 0x01 | 0x10;

/**
 * Draws one page as a reader shows it (CropBox, /Rotate), on a white background. Throws `no_page`, `damaged`,
 * `encrypted`.
 */
export async function renderPage(pdfium: Pdfium, source: ByteSource, request: PageImageRequest): Promise<Buffer> {
  const bitmap = withDocument(pdfium, source, (document) => drawPage(pdfium, document, request));
  const image = sharp(bitmap.pixels, {
    raw: { width: bitmap.width, height: bitmap.height, channels: 4 },
  }).removeAlpha();
  if (request.format === "png") return image.png({ compressionLevel: 6 }).toBuffer();
  // Lossless, a page of text is half as large and sharper, but a scan is eight times as large. A higher effort would
  // take more time than it saves.
  return image.webp({ lossless: isDrawn(bitmap), quality: 82, effort: 0 }).toBuffer();
}

/**
 * In text and vector drawings, most pixels repeat along a row. In photographs and scans, hardly any do. Sampling
 * every eighth row is enough.
 */
function isDrawn({ pixels, width, height }: Bitmap): boolean {
  let repeated = 0;
  let seen = 0;
  for (let row = 0; row < height; row += 8) {
    for (let at = row * width * 4 + 4; at < (row + 1) * width * 4; at += 4) {
      seen += 1;
      if (pixels.readUInt32LE(at) === pixels.readUInt32LE(at - 4)) repeated += 1;
    }
  }
  return repeated > seen * 0.6;
}

function drawPage(pdfium: Pdfium, document: number, request: PageImageRequest): Bitmap {
  const { call } = pdfium;
  if (request.page < 1 || request.page > call.FPDF_GetPageCount(document)) {
    throw new PdfError("no_page", `it has no page ${request.page}`);
  }
  return withForm(call, document, (form) => {
    const page = call.FPDF_LoadPage(document, request.page - 1);
    if (page === 0) {
      throw new PdfError("damaged", `page ${request.page} cannot be read`);
    }
    try {
      const size = imageSize(call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page), request.widthPx);
      return drawBitmap(pdfium, { page, form }, size, request.overlay);
    } finally {
      call.FPDF_ClosePage(page);
    }
  });
}

/** The form module (form fill environment) of one open document. */
interface PdfiumForm {
  pointer: number;
  close(): void;
}

/**
 * Only PDFium's form module draws form fields, including signature fields. No script of the document runs, because
 * nothing triggers one.
 */
export function openForm(call: Pdfium["call"], document: number): PdfiumForm {
  const info = call.PDFiumExt_OpenFormFillInfo();
  const pointer = call.PDFiumExt_InitFormFillEnvironment(document, info);
  // Disables the colour that PDFium lays over every field.
  call.FPDF_SetFormFieldHighlightAlpha(pointer, 0);
  return {
    pointer,
    close() {
      call.PDFiumExt_ExitFormFillEnvironment(pointer);
      call.PDFiumExt_CloseFormFillInfo(info);
    },
  };
}

function withForm<T>(call: Pdfium["call"], document: number, use: (form: number) => T): T {
  const form = openForm(call, document);
  try {
    return use(form.pointer);
  } finally {
    form.close();
  }
}

/** Draws an open page with its annotations and form fields, on a white background. Throws `too_large`. */
export function drawBitmap(
  pdfium: Pdfium,
  { page, form }: { page: number; form: number },
  { width, height }: { width: number; height: number },
  overlay?: PageOverlay,
): Bitmap {
  const { call, runtime } = pdfium;
  const bitmap = call.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0);
  if (bitmap === 0) {
    throw new PdfError("too_large", "its page is too large to draw");
  }
  try {
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    call.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, renderFlags);
    if (overlay) drawOver(pdfium, bitmap, { width, height }, overlay);
    const start = call.FPDFBitmap_GetBuffer(bitmap);
    // At four bytes per pixel, rows have no padding. Copied, because WASM memory is reused.
    const pixels = Buffer.allocUnsafeSlow(width * height * 4);
    pixels.set(runtime.HEAPU8.subarray(start, start + pixels.length));
    return { pixels, width, height };
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
  }
}

function drawOver(
  pdfium: Pdfium,
  bitmap: number,
  { width, height }: { width: number; height: number },
  { fields, pageWidthPt }: PageOverlay,
): void {
  const { call } = pdfium;
  withDocument(pdfium, fromBuffer(fieldsPdf(fields, { width, height }, width / pageWidthPt)), (document) => {
    const page = call.FPDF_LoadPage(document, 0);
    if (page === 0) throw new Error("PDFium cannot read the fields that we drew");
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    call.FPDF_ClosePage(page);
  });
}

/**
 * The size in pixels for a page of this size in points, scaled down if its shape would exceed the maximum image size.
 */
export function imageSize(widthPt: number, heightPt: number, widthPx: number): { width: number; height: number } {
  const ratio = heightPt / widthPt;
  if (!Number.isFinite(ratio) || ratio <= 0) throw new PdfError("damaged", "its page has no size");
  const heightPx = widthPx * ratio;
  const scale = Math.min(1, maxSidePx / heightPx, Math.sqrt(maxPixels / (widthPx * heightPx)));
  return { width: Math.max(1, Math.round(widthPx * scale)), height: Math.max(1, Math.round(heightPx * scale)) };
}

/** A field to be filled in, in points from the top-left corner of the displayed page. */
export interface PageField {
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
  /** The signer's number, counted from 1. It determines the colour. */
  number: number;
  name: string;
}

interface Size {
  width: number;
  height: number;
}

/**
 * The signers' colours of app/theme.css, on which white text is readable. Each has a pattern, so that colour is never
 * the only cue.
 */
const colours = ["#1f5fd6", "#a0460a", "#0a6c67", "#a8217e", "#6b3fc9", "#5f6b00"];
const dashes = ["[]", "[6 4]", "[2 3]", "[10 3 2 3]"];
const padding = 3;
const smallestText = 7;

/**
 * The fields as a PDF of one page without a background, to be rendered on top of the page: one unit is one pixel of
 * the picture. `scale` is the number of pixels per point. Each field shows its signer's number and name.
 */
function fieldsPdf(fields: readonly PageField[], size: Size, scale: number): Buffer {
  const content = fields.map((field) => drawField(field, size, scale)).join("\n");
  return smallPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.width} ${size.height}]/Resources<</ExtGState<</Wash<</ca 0.1>>>>>>/Contents 4 0 R>>`,
    ["", Buffer.from(content, "latin1")],
  ]);
}

/** A frame two pixels wide inside the field, a tint of its colour, and the tag in its upper left corner. */
function drawField(field: PageField, size: Size, scale: number): string {
  const [left, width, height] = [field.leftPt * scale, field.widthPt * scale, field.heightPt * scale];
  const top = size.height - field.topPt * scale;
  const colour = rgb(colours[(field.number - 1) % colours.length] ?? "#000000");
  const inner = numbers(left + 1, top - height + 1, Math.max(1, width - 2), Math.max(1, height - 2));
  const frame = `q ${colour} rg ${colour} RG /Wash gs ${inner} re f Q\nq ${colour} RG 2 w ${dashes[(field.number - 1) % dashes.length] ?? "[]"} 0 d ${inner} re S Q`;
  const textSize = Math.min(Math.max(smallestText, size.width / 60), height - 2 * padding);
  const tag = textSize < smallestText ? null : outlineTag(field, textSize, width - 2 * padding);
  return tag ? `${frame}\n${drawTag(tag, { left, top, colour })}` : frame;
}

/** White text on the signer's colour. */
function drawTag(text: TextOutline, { left, top, colour }: { left: number; top: number; colour: string }): string {
  const height = text.sizePt + 2 * padding;
  const baseline = top - padding - text.sizePt * 0.82;
  return `q ${colour} rg ${numbers(left, top - height, text.widthPt + 2 * padding, height)} re f 1 1 1 rg 1 0 0 1 ${numbers(left + padding, baseline)} cm\n${text.path} Q`;
}

/** Number and name, or only the number if the name does not fit or the bundled fonts lack a glyph. */
function outlineTag({ number, name }: PageField, sizePt: number, maxWidthPt: number): TextOutline | null {
  if (maxWidthPt <= 0) return null;
  const label = outlineIfDrawable(`${number} ${name}`, { sizePt, maxWidthPt });
  if (label && label.sizePt >= smallestText) return label;
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
