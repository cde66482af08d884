import type { Page } from "@playwright/test";
import sharp from "sharp";
import { boxOf } from "@/e2e/browser/actions/box-of";
import { expect, test } from "@/e2e/browser/fixtures";
import { untilSettled } from "@/e2e/browser/rules/settled";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import type { SignatureOptionsChange } from "@/lib/platform/signature-appearance";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

/**
 * In points, on a white page. The first is too low for its lines, the second wider than needed, and the third takes
 * initials.
 */
const fields = [
  { left: 72, top: 120, width: 90, height: 40 },
  { left: 72, top: 220, width: 320, height: 70 },
  { type: "initial" as const, left: 72, top: 340, width: 120, height: 40 },
];
const pagePt = 612;
const picturePx = 1600;

interface Ink {
  /** Extent of the drawing, in points from the corner of the field. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Share of ink in each cell of a grid, row by row. */
  cells: number[];
}

/** The part of a rendering inside a field, at `scale` pixels per point, without the field's border. */
async function inkIn(
  picture: Buffer,
  scale: number,
  at: { x: number; y: number },
  size: { width: number; height: number },
): Promise<Ink> {
  const edge = 2;
  const { data, info } = await sharp(picture)
    .extract({
      left: Math.round((at.x + edge) * scale),
      top: Math.round((at.y + edge) * scale),
      width: Math.round((size.width - 2 * edge) * scale),
      height: Math.round((size.height - 2 * edge) * scale),
    })
    .flatten({ background: "white" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [columns, rows] = [16, 8];
  const cells = Array.from({ length: columns * rows }, () => 0);
  const found = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  data.forEach((grey, index) => {
    const [x, y] = [index % info.width, Math.floor(index / info.width)];
    const cell = Math.floor((y * rows) / info.height) * columns + Math.floor((x * columns) / info.width);
    cells[cell] = (cells[cell] ?? 0) + ((255 - grey) / 255) * ((columns * rows) / data.length);
    if (grey > 230) return;
    found.left = Math.min(found.left, x / scale);
    found.right = Math.max(found.right, x / scale);
    found.top = Math.min(found.top, y / scale);
    found.bottom = Math.max(found.bottom, y / scale);
  });
  return { ...found, cells };
}

/** The fields as the page shows them before signing, in window pixels. */
async function previewInk(page: Page): Promise<Ink[]> {
  const sheet = await boxOf(page.getByRole("region", { name: "Page 1 of 1" }));
  const scale = sheet.width / pagePt;
  const shown: Ink[] = [];
  for (const field of fields) {
    const box = {
      x: field.left * scale,
      y: field.top * scale,
      width: field.width * scale,
      height: field.height * scale,
    };
    const picture = await page.screenshot({
      clip: { x: sheet.x + box.x, y: sheet.y + box.y, width: box.width, height: box.height },
      scale: "css",
    });
    shown.push(await inkIn(picture, scale, { x: 0, y: 0 }, field));
  }
  return shown;
}

/** The quick run only renders the look with every part. */
const looks: { name: string; options: SignatureOptionsChange }[] = [
  { name: "the standard template @exhaustive", options: {} },
  {
    name: "an image at the left, three lines and a background",
    options: {
      appearance: {
        layout: "left",
        lines: ["{{name}}", "Reason: {{reason}}", "{{time}}"],
        background: "light",
        textSizePt: 6,
      },
      reason: { preset: "I agree to the terms" },
    },
  },
  {
    name: "lines only, on the brand's tint @exhaustive",
    options: { appearance: { layout: "text", lines: ["Signed by {{name}}", "{{time}}"], background: "brand" } },
  },
];

for (const { name, options } of looks)
  test(`shows a signature before signing as it is then painted: ${name}`, async ({
    page,
    newSigner,
    newRequest,
    loggedIn,
    inbox,
  }) => {
    const ana = await newSigner("Ana Beatriz de Sousa e Silva");
    const request = await newRequest({ signers: [{ person: ana }], fields, signatureOptions: options });
    await page.setViewportSize({ width: 1600, height: 1200 });
    await loggedIn(page, ana);
    await page.goto(link(request));
    await expect(
      page.getByRole("region", { name: "Page 1 of 1" }).getByRole("button").locator("image, img").first(),
    ).toBeVisible();
    await untilSettled(page);
    const before = await previewInk(page);

    await page.getByRole("button", { name: "Sign document" }).click();
    await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
    await expect(page.getByRole("heading", { level: 1, name: /^(You signed|Everyone has signed)/ })).toBeVisible();
    const drawn = await page.request.get(
      `/api/v1/sign/uuid/${request.signers[0].link}/pages/1/image?width=${picturePx}&format=png`,
    );
    expect(drawn.ok()).toBe(true);
    const picture = await drawn.body();
    const scale = picturePx / pagePt;
    for (const [index, field] of fields.entries()) {
      const painted = await inkIn(picture, scale, { x: field.left, y: field.top }, field);
      const shown = before[index] ?? painted;
      for (const side of ["left", "top", "right", "bottom"] as const)
        expect(Math.abs(shown[side] - painted[side]), `field ${index}: ${side}`).toBeLessThan(1.5);
      const differences = shown.cells.map((share, cell) => Math.abs(share - (painted.cells[cell] ?? 0)));
      expect(Math.max(...differences), `field ${index}: ink in the same places`).toBeLessThan(0.12);
    }
  });
