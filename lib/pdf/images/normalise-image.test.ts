import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { normaliseImage } from "./clean-image";

const indigo = { create: { width: 40, height: 20, channels: 3 as const, background: "#3B3FD8" } };

describe("an uploaded signature image", () => {
  test("becomes an 8-bit RGBA PNG, whatever its format", async () => {
    const sources = [
      sharp(indigo).png(),
      sharp(indigo).jpeg(),
      sharp(indigo).png({ palette: true }),
      sharp(indigo).greyscale().png(),
      sharp(indigo).toColourspace("rgb16").png(),
    ];
    for (const source of sources) {
      const { png, width, height } = await normaliseImage(await source.toBuffer());
      const metadata = await sharp(png).metadata();
      expect([metadata.format, metadata.channels, metadata.depth, metadata.isProgressive, width, height]).toEqual([
        "png",
        4,
        "uchar",
        false,
        40,
        20,
      ]);
    }
  });

  test("is rotated upright by its EXIF orientation", async () => {
    const sideways = await sharp(indigo).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await normaliseImage(sideways);
    expect([width, height]).toEqual([20, 40]);
  });

  test("loses metadata and data hidden after the image", async () => {
    const secret = "a message that must not travel";
    const picture = await sharp(indigo)
      .png()
      .withExif({ IFD0: { ImageDescription: secret } })
      .toBuffer();
    expect(picture.includes(secret)).toBe(true);
    const { png } = await normaliseImage(Buffer.concat([picture, Buffer.from(secret)]));
    expect(png.includes(secret)).toBe(false);
    expect((await sharp(png).metadata()).exif).toBeUndefined();
  });

  test("is refused as SVG, GIF, WebP, TIFF, empty, truncated or misnamed", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const whole = await sharp(indigo).png({ compressionLevel: 0 }).toBuffer();
    const pngMagic = whole.subarray(0, 8);
    const others = [svg, Buffer.from("GIF89a"), Buffer.from("RIFF0000WEBP"), Buffer.from("II*\0"), Buffer.alloc(0)];
    for (const bytes of others) await expect(normaliseImage(bytes)).rejects.toMatchObject({ code: "image_type" });
    for (const bytes of [whole.subarray(0, 200), Buffer.concat([pngMagic, svg])])
      await expect(normaliseImage(bytes)).rejects.toMatchObject({ code: "image_damaged" });
  });

  test("is refused with more than 4096 pixels per side or 2 MiB", async () => {
    const wide = await sharp({ create: { width: 4097, height: 1, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    await expect(normaliseImage(wide)).rejects.toMatchObject({ code: "image_too_many_pixels", bound: 4096 });
    await expect(normaliseImage(Buffer.concat([wide, Buffer.alloc(2 * 2 ** 20)]))).rejects.toMatchObject({
      code: "image_too_large",
      bound: 2 * 2 ** 20,
    });
  });
});
