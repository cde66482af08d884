import { mkdir, writeFile } from "node:fs/promises";
import { icoFile, tile, tilePng } from "./brand/icons";
import { letters } from "./brand/letters";
import { sharePicture } from "./brand/share-picture";
import { flourish } from "./brand/strokes";
import { wordmarkPng } from "./brand/wordmark";

/** `npm run brand`: generates every form of the product's mark from the strokes in tools/brand/strokes.ts. */
const rounded = { radius: 7, scale: 1 };
const name = letters("Paraph", { size: 20, weight: 600, tracking: -0.025 });

await mkdir("public/brand", { recursive: true });
await writeFile(
  "lib/platform/brand.ts",
  `/* Made by npm run brand. SVG path data. */

/** The flourish under the name, in a box of 120 by 26. */
export const flourish = "${flourish}";

/** The name in 20 px letters; its baseline is at 0. */
export const lettering = { width: ${name.width}, path: "${name.path}" };
`,
);
await writeFile("app/icon.svg", tile(rounded));
await writeFile("app/apple-icon.png", await tilePng({ radius: 0, scale: 0.9 }, 180));
await writeFile("public/favicon.ico", await icoFile([16, 32, 48]));
await writeFile("public/brand/icon-192.png", await tilePng(rounded, 192));
await writeFile("public/brand/icon-512.png", await tilePng(rounded, 512));
await writeFile("public/brand/maskable-512.png", await tilePng({ radius: 0, scale: 0.72 }, 512));
await writeFile("public/brand/wordmark.png", await wordmarkPng());
await writeFile("app/opengraph-image.png", await sharePicture());
console.log("lib/platform/brand, app and public/brand have the mark as tools/brand draws it");
