import sharp from "sharp";
import { letters } from "./letters";
import { flourish } from "./strokes";

/**
 * The name and its flourish for e-mails: 120 by 48 px at double size, on white, because e-mail clients in dark mode do
 * not change images.
 */
export function wordmarkPng(): Promise<Buffer> {
  const name = letters("Paraph", { size: 28, weight: 600, tracking: -0.025 });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="96" viewBox="0 0 120 48"><rect width="120" height="48" fill="#fff"/>
<path transform="translate(8 26)" d="${name.path}" fill="#0b1220"/><path transform="translate(6 29) scale(${(name.width + 4) / 120} .62)" d="${flourish}" fill="#3b3fd8"/></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
}
