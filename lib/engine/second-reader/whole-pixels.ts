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

/** A word a pixel: byte by byte it took a sixth of the time in which a file of pictures is read. Node runs on little-endian machines only. */
function withOpacity(image: DecodedImage): DecodedImage {
  const { width, height, data: source } = image;
  const words = new Uint32Array(width * height);
  for (let from = 0, to = 0; to < words.length; from += 3, to += 1)
    words[to] = 0xff000000 | ((source[from + 2] ?? 0) << 16) | ((source[from + 1] ?? 0) << 8) | (source[from] ?? 0);
  return { ...image, kind: rgba, data: new Uint8ClampedArray(words.buffer) };
}
