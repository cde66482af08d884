import { createCipheriv } from "node:crypto";

export interface FixturePage {
  /** llx, lly, urx, ury; Letter by default. */
  mediaBox?: readonly [number, number, number, number];
  cropBox?: readonly [number, number, number, number];
  rotate?: number;
  userUnit?: number;
  /** Written into the page dictionary unchanged. */
  extra?: string;
}

export interface FixtureSpec {
  pages: readonly FixturePage[];
  xref?: "table" | "stream";
  /** Image noise pads the file to about this many bytes. */
  sizeBytes?: number;
  /** Written into the catalog unchanged, e.g. an /AcroForm; it may refer to objects from number 1000. */
  catalogExtra?: string;
  /** Bodies of objects 1000, 1001 … */
  objects?: readonly string[];
}

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;
const FIRST_FREE = 4;
export const FIRST_EXTRA_OBJECT = 1000;
const OBJECT_STREAM = 900;
const XREF_STREAM = 901;

type Objects = Map<number, Buffer>;

/** A valid, deterministic PDF, written without a library so that tests know every byte. */
export function makePdf(spec: FixtureSpec): Buffer {
  const objects: Objects = new Map();
  const kids = spec.pages.map((page, index) => addPage(objects, page, index, noisePerPage(spec)));
  objects.set(CATALOG, text(`<</Type/Catalog/Pages ${PAGES} 0 R${spec.catalogExtra ?? ""}>>`));
  objects.set(PAGES, text(`<</Type/Pages/Count ${kids.length}/Kids[${kids.map((num) => `${num} 0 R`).join(" ")}]>>`));
  objects.set(FONT, text("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"));
  spec.objects?.forEach((body, index) => objects.set(FIRST_EXTRA_OBJECT + index, text(body)));
  return spec.xref === "stream" ? writeWithStreams(objects) : writeWithTable(objects);
}

function text(body: string): Buffer {
  return Buffer.from(body, "latin1");
}

function noisePerPage({ sizeBytes, pages }: FixtureSpec): number {
  return Math.max(0, Math.floor(((sizeBytes ?? 0) - 1000) / pages.length) - 700);
}

/** Three objects per page, so that numbers stay below those of the extra ones up to 298 pages. */
function addPage(objects: Objects, page: FixturePage, index: number, noiseBytes: number): number {
  const num = FIRST_FREE + index * 3;
  const box = page.mediaBox ?? [0, 0, 612, 792];
  const [content, image] = [num + 1, num + 2];
  const attributes = [
    page.cropBox === undefined ? "" : `/CropBox[${page.cropBox.join(" ")}]`,
    page.rotate === undefined ? "" : `/Rotate ${page.rotate}`,
    page.userUnit === undefined ? "" : `/UserUnit ${page.userUnit}`,
    page.extra ?? "",
  ].join("");
  const images = noiseBytes > 0 ? `/XObject<</N ${image} 0 R>>` : "";
  const resources = `/Resources<</Font<</F ${FONT} 0 R>>${images}>>`;
  objects.set(
    num,
    text(
      `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[${box.join(" ")}]${attributes}${resources}/Contents ${content} 0 R>>`,
    ),
  );
  const words = `BT /F 12 Tf ${box[0] + 20} ${box[1] + 20} Td (Page ${index + 1}) Tj ET`;
  const picture = noiseBytes > 0 ? ` q 40 0 0 40 ${box[0] + 20} ${box[1] + 40} cm /N Do Q` : "";
  objects.set(content, stream("", text(`${words}${picture}`)));
  if (noiseBytes > 0) {
    objects.set(image, noiseImage(noiseBytes, index));
  }
  return num;
}

function noiseImage(bytes: number, seed: number): Buffer {
  const width = 100;
  const height = Math.max(1, Math.floor(bytes / width));
  const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`;
  return stream(shape, noise(width * height, seed));
}

/** Noise that is the same in every run: AES in counter mode over zeros. */
function noise(length: number, seed: number): Buffer {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed + 1), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(length));
}

function stream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([text(`<<${entries}/Length ${data.length}>>\nstream\n`), data, text("\nendstream")]);
}

class Output {
  readonly parts: Buffer[] = [];
  length = 0;

  push(part: Buffer | string): void {
    const bytes = typeof part === "string" ? text(part) : part;
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  pushObject(num: number, body: Buffer): number {
    const offset = this.length;
    this.push(`${num} 0 obj\n`);
    this.push(body);
    this.push("\nendobj\n");
    return offset;
  }
}

const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
const ID = "/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]";

function writeWithTable(objects: Objects): Buffer {
  const out = new Output();
  out.push(HEADER);
  const lines = ["0 1\n0000000000 65535 f \n"];
  for (const [num, body] of [...objects].sort(([one], [other]) => one - other)) {
    lines.push(`${num} 1\n${String(out.pushObject(num, body)).padStart(10, "0")} 00000 n \n`);
  }
  const startXref = out.length;
  const size = Math.max(...objects.keys()) + 1;
  out.push(`xref\n${lines.join("")}trailer\n<</Size ${size}/Root ${CATALOG} 0 R${ID}>>\n`);
  out.push(`startxref\n${startXref}\n%%EOF\n`);
  return Buffer.concat(out.parts);
}

/** Puts everything but streams into one object stream. */
function writeWithStreams(objects: Objects): Buffer {
  const out = new Output();
  out.push(HEADER);
  const rows = new Map<number, readonly [number, number, number]>([[0, [0, 0, 65_535]]]);
  const packed: [number, Buffer][] = [];
  for (const [num, body] of objects) {
    if (body.includes("stream\n")) {
      rows.set(num, [1, out.pushObject(num, body), 0]);
    } else {
      rows.set(num, [2, OBJECT_STREAM, packed.length]);
      packed.push([num, body]);
    }
  }
  rows.set(OBJECT_STREAM, [1, out.pushObject(OBJECT_STREAM, objectStream(packed)), 0]);
  const startXref = out.length;
  rows.set(XREF_STREAM, [1, startXref, 0]);
  const sorted = [...rows].sort(([one], [other]) => one - other);
  const data = Buffer.concat(sorted.map(([, row]) => xrefRow(row)));
  const size = Math.max(...rows.keys()) + 1;
  const index = sorted.map(([num]) => `${num} 1`).join(" ");
  out.pushObject(
    XREF_STREAM,
    stream(`/Type/XRef/W[1 4 2]/Index[${index}]/Size ${size}/Root ${CATALOG} 0 R${ID}`, data),
  );
  out.push(`startxref\n${startXref}\n%%EOF\n`);
  return Buffer.concat(out.parts);
}

function objectStream(packed: readonly [number, Buffer][]): Buffer {
  let offset = 0;
  const header = packed.map(([num, body]) => {
    const at = offset;
    offset += body.length + 1;
    return `${num} ${at}`;
  });
  const head = `${header.join(" ")}\n`;
  const bodies = Buffer.concat(packed.flatMap(([, body]) => [body, text("\n")]));
  return stream(`/Type/ObjStm/N ${packed.length}/First ${head.length}`, Buffer.concat([text(head), bodies]));
}

function xrefRow([type, second, third]: readonly [number, number, number]): Buffer {
  const row = Buffer.alloc(7);
  row.writeUInt8(type, 0);
  row.writeUInt32BE(second, 1);
  row.writeUInt16BE(third, 5);
  return row;
}
