import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import type { Font } from "fontkit";
import { setWeight } from "@/lib/pdf/fonts/shape-text";

const require = createRequire(import.meta.url);

export interface Lettering {
  /** SVG path data; the baseline is at 0. */
  path: string;
  width: number;
}

/**
 * Text as outlines of the product's typeface, so that an image needs no font. `size` in px, `weight` 100 to 900,
 * `tracking` in ems.
 */
export function letters(
  text: string,
  { size, weight, tracking = 0 }: { size: number; weight: number; tracking?: number },
): Lettering {
  const font = faceOf(weight);
  const scale = size / font.unitsPerEm;
  let x = 0;
  let path = "";
  const { glyphs, positions } = font.layout(text);
  glyphs.forEach((glyph, index) => {
    for (const { command, args } of glyph.path.commands)
      path +=
        letterOf[command] +
        args.map((value, part) => short(part % 2 === 0 ? (x + value) * scale : -value * scale)).join(" ");
    x += (positions[index]?.xAdvance ?? 0) + tracking * font.unitsPerEm;
  });
  return { path, width: Number(short(x * scale)) };
}

/**
 * fontkit 2.0.4 unpacks the outlines of this WOFF2 only while no weight is set, and then caches that state.
 * Hence two fonts, the second with the outlines of the first.
 */
function faceOf(weight: number): Font {
  const [unpacked, weighed] = [open(), open()];
  unpacked.getGlyph(0);
  (weighed as unknown as Unpacked)._transformedGlyphs = (unpacked as unknown as Unpacked)._transformedGlyphs;
  setWeight(weighed, weight);
  return weighed;
}

interface Unpacked {
  _transformedGlyphs: unknown;
}

function open(): Font {
  const font = fontkit.create(
    readFileSync(require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
  );
  if ("fonts" in font) throw new Error("a collection, not a face");
  return font;
}

const letterOf: Record<string, string> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

function short(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, "$1.");
}
