import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { openFace } from "@/lib/pdf/fonts/shape-text";
import { layOutWords } from "./laid-out-words";

const path = createRequire(import.meta.url).resolve("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2");
const font = openFace({ path, ranges: [], variable: false });

test("different words share their glyphs, so that remembered words hold no outlines of their own", () => {
  const [one, other] = [layOutWords(font, "lane", "ltr"), layOutWords(font, "alien", "ltr")];
  expect(one.glyphs[1]).toBe(other.glyphs[0]);
  expect(new Set([...one.glyphs, ...other.glyphs]).size).toBe(5);
});

test("a glyph that was a part of an accented letter first has its own text afterwards", () => {
  layOutWords(font, "é", "ltr").glyphs.forEach(({ path: outline }) => outline.commands.length);
  expect(layOutWords(font, "née", "ltr").glyphs.map(({ codePoints }) => codePoints)).toEqual([[110], [233], [101]]);
});

test("letters with one shape keep their own text", () => {
  const [space] = layOutWords(font, " ", "ltr").glyphs;
  const [unbroken] = layOutWords(font, "\u00a0", "ltr").glyphs;
  expect([space?.codePoints, unbroken?.codePoints]).toEqual([[0x20], [0xa0]]);
});
