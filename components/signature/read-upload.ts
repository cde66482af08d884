import { judgeUpload, mostUploadSidePx, type UploadRefusal } from "./judge-upload";
import { hasTransparency, paperToAlpha } from "./paper-to-alpha";
import { drawingContext, makeCanvas, trimCanvas } from "./trim-canvas";

const keptSidePx = 1600;
const sniffedBytes = 1024;

export interface UploadedSignature {
  png: Blob;
  /** The picture had no transparency, so there is a background that can be taken out. */
  hasBackground: boolean;
}

export type ReadUpload = { signature: UploadedSignature } | { refusal: UploadRefusal };

/** A signature from a picture that somebody chose: upright, trimmed and, where asked, with the paper taken out. */
export async function readUpload(file: Blob, takePaperOut: boolean): Promise<ReadUpload> {
  const refusal = judgeUpload(file.size, new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
  if (refusal) return { refusal };
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return { refusal: "unreadable" };
  if (Math.max(picture.width, picture.height) > mostUploadSidePx) return { refusal: "too_many_pixels" };
  const canvas = drawSmaller(picture);
  const context = drawingContext(canvas);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const hasBackground = !hasTransparency(pixels.data);
  if (hasBackground && takePaperOut) {
    paperToAlpha(pixels.data);
    context.putImageData(pixels, 0, 0);
  }
  const png = await trimCanvas(canvas);
  return png ? { signature: { png, hasBackground } } : { refusal: "blank" };
}

function drawSmaller(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, keptSidePx / Math.max(picture.width, picture.height));
  const canvas = makeCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  const context = drawingContext(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}
