import { deflateSync, inflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { normaliseImage } from "./clean-image";
import { toImageXObject, type ImageError } from "./image-xobject";

/** An image in which every pixel differs, so that a wrong predictor or a shifted row is visible. */
function noise(width: number, height: number): Buffer {
  return Buffer.from(Array.from({ length: width * height * 4 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 255));
}

function rawImage(pixels: Buffer, width: number, height: number) {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

function join(image: ReturnType<typeof toImageXObject>): number[] {
  const rgb = inflateSync(image.rgb);
  const alpha = image.alpha ? inflateSync(image.alpha) : null;
  return Array.from({ length: image.width * image.height }, (_, i) => [
    rgb[i * 3],
    rgb[i * 3 + 1],
    rgb[i * 3 + 2],
    alpha ? alpha[i] : 255,
  ]).flat() as number[];
}

/**
 * A PNG written by the test, each row with the given filter. Rows are stored as deltas, so this is also the definition
 * of the filters.
 */
function pngWithFilters(pixels: Buffer, width: number, height: number, filters: number[]): Buffer {
  const rowBytes = width * 4;
  const at = (row: number, i: number) => (row < 0 || i < 0 ? 0 : (pixels[row * rowBytes + i] ?? 0));
  const predict = (filter: number, row: number, i: number): number => {
    const [a, b, c] = [at(row, i - 4), at(row - 1, i), i < 4 ? 0 : at(row - 1, i - 4)];
    if (filter === 4) {
      const distances = [a, b, c].map((value) => Math.abs(a + b - c - value));
      return [a, b, c][distances.indexOf(Math.min(...distances))] ?? 0;
    }
    return [0, a, b, (a + b) >> 1][filter] ?? 0;
  };
  const rows = Array.from({ length: height }, (_, row) => {
    const filter = filters[row % filters.length] ?? 0;
    return [filter, ...Array.from({ length: rowBytes }, (_, i) => (at(row, i) - predict(filter, row, i)) & 255)];
  });
  return png(width, height, deflateSync(Buffer.from(rows.flat())));
}

function png(width: number, height: number, data: Buffer, colourType = 6): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)]);
}

describe("image XObject", () => {
  test("reproduces the normaliser's output pixel for pixel", async () => {
    const pixels = noise(37, 23);
    const normalised = await normaliseImage(await rawImage(pixels, 37, 23).png().toBuffer());
    const image = toImageXObject(normalised.png);
    expect([image.width, image.height]).toEqual([37, 23]);
    expect(join(image)).toEqual([...pixels]);
  });

  test.each([[[0]], [[1]], [[2]], [[3]], [[4]], [[4, 3, 2, 1, 0]]])("decodes row filters %j", (filters) => {
    const pixels = noise(9, 11);
    expect(join(toImageXObject(pngWithFilters(pixels, 9, 11, filters)))).toEqual([...pixels]);
  });

  test("gives an opaque image no soft mask", async () => {
    const opaque = await sharp({ create: { width: 5, height: 4, channels: 3, background: "#3B3FD8" } })
      .jpeg()
      .toBuffer();
    const image = toImageXObject((await normaliseImage(opaque)).png);
    expect(image.alpha).toBeNull();
  });

  test("refuses rows that inflate beyond the header's size before they fill memory @exhaustive", () => {
    expect(codeOf(png(2, 2, deflateSync(Buffer.alloc(64 * 2 ** 20))))).toBe("image_damaged");
  });

  test("refuses another kind of PNG, a truncated one and a file that is not a PNG", () => {
    expect(codeOf(png(2, 2, deflateSync(Buffer.alloc(14)), 2))).toBe("image_type");
    expect(codeOf(png(2, 2, deflateSync(Buffer.alloc(17))))).toBe("image_damaged");
    expect(codeOf(png(5000, 2, deflateSync(Buffer.alloc(40002))))).toBe("image_too_many_pixels");
    expect(codeOf(Buffer.from("GIF89a"))).toBe("image_type");
  });
});

/** The code of the error that the image is refused with. */
function codeOf(image: Buffer): unknown {
  try {
    return void toImageXObject(image);
  } catch (error) {
    return (error as Partial<ImageError>).code;
  }
}
