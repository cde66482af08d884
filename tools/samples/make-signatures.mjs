// Writes the stored signatures of the demo accounts to scripts/demo/*.png: node tools/samples/make-signatures.mjs
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";

const here = path.dirname(fileURLToPath(import.meta.url));
const people = [
  { file: "ana.png", name: "Ana Silva", font: "great-vibes/files/great-vibes-latin-400-normal.woff2" },
  { file: "carla.png", name: "Carla Mendes", font: "sacramento/files/sacramento-latin-400-normal.woff2" },
];
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } : {}),
});
const page = await browser.newPage();
await page.goto(pathToFileURL(path.join(here, "lease.html")).href);
for (const { file, name, font } of people) {
  await page.setContent(`<style>@font-face { font-family: hand; src: url("${pathToFileURL(path.resolve(here, "../../node_modules/@fontsource", font)).href}"); }
    body { margin: 0; } p { margin: 0; padding: 60px; width: max-content; font: 120px/1.4 hand; color: #1e3a8a; }</style><p>${name}</p>`);
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.locator("p").screenshot({ omitBackground: true });
  const trimmed = await sharp(shot)
    .trim()
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  await sharp(trimmed).toFile(path.resolve(here, "../demo", file));
}
await browser.close();
