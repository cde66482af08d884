import { randomBytes } from "node:crypto";

/** A PDF of one page with a single image of about `size` bytes. */
export function scannedPage(size: number): Buffer {
  const side = Math.floor(Math.sqrt(size));
  const image = randomBytes(side * side);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  const write = (part: string | Buffer): number => parts.push(Buffer.from(part as string, "latin1"));
  const object = (number: number, ...content: (string | Buffer)[]): void => {
    offsets.push(length());
    [`${number} 0 obj\n`, ...content, "\nendobj\n"].forEach(write);
  };
  write("%PDF-1.7\n");
  object(1, "<</Type/Catalog/Pages 2 0 R>>");
  object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
  object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 4 0 R>>>>>>");
  object(
    4,
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Length ${image.length}>>stream\n`,
    image,
    "\nendstream",
  );
  const start = length();
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  write(`xref\n0 5\n0000000000 65535 f \n${rows.join("")}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
