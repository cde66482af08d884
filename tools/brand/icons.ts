import sharp from "sharp";
import { monogram } from "./strokes";

const accent = "#3b3fd8";

interface Tile {
  /** On a grid of 32. */
  radius: number;
  /** Scale of the letter; a maskable icon is cut to a circle of 80 %. */
  scale: number;
}

/** The letter on its own background, which suits light and dark browser windows. */
export function tile({ radius, scale }: Tile): string {
  const shift = (32 * (1 - scale)) / 2;
  const place = scale === 1 ? "" : ` transform="translate(${shift} ${shift}) scale(${scale})"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${accent}"/><path${place} fill="#fff" d="${monogram}"/></svg>\n`;
}

/** `size` in px. */
export function tilePng(look: Tile, size: number): Promise<Buffer> {
  return sharp(Buffer.from(tile(look)), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

/** An ICO file of PNG pictures: a directory of 16 bytes a picture, then the pictures. */
export async function icoFile(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map((size) => tilePng({ radius: 7, scale: 1 }, size)));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(sizes[index] ?? 0, at);
    head.writeUInt8(sizes[index] ?? 0, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}
