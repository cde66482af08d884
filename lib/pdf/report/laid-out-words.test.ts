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

test("shares glyphs between words, so that cached words hold no outlines of their own", () => {
  const [one, other] = [glyphsOf("lane"), glyphsOf("alien")];
  expect(one[1]).toBe(other[0]);
  expect(new Set([...one, ...other]).size).toBe(5);
});

test("gives a glyph its own text after it was part of an accented letter", () => {
  glyphsOf("é").forEach(({ path: outline }) => outline.commands.length);
  expect(glyphsOf("née").map(({ codePoints }) => codePoints)).toEqual([[110], [233], [101]]);
});

test("keeps the text of different letters with one shape", () => {
  const [space] = glyphsOf(" ");
  const [unbroken] = glyphsOf("\u00a0");
  expect([space?.codePoints, unbroken?.codePoints]).toEqual([[0x20], [0xa0]]);
});
