import { readyFamily, type SignatureStyle } from "./script-faces";
import { drawingContext, makeCanvas, trimCanvas } from "./signature-picture";
import { inkColours, type Ink } from "./strokes";

const fontSizePx = 160;
const widestPx = 1500;

/**
 * A signature written from a name: a trimmed, transparent PNG of at most 1600 × 600 px. Names with letters that the
 * handwriting lacks use another font. Throws if nothing in the name can be drawn. Browser only.
 */
export async function proposeSignature(
  name: string,
  style: SignatureStyle = "caveat",
  ink: Ink = "black",
): Promise<Blob> {
  const text = name.normalize("NFC").replace(/\s+/gu, " ").trim();
  const family = await readyFamily(style, text);
  const canvas = write(text, family, inkColours[ink]);
  const png = await trimCanvas(canvas);
  if (!png) throw new Error("the name has no character that can be drawn");
  return png;
}

function write(text: string, family: string, colour: string): HTMLCanvasElement {
  const measured = drawingContext(makeCanvas(1, 1));
  measured.font = `${fontSizePx}px ${family}`;
  const natural = measured.measureText(text).width;
  const size = Math.max(12, Math.floor(fontSizePx * Math.min(1, widestPx / Math.max(1, natural))));
  // Swashes extend far beyond the measured letters; the empty rest is trimmed.
  const canvas = makeCanvas(Math.ceil((natural * size) / fontSizePx + 2 * size), 3 * size);
  const context = drawingContext(canvas);
  context.font = `${size}px ${family}`;
  context.fillStyle = colour;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, canvas.width / 2, canvas.height / 2);
  return canvas;
}
