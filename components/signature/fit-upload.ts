import { mostPictureBytes } from "./picture-limits";
import { drawingContext, makeCanvas } from "./trim-canvas";

const mostSidePx = 4096;
/** What the server makes of any picture. */
const keptSidePx = 1600;

/** The picture as the server takes it: as it is, or made smaller when it is too large, as most photographs are. Null when it cannot be read. */
export async function fitUpload(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const longer = Math.max(picture.width, picture.height);
  if (file.size <= mostPictureBytes && longer <= mostSidePx) return file;
  const scale = Math.min(1, keptSidePx / longer);
  const canvas = makeCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = drawingContext(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // A PNG may be transparent, which a JPEG cannot be.
  const png = file.type === "image/png" ? await encode(canvas, "image/png") : null;
  return png && png.size <= mostPictureBytes ? png : encode(canvas, "image/jpeg");
}

function encode(canvas: HTMLCanvasElement, type: "image/png" | "image/jpeg"): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));
}
