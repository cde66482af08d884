import { createRequire } from "node:module";
import type { Glyph } from "fontkit";
import { expect, test } from "vitest";
import { openFace } from "@/lib/pdf/fonts/shape-text";
import { laidOutWords } from "./laid-out-words";

const path = createRequire(import.meta.url).resolve("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2");
const font = openFace({ path, ranges: [], variable: false });

function glyphsOf(text: string): Glyph[] {
  return laidOutWords(font, text, "ltr").flatMap(({ glyphs }) => glyphs);
}

test("different words share their glyphs, so that remembered words hold no outlines of their own", () => {
  const [one, other] = [glyphsOf("lane"), glyphsOf("alien")];
  expect(one[1]).toBe(other[0]);
  expect(new Set([...one, ...other]).size).toBe(5);
});

test("a glyph that was a part of an accented letter first has its own text afterwards", () => {
  glyphsOf("é").forEach(({ path: outline }) => outline.commands.length);
  expect(glyphsOf("née").map(({ codePoints }) => codePoints)).toEqual([[110], [233], [101]]);
});

test("letters with one shape keep their own text", () => {
  const [space] = glyphsOf(" ");
  const [unbroken] = glyphsOf("\u00a0");
  expect([space?.codePoints, unbroken?.codePoints]).toEqual([[0x20], [0xa0]]);
});
