import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { constants, deflateRawSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PdfEngine } from "@/lib/engine/engine";
import { startEngine } from "@/lib/engine/pool";
import { defaultPicturePage, type PicturePage } from "@/lib/pdf/pictures/picture-page";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-pictures-"));
let engine: PdfEngine;
beforeAll(() => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 2 ** 20 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
async function convert(bytes: Buffer, page: Partial<PicturePage> = {}, mostPictures = 100): Promise<Buffer> {
  const place = path.join(folder, String((files += 1)));
  writeFileSync(place, bytes);
  try {
    const spec = {
      kind: "picture" as const,
      title: "Receipt",
      page: { ...defaultPicturePage, ...page },
      mostPictures,
      officeMs: 1000,
    };
    const pdf = await engine.convert({ path: place, size: bytes.length }, spec);
    const written = readFileSync(pdf.path);
    expect(written).toHaveLength(pdf.size);
    rmSync(pdf.path);
    return written;
  } finally {
    rmSync(place);
    expect(readdirSync(folder)).toEqual([]);
  }
}

/** A picture three times as wide as high, red on the left and blue on the right. */
function twoColours(): Sharp {
  const half = { create: { width: 300, height: 200, channels: 3 as const, background: "#cc0000" } };
  return sharp({ create: { width: 600, height: 200, channels: 3, background: "#0000cc" } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

/**
 * The colours at positions given as shares of the page's width and height: `red`, `blue`, `white`, or the colour's
 * components.
 */
async function coloursAt(pdf: Buffer, places: readonly (readonly [number, number])[], page = 1): Promise<string[]> {
  const ppm = execFileSync("pdftoppm", ["-r", "40", "-png", "-f", String(page), "-l", String(page), "-"], {
    input: pdf,
  });
  const { data, info } = await sharp(ppm).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > 240 && green > 240 && blue > 240) return "white";
    if (red > 150 && blue < 60) return "red";
    return blue > 150 && red < 60 ? "blue" : `${red} ${green} ${blue}`;
  });
}

function pdfinfo(pdf: Buffer, ...options: string[]): string {
  const place = path.join(folder, "read.pdf");
  writeFileSync(place, pdf);
  try {
    return execFileSync("pdfinfo", [...options, place], { stdio: ["ignore", "pipe", "ignore"] }).toString();
  } finally {
    rmSync(place);
  }
}

function pagesOf(pdf: Buffer): string[] {
  return [...pdfinfo(pdf, "-f", "1", "-l", "100").matchAll(/Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  );
}

describe("a converted picture", () => {
  test.each([
    ["jpeg", "jpeg"],
    ["png @exhaustive", "png"],
    ["webp @exhaustive", "webp"],
    ["tiff @exhaustive", "tiff"],
  ] as const)("from %s becomes a valid, tagged page in the picture's orientation", async (_name, format) => {
    const pdf = await convert(await twoColours().toFormat(format).toBuffer());
    expect(pagesOf(pdf)).toEqual(["842 x 595"]);
    const places = [
      [0.3, 0.5],
      [0.7, 0.5],
      [0.01, 0.5],
    ] as const;
    expect(await coloursAt(pdf, places)).toEqual(["red", "blue", "white"]);
    expect(qpdfCheck(pdf)).toBe(0);
  });

  test.each(
    [1, 2, 3, 4, 5, 6, 7, 8].map(
      (orientation) => [`${orientation}${orientation === 6 ? "" : " @exhaustive"}`, orientation] as const,
    ),
  )("is upright with Exif orientation %s and keeps its own bytes", async (_name, orientation) => {
    const picture = await twoColours().jpeg().withExif({}).withMetadata({ orientation }).toBuffer();
    const pdf = await convert(picture);
    const upright = await sharp(picture).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const isTall = upright.info.height > upright.info.width;
    const ends = isTall
      ? ([
          [0.5, 0.3],
          [0.5, 0.7],
        ] as const)
      : ([
          [0.3, 0.5],
          [0.7, 0.5],
        ] as const);
    const first = (upright.data[0] ?? 0) > 150 ? "red" : "blue";
    expect(await coloursAt(pdf, ends)).toEqual(first === "red" ? ["red", "blue"] : ["blue", "red"]);
    expect(pdf.toString("latin1")).toContain("/DCTDecode");
  });

  test("keeps a JPEG's image data and drops its metadata and trailing bytes", async () => {
    const plain = await twoColours().jpeg().toBuffer();
    const source = await twoColours()
      .jpeg()
      .withExif({ IFD0: { Copyright: "secret-place" }, IFD3: { GPSLatitude: "48/1 51/1 30/1" } })
      .toBuffer();
    const pdf = await convert(Buffer.concat([source, Buffer.from("%PDF-1.4 hidden behind it")]));
    expect(pdf.includes(plain.subarray(plain.length - 400))).toBe(true);
    expect(pdf.includes("secret-place")).toBe(false);
    expect(pdf.includes("hidden behind it")).toBe(false);
  });

  test("has the requested page size and margins @exhaustive", async () => {
    const picture = await twoColours().png().toBuffer();
    expect(pagesOf(await convert(picture, { size: "letter" }))).toEqual(["792 x 612"]);
    expect(pagesOf(await convert(picture, { size: "picture", marginPt: 0 }))).toEqual(["842 x 281"]);
    const bare = await convert(picture, { size: "picture", marginPt: 0 });
    expect(await coloursAt(bare, [[0.005, 0.5]])).toEqual(["red"]);
  });

  test("shows white where the picture is transparent", async () => {
    const clear = sharp({
      create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    expect(await coloursAt(await convert(await clear.png().toBuffer()), [[0.5, 0.5]])).toEqual(["white"]);
  });
});

describe("refused pictures", () => {
  const refusal = (bytes: Buffer, most?: number) => convert(bytes, {}, most).then(() => "done", codeOf);

  test("a truncated picture, and bytes that are no picture", async () => {
    const whole = await twoColours().jpeg().toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe("picture_damaged");
    expect(await refusal(Buffer.from("\u0089PNG\r\n\u001a\nIHDR", "latin1"))).toBe("picture_damaged");
  });

  test.each([
    ["a PNG of 30,000 by 30,000 @exhaustive", () => pngBomb(30_000)],
    ["a PNG of 10,000 by 10,000, within the limit of pixels @exhaustive", () => pngBomb(10_000)],
    ["a JPEG that claims 65,500 by 65,500", jpegBomb],
  ])("%s gets a result, and the next picture is converted", async (_name, bomb) => {
    const bytes = bomb();
    const outcome = await refusal(bytes);
    expect(["too_large", "picture_damaged", "done"]).toContain(outcome);
    expect(await refusal(await twoColours().png().toBuffer())).toBe("done");
  });

  test("a TIFF with more pages than allowed", async () => {
    const three = await pagesOfTiff(3);
    expect(pagesOf(await convert(three))).toHaveLength(3);
    expect(await refusal(three, 2)).toBe("too_large");
  });
});

async function pagesOfTiff(count: number): Promise<Buffer> {
  const page = await twoColours().png().toBuffer();
  return sharp(
    Array.from({ length: count }, () => page),
    { join: { animated: true } },
  )
    .tiff()
    .toBuffer();
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** A grey-scale PNG that is black everywhere. */
function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const rows = deflatedZeros((side + 1) * side);
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Zeros as zlib compresses them, without compressing all of them: one block of one MiB, repeated. */
function deflatedZeros(bytes: number): Buffer {
  const deflated = (length: number) => deflateRawSync(Buffer.alloc(length), { finishFlush: constants.Z_FULL_FLUSH });
  const [block, rest] = [deflated(2 ** 20), deflated(bytes % 2 ** 20)];
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt16BE(bytes % 65_521, 0);
  adler32.writeUInt16BE(1, 2);
  const blocks = Array<Buffer>(Math.floor(bytes / 2 ** 20)).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, rest, Buffer.from([3, 0]), adler32]);
}

function jpegBomb(): Buffer {
  const frame = [0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
  return Buffer.from([0xff, 0xd8, ...frame, ...scan, ...Buffer.alloc(1000), 0xff, 0xd9]);
}
