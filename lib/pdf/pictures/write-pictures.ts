import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import type PdfKit from "pdfkit";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { ZipError, ZipReader } from "@/lib/platform/zip/zip-directory";
import type { PicturePage } from "./picture-page";
import type { PreparedPicture } from "./prepare-picture";

interface PictureDocument {
  title: string;
  page: PicturePage;
  createdAt: Date;
  /** Limit for the written file. */
  maxBytes: number;
}

const sheets = { a4: [595.28, 841.89], letter: [612, 792] } as const;
/** The longer side of the picture on a page of its own proportions. */
const longestSidePt = 841.89;
/** 96 pixels per inch. Smaller pictures are not enlarged to the width of the page. */
const mostPointsPerPixel = 0.75;

/** Writes one page per picture, centred inside the margins, on paper oriented like the picture, tagged as figures. */
export async function writePictures(
  pictures: readonly PreparedPicture[],
  outputPath: string,
  { title, page, createdAt, maxBytes }: PictureDocument,
): Promise<{ size: number }> {
  const { default: PdfDocument } = (await import("pdfkit")) as { default: typeof PdfKit };
  const doc = new PdfDocument({
    margin: 0,
    autoFirstPage: false,
    font: "",
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en",
    info: { Title: title, Creator: "Paraph", Producer: "Paraph", CreationDate: createdAt, ModDate: createdAt },
  });
  const file = createWriteStream(outputPath, { mode: 0o600 });
  doc.pipe(file);
  const root = doc.struct("Document");
  doc.addStructure(root);
  pictures.forEach((picture, index) =>
    drawPicture(doc, root, picture, page, `Picture ${index + 1} of ${pictures.length}`),
  );
  root.end();
  doc.end();
  await once(file, "finish");
  if (file.bytesWritten > maxBytes) throw new PdfError("too_large", `${file.bytesWritten} bytes as a PDF`);
  return { size: file.bytesWritten };
}

function drawPicture(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  picture: PreparedPicture,
  { size, marginPt }: PicturePage,
  alt: string,
): void {
  const isTurned = picture.orientation > 4;
  const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height];
  const paper = paperFor(width, height, size, marginPt);
  const scale = Math.min(
    (paper.width - 2 * marginPt) / width,
    (paper.height - 2 * marginPt) / height,
    size === "picture" ? Infinity : mostPointsPerPixel,
  );
  const box = {
    x: (paper.width - width * scale) / 2,
    y: (paper.height - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  };
  doc.addPage({ size: [paper.width, paper.height], margin: 0 });
  const draw = (): void => {
    doc.save();
    doc.transform(...upright(picture.orientation, box));
    doc.image(picture.path, 0, 0, { width: 1, height: 1 });
    doc.restore();
  };
  // The package's types lack `bbox`, which pdfkit 0.20.2 writes.
  const options = { alt, bbox: [box.x, box.y, box.x + box.width, box.y + box.height] };
  const figure = doc.struct("Figure", options, [draw]);
  root.add(figure);
  figure.end();
}

function paperFor(
  width: number,
  height: number,
  size: PicturePage["size"],
  marginPt: number,
): { width: number; height: number } {
  if (size === "picture") {
    const scale = (longestSidePt - 2 * marginPt) / Math.max(width, height);
    return { width: width * scale + 2 * marginPt, height: height * scale + 2 * marginPt };
  }
  const [short, long] = sheets[size];
  return width > height ? { width: long, height: short } : { width: short, height: long };
}

type Matrix = [number, number, number, number, number, number];

/** For each orientation, the matrix that maps (column, row) of the unit square with its first row on top. */
const turns: Readonly<Record<number, Matrix>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};

function upright(orientation: number, box: { x: number; y: number; width: number; height: number }): Matrix {
  const [a, b, c, d, e, f] = turns[orientation] ?? [1, 0, 0, 1, 0, 0];
  const { x, y, width, height } = box;
  return [a * width, b * height, c * width, d * height, x + e * width, y + f * height];
}

interface Unpacking {
  /** `${outputPrefix}-0`, and so on. */
  outputPrefix: string;
  mostPictures: number;
  /** Limit for all files together. */
  maxBytes: number;
}

/**
 * Unpacks a ZIP of pictures in the order of its directory. Names in it never become paths. Throws PdfError
 * `too_large`, `picture_damaged`.
 */
export function unpackPictures(file: string, { outputPrefix, mostPictures, maxBytes }: Unpacking): { files: string[] } {
  try {
    return ZipReader.with(file, (zip) => {
      const entries = zip.entries();
      if (entries.length > mostPictures) throw new PdfError("too_large", `${entries.length} pictures`);
      let left = maxBytes;
      const files = entries.map((entry, index) => {
        const bytes = zip.read(entry, left);
        left -= bytes.length;
        const path = `${outputPrefix}-${index}`;
        writeFileSync(path, bytes, { mode: 0o600 });
        return path;
      });
      return { files };
    });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new PdfError(error.code === "too_large" ? "too_large" : "picture_damaged", `zip: ${error.code}`);
  }
}
