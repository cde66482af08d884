import type { Page } from "@playwright/test";
import sharp from "sharp";
import { boxOf } from "./box-of";

/** Points on the pad as fractions of its width and height. */
export type Path = readonly (readonly [number, number])[];

export const flourish: Path = [
  [0.3, 0.6],
  [0.4, 0.3],
  [0.45, 0.7],
  [0.55, 0.35],
  [0.6, 0.65],
  [0.7, 0.4],
];

/** Draws one stroke on the open pad. Returns the pad's content just before the pen is lifted. */
export async function drawStroke(page: Page, path: Path): Promise<Buffer> {
  const box = await boxOf(page.getByRole("img", { name: /^Drawing pad for the/ }));
  const [first, ...rest] = path.map(([x, y]) => [box.x + box.width * x, box.y + box.height * y] as const);
  await page.mouse.move(...(first ?? [0, 0]));
  await page.mouse.down();
  for (const at of rest) await page.mouse.move(...at, { steps: 6 });
  // The pad draws the last movement by a timer of at most 16 ms. A page's timers run in the order in which they are due.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 17)));
  const wet = await padPicture(page);
  await page.mouse.up();
  return wet;
}

export interface Ink {
  format: string | undefined;
  /** Alpha of the four corners, 0–255. */
  corners: number[];
  /** Fractions of width and height without ink: left, right, top, bottom. */
  margins: number[];
  /** Width of the drawing divided by its height. */
  ratio: number;
}

/** Measures where a picture has ink. */
export async function readInk(png: Buffer): Promise<Ink> {
  const { format } = await sharp(png).metadata();
  const {
    data,
    info: { width, height },
  } = await sharp(png).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const alpha = (x: number, y: number): number => data[y * width + x] ?? 0;
  const columns = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_row, y) => alpha(x, y)).some((value) => value > 40),
  );
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_column, x) => alpha(x, y)).some((value) => value > 40),
  );
  const [left, right, top, bottom] = [
    columns.indexOf(true),
    columns.lastIndexOf(true) + 1,
    rows.indexOf(true),
    rows.lastIndexOf(true) + 1,
  ];
  return {
    format,
    corners: [alpha(0, 0), alpha(width - 1, 0), alpha(0, height - 1), alpha(width - 1, height - 1)],
    margins: [left / width, 1 - right / width, top / height, 1 - bottom / height],
    ratio: (right - left) / (bottom - top),
  };
}

/** The pad's current content as a PNG. */
export async function padPicture(page: Page): Promise<Buffer> {
  const url = await page
    .getByRole("img", { name: /^Drawing pad for the/ })
    .evaluate((pad) => (pad as HTMLCanvasElement).toDataURL("image/png"));
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
