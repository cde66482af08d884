import type { Pdf } from "@/components/pages/open-pdf";

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** Fine enough for a digit of six points. A comparison holds two pictures of this size. */
const pixelsPerPoint = 1.5;
const mostPixels = 2_500_000;

export interface DrawnPage {
  page: LoadedPage;
  width: number;
  height: number;
  /** RGBA. */
  pixels: Uint8ClampedArray;
  /** Converts a rectangle in the page's units to fractions of the picture. */
  shareOf: (rect: readonly number[]) => { left: number; top: number; right: number; bottom: number };
}

/** Renders a page off screen. Rejects if it cannot be rendered, or if `signal` aborted. */
export async function drawPage(pdf: Pdf, pageNumber: number, signal: AbortSignal): Promise<DrawnPage> {
  const page = await pdf.getPage(pageNumber);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(pixelsPerPoint, Math.sqrt(mostPixels / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  // Read back after drawing, so keep it off the graphics card, where two renderings of one page may differ.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Error("the browser gives no canvas");
  const task = page.render({ canvas, viewport });
  const cancel = (): void => task.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await task.promise;
    const { data } = context.getImageData(0, 0, width, height);
    return { page, width, height, pixels: data, shareOf: (rect) => shareOf(viewport, rect) };
  } finally {
    signal.removeEventListener("abort", cancel);
    // Some browsers keep a canvas's memory until it is resized.
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

function shareOf(
  viewport: ReturnType<LoadedPage["getViewport"]>,
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
): ReturnType<DrawnPage["shareOf"]> {
  const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [
    viewport.convertToViewportPoint(x0, y0) as number[],
    viewport.convertToViewportPoint(x1, y1) as number[],
  ];
  const { width, height } = viewport;
  return {
    left: Math.min(ax, bx) / width,
    top: Math.min(ay, by) / height,
    right: Math.max(ax, bx) / width,
    bottom: Math.max(ay, by) / height,
  };
}
