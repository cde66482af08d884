import { ZipFile } from "yazl";

/** The first bytes of a file of each type, enough to be recognised. */
export const sampleHeads = {
  pdf: Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"),
  png: Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from("IHDR"),
    Buffer.alloc(80),
  ]),
  jpeg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from("JFIF\0"), Buffer.alloc(80)]),
  webp: Buffer.concat([Buffer.from("RIFF"), Buffer.from([90, 0, 0, 0]), Buffer.from("WEBPVP8 "), Buffer.alloc(80)]),
  heic: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypmif1"),
    Buffer.alloc(4),
    Buffer.from("mif1heic"),
    Buffer.alloc(80),
  ]),
} as const;

/** A zip with files of these names. */
export async function zipOf(names: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from(`<x>${name}</x>`), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const docxNames = ["[Content_Types].xml", "_rels/.rels", "word/document.xml"] as const;
