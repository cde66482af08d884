import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { pdfOf, PLAIN, stream } from "@/lib/pdf/testing/hand-written-pdf";

/** Small files that demand gigabytes or endless time. They are built on each call, because some are megabytes long. */
export const PDF_BOMBS: Readonly<Record<string, () => Buffer>> = {
  "three JBIG2 images of 100,000 x 100,000": () => jbig2Images(100_000),
  "a Flate image of 30,000 x 30,000": () =>
    withImage(`/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`, zeros(900)),
  "a fax image of 60,000 x 60,000": () =>
    withImage(
      "/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000/Rows 60000>>",
      Buffer.alloc(20_000, 0x55),
    ),
  "an LZW image of 30,000 x 30,000": () =>
    withImage(`${square(30_000)}/Filter/LZWDecode`, Buffer.alloc(4_000_000, 0x55)),
  "an image of runs of 30,000 x 30,000": () =>
    withImage(`${square(30_000)}/Filter/RunLengthDecode`, Buffer.alloc(14_000_000, Buffer.from([0x81, 0x40]))),
  "an image behind four filters that grows in each": () =>
    withImage(
      `${square(30_000)}/Filter[/FlateDecode/FlateDecode/RunLengthDecode/LZWDecode]`,
      deflateSync(repeated("\x81\x55", 1024)),
    ),
  "a fax image of 60,000 x 60,000 behind deflated data of 1 GiB": () =>
    withImage(
      "/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter[/FlateDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 60000/Rows 60000>>]",
      repeated("U", 1024),
    ),
  "2,000 small images that each grow a thousandfold": () =>
    withImages(
      Array<string>(2000).fill(
        stream(`/Type/XObject/Subtype/Image${square(100)}/Filter/FlateDecode`, zeros(8).toString("latin1")),
      ),
    ),
  "an object stream of 1 GiB": () => withObjectStream(zeros(1024), ""),
  "an object stream of 1 GiB behind three filters": () =>
    withObjectStream(deflateSync(deflateSync(zeros(1024))), "/FlateDecode/FlateDecode"),
  "a cross-reference stream of 8 million entries": () => crossReferences(8_000_000),
  "a chain of 100,000 cross-reference sections": () => chainOfSections(100_000),
  "a page tree of 50,000 x 50,000": () => pageTree(50_000),
  "arrays a million deep": () => nested(1_000_000),
  "2,001 pages": () => manyPages(2001),
  "a page of 14,401 points": () => pdfOf([...PLAIN.slice(0, 2), "<</Type/Page/Parent 2 0 R/MediaBox[0 0 14401 100]>>"]),
  "a page of 200 million inches": () =>
    pdfOf([...PLAIN.slice(0, 2), "<</Type/Page/Parent 2 0 R/MediaBox[0 0 14400 14400]/UserUnit 1000000>>"]),
  "content of 256 MiB": () => withContent("/Filter/FlateDecode", repeated("0 0 300 400 re f\n", 256)),
  "content behind LZW that grows without end": () => withContent("/Filter/LZWDecode", Buffer.alloc(4_000_000, 0x55)),
  "forms that draw each other ten billion times": () => formsInForms(10),
  "a pattern of a billion tiles": () => tiles(),
};

export const IMAGE_BOMBS: Readonly<Record<string, () => Buffer>> = {
  "a PNG of 50,000 x 50,000": () => png(50_000, 50_000, zeros(16)),
  "a PNG of 4,096 x 4,096 whose data are 1 GiB": () => png(4096, 4096, zeros(1024)),
  "a PNG one pixel high and two thousand million wide": () => png(2_147_483_647, 1, zeros(1)),
};

const square = (side: number): string => `/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray`;

/** JPEG 2000 data of three components in a colour space of four inks, which causes a WASM trap in PDFium's decoder. */
const trap =
  "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAwcHAAAAAAAPY29scgEAAAAAAAwAAACkanAyY/9P/1EALwAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAALAAB/5PPtBwUAFyv3x1/z7QcFABcr98df8+0HBQAXK/fHX//2Q==";

export function trappingImage(): Buffer {
  return withImage("/Width 16/Height 16/Filter/JPXDecode", Buffer.from(trap, "base64"));
}

/** Deflated zeros: one block of one MiB, repeated. */
function zeros(mebibytes: number): Buffer {
  return repeated("\0", mebibytes);
}

/** A repeated text, deflated, without a checksum at its end, which readers accept. */
function repeated(text: string, mebibytes: number): Buffer {
  const plain = Buffer.from(text.repeat(Math.floor(2 ** 20 / text.length)), "latin1");
  const block = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(mebibytes).fill(block), Buffer.from([3, 0])]);
}

function withContent(entries: string, data: Buffer): Buffer {
  return pdfOf([
    ...PLAIN.slice(0, 2),
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>",
    stream(entries, data.toString("latin1")),
  ]);
}

function withImage(entries: string, data: Buffer): Buffer {
  return withImages([stream(`/Type/XObject/Subtype/Image${entries}`, data.toString("latin1"))]);
}

function withImages(images: readonly string[]): Buffer {
  const names = images.map((_, index) => `/I${index} ${5 + index} 0 R`).join("");
  const drawn = `q 300 0 0 400 0 0 cm ${images.map((_, index) => `/I${index} Do`).join(" ")} Q`;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`;
  return pdfOf([...PLAIN.slice(0, 2), page, stream("", drawn), ...images]);
}

/**
 * Small JBIG2 images (ITU-T T.88: page information, followed by a generic region of noise) that decode to `side` by
 * `side` pixels.
 */
export function jbig2Images(side: number): Buffer {
  const words = (...numbers: number[]) =>
    Buffer.concat(numbers.map((number) => Buffer.from([number >>> 24, number >>> 16, number >>> 8, number])));
  const segment = (num: number, type: number, data: Buffer) =>
    Buffer.concat([words(num), Buffer.from([type, 0, 1]), words(data.length), data]);
  const page = segment(0, 48, Buffer.concat([words(side, side, 0, 0), Buffer.alloc(3)]));
  const region = segment(
    1,
    38,
    Buffer.concat([
      words(side, side, 0, 0),
      Buffer.from([0, 0, 3, 255, 253, 255, 2, 254, 254, 254]),
      Buffer.alloc(40_000, 0x55),
    ]),
  );
  const entries = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode`;
  return withImages(Array<string>(3).fill(stream(entries, Buffer.concat([page, region]).toString("latin1"))));
}

/** The page is inside the object stream, so that nothing can be read without it. */
function withObjectStream(data: Buffer, moreFilters: string): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "",
    "",
    stream(`/Type/ObjStm/N 2/First 10/Filter[/FlateDecode${moreFilters}]`, data.toString("latin1")),
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    if (body !== "") file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const row = (type: number, second: number, third: number) =>
    Buffer.from([type, second >>> 24, second >>> 16, second >>> 8, second, third]);
  const rows = Buffer.concat([
    row(0, 0, 0),
    row(1, offsets[0] ?? 0, 0),
    row(2, 4, 0),
    row(2, 4, 1),
    row(1, offsets[3] ?? 0, 0),
  ]);
  return withXrefStream(file, 5, stream(`/Type/XRef/W[1 4 1]/Index[0 5]/Size 6/Root 1 0 R`, rows.toString("latin1")));
}

function withXrefStream(file: string, num: number, body: string): Buffer {
  return Buffer.from(`${file}${num} 0 obj\n${body}\nendobj\nstartxref\n${file.length}\n%%EOF\n`, "latin1");
}

function crossReferences(count: number): Buffer {
  const data = deflateSync(Buffer.alloc(count * 2, 1), { level: 1 }).toString("latin1");
  const file = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`;
  return withXrefStream(
    file,
    3,
    stream(`/Type/XRef/W[1 1 0]/Index[0 ${count}]/Size ${count}/Root 1 0 R/Filter/FlateDecode`, data),
  );
}

function chainOfSections(count: number): Buffer {
  const parts = ["%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"];
  let length = parts[0]?.length ?? 0;
  let previous = "";
  for (let section = 0; section < count; section += 1) {
    const written = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 4/Root 1 0 R${previous}>>\nstartxref\n${length}\n%%EOF\n`;
    previous = `/Prev ${length}`;
    parts.push(written);
    length += written.length;
  }
  return Buffer.from(parts.join(""), "latin1");
}

function pageTree(width: number): Buffer {
  const kids = (num: number) => `${num} 0 R `.repeat(width);
  const levels = Array.from(
    { length: 40 },
    (_, level) => `<</Type/Pages/Parent 2 0 R/Kids[${kids(level === 39 ? 3 : 5 + level)}]/Count ${width}>>`,
  );
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids(4)}]/Count ${width ** 2}>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>",
    ...levels,
  ]);
}

function nested(depth: number): Buffer {
  return pdfOf([`<</Type/Catalog/Pages 2 0 R/Names ${"[".repeat(depth)}${"]".repeat(depth)}>>`, ...PLAIN.slice(1)]);
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ");
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>";
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    ...Array<string>(count).fill(page),
  ]);
}

function formsInForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const entries = `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</F ${6 + level} 0 R>>>>`;
    return stream(
      isLast ? "/Type/XObject/Subtype/Form/BBox[0 0 300 400]" : entries,
      isLast ? "0 0 9 9 re f" : "/F Do ".repeat(10),
    );
  });
  return pdfOf([
    ...PLAIN.slice(0, 2),
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>",
    stream("", "/F Do"),
    ...forms,
  ]);
}

function tiles(): Buffer {
  const pattern = stream(
    "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.01/YStep 0.01/Resources<<>>",
    "1 0 0 rg 0 0 .005 .005 re f",
  );
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Pattern<</P 5 0 R>>>>>>";
  return pdfOf([...PLAIN.slice(0, 2), page, stream("", "/Pattern cs /P scn 0 0 300 400 re f"), pattern]);
}

function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
    return Buffer.concat([length, named, checksum(named)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** CRC-32 of ISO/IEC 15948, annex D. The function of node:zlib requires a newer Node version. */
function checksum(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return written;
}
