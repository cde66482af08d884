import type { PDFPageProxy } from "pdfjs-dist";

/** A decoded image as pdf.js stores it. */
interface DecodedImage {
  kind: number;
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

interface ObjectStore {
  resolve: (this: ObjectStore, id: string, data?: unknown) => void;
}

/** `ImageKind` of pdf.js. */
const rgb = 2;
const rgba = 3;

const changed = new WeakSet<object>();

/**
 * Lets pdf.js draw pictures of three bytes a pixel as four. pdf.js 6.3.289 copies them in bands of 16 rows, and its loop for the last pixels of a band begins at the
 * picture's first row: it writes nothing, and takes 1.5 s for a picture of 500,000 pixels, growing with the square. The pixels are the same.
 */
export function drawWholePixels(page: PDFPageProxy): void {
  const store = Object.getPrototypeOf(page.objs) as ObjectStore;
  if (changed.has(store)) return;
  changed.add(store);
  const resolve = store.resolve;
  store.resolve = function (id, data = null) {
    resolve.call(this, id, isRgb(data) ? withOpacity(data) : data);
  };
}

function isRgb(data: unknown): data is DecodedImage {
  if (typeof data !== "object" || data === null || !("kind" in data) || data.kind !== rgb) return false;
  const { width, height, data: bytes } = data as DecodedImage;
  return (bytes instanceof Uint8Array || bytes instanceof Uint8ClampedArray) && bytes.length >= width * height * 3;
}

function withOpacity(image: DecodedImage): DecodedImage {
  const { width, height, data: source } = image;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = source[from] ?? 0;
    data[to + 1] = source[from + 1] ?? 0;
    data[to + 2] = source[from + 2] ?? 0;
    data[to + 3] = 255;
  }
  return { ...image, kind: rgba, data };
}
