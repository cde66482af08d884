import { inkBox, planTrim, type TrimPlan } from "@/lib/platform/geometry/trim-box";

/**
 * Trims the canvas to its content and encodes a transparent PNG (sizes: trim-box.ts); null if the canvas is empty. A photo whose PNG exceeds the server's limit
 * is scaled down.
 */
export async function trimCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const pixels = drawingContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const ink = inkBox(pixels.data, canvas.width, canvas.height);
  if (!ink) return null;
  for (let shrink = 1; ; shrink *= 0.75) {
    const png = await toPng(drawTrimmed(canvas, planTrim(ink, shrink)));
    if (png.size <= mostPictureBytes) return png;
  }
}

function drawTrimmed(canvas: HTMLCanvasElement, { source, target, width, height }: TrimPlan): HTMLCanvasElement {
  const trimmed = makeCanvas(width, height);
  const context = drawingContext(trimmed);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    canvas,
    source.left,
    source.top,
    source.width,
    source.height,
    target.left,
    target.top,
    target.width,
    target.height,
  );
  return trimmed;
}

export function makeCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export function drawingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser gives no canvas to draw on");
  return context;
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("this browser made no picture of the canvas"))),
      "image/png",
    );
  });
}

/** Limits of a signature image (docs/spec/limits.md). */
export const mostPictureBytes = 2 * 1024 * 1024;
