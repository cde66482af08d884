import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { photograph, type PhotographPlan } from "@/lib/pdf/signature-photo/testing/photograph";
import { cleanImage } from "./clean-image";

/** An image as taken by a phone. */
function taken(plan: PhotographPlan = {}): Sharp {
  const { rgba, width, height } = photograph({
    paper: [214, 220, 238],
    fall: 0.6,
    shadow: { dark: 0.7, blur: 60 },
    noise: 4,
    ...plan,
  });
  return sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha();
}

async function alphaOf(png: Buffer): Promise<{ at: (x: number, y: number) => number; clear: number }> {
  const { data, info } = await sharp(png).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return {
    at: (x, y) => data[y * info.width + x] ?? -1,
    clear: data.filter((alpha) => alpha === 0).length / data.length,
  };
}

test("turns a photograph into a transparent PNG, trimmed to the ink and in its shape", async () => {
  for (const source of [taken().jpeg({ quality: 70 }), taken().png()]) {
    const { png, width, height, hadPaper } = await cleanImage(await source.toBuffer());
    const { format, channels } = await sharp(png).metadata();
    const alpha = await alphaOf(png);
    expect([format, channels, hadPaper]).toEqual(["png", 4, true]);
    expect([alpha.at(0, 0), alpha.at(width - 1, 0), alpha.at(0, height - 1), alpha.at(width - 1, height - 1)]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(alpha.clear).toBeGreaterThan(0.75);
    // The pen went from 20 % to 82 % of the width and from 30 % to 72 % of the height of 400 by 260 pixels. The margin
    // around it is 4 % of the longer side.
    expect(Math.abs(width - (248 + 5 + 2 * 10))).toBeLessThan(8);
    expect(Math.abs(height - (109 + 5 + 2 * 10))).toBeLessThan(8);
  }
});

test("rotates a photograph upright by its EXIF orientation @exhaustive", async () => {
  const upright = await cleanImage(await taken().jpeg().toBuffer());
  const sideways = await cleanImage(await taken().rotate(-90).jpeg().withMetadata({ orientation: 6 }).toBuffer());
  expect(Math.abs(sideways.width - upright.width)).toBeLessThan(6);
  expect(Math.abs(sideways.height - upright.height)).toBeLessThan(6);
});

test("only trims a transparent image, and keeps the paper when asked", async () => {
  const stroke = { create: { width: 60, height: 12, channels: 4 as const, background: "#fafafa" } };
  const drawn = await sharp({ create: { width: 300, height: 200, channels: 4, background: "#0000" } })
    .composite([{ input: await sharp(stroke).png().toBuffer(), left: 100, top: 90 }])
    .png()
    .toBuffer();
  const trimmed = await cleanImage(drawn);
  expect([trimmed.hadPaper, trimmed.width, trimmed.height]).toEqual([false, 64, 20]);
  const kept = await cleanImage(await taken().jpeg().toBuffer(), { keepPaper: true });
  expect(kept.hadPaper).toBe(true);
  expect((await alphaOf(kept.png)).at(kept.width >> 1, kept.height >> 1)).toBe(255);
});

test("reduces a large image to at most 1600 by 600 pixels and 2 MiB @exhaustive", async () => {
  const { png, width, height } = await cleanImage(
    await taken({ width: 1800, height: 1200, pen: 12, noise: 9 }).jpeg({ quality: 60 }).toBuffer(),
    { keepPaper: true },
  );
  expect([width <= 1600, height <= 600, png.length <= 2 * 2 ** 20]).toEqual([true, true, true]);
});

test("distinguishes blank paper from an unreadable image", async () => {
  await expect(cleanImage(await taken({ isBlank: true }).jpeg().toBuffer())).rejects.toMatchObject({ code: "blank" });
  await expect(cleanImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject({
    code: "image_type",
  });
  await expect(cleanImage((await taken().jpeg().toBuffer()).subarray(0, 900))).rejects.toMatchObject({
    code: "image_damaged",
  });
});
