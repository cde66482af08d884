import sharp from "sharp";
import { normaliseImage } from "@/lib/pdf/images/clean-image";

const [width, height] = [400, 150];

/** Waves of ink on transparency, as the product stores a drawn signature. */
export async function drawnSignature(): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let x = 10; x < width - 10; x += 1) {
    const middle = Math.round(75 + 45 * Math.sin(x / 18) * Math.cos(x / 70));
    for (let y = middle - 3; y <= middle + 3; y += 1) {
      pixels.writeUInt32BE(0x102a6bff, (y * width + x) * 4);
    }
  }
  const drawn = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return (await normaliseImage(drawn)).png;
}
