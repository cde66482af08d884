import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { covers, scriptFaces, signatureStyles } from "./script-faces";

const latin = ["U+0-FF, U+131", "U+100-2BA"];
const require = createRequire(import.meta.url);

test("covers a text when each of its letters is in some range", () => {
  expect(covers(latin, "", "Ana Silva")).toBe(true);
  expect(covers(latin, "", "Łukasz Ściślak")).toBe(true);
  expect(covers(latin, "", "Иван")).toBe(false);
  expect(covers(["U+4??"], "", "Иван")).toBe(true);
});

test("does not cover a letter that the font lacks, whatever its ranges claim", () => {
  expect(covers(latin, "Șș", "Șerban")).toBe(false);
});

test("counts a letter in two code points as one", () => {
  expect(covers(latin, "", "A\u030asa")).toBe(true);
});

test("covers nothing with malformed ranges", () => {
  expect(covers(["", "blue", "U+"], "", "A")).toBe(false);
});

test.each(signatureStyles)(
  "describes the files of %s correctly, so that each letter of European names is drawn or known to be missing",
  (style) => {
    const folder = path.dirname(require.resolve(`@fontsource/${style}/400.css`));
    const rules = readFileSync(path.join(folder, "400.css"), "utf8");
    const ranges = [...rules.matchAll(/unicode-range: ([^;]+);/g)].map((match) => match[1] ?? "");
    const files = readdirSync(path.join(folder, "files")).filter((name) => name.endsWith("-400-normal.woff2"));
    const drawn = new Set(
      files.flatMap((name) => {
        const font = fontkit.openSync(path.join(folder, "files", name));
        return "characterSet" in font ? font.characterSet : [];
      }),
    );
    const letters = [
      ...codes(0x41, 0x5a),
      ...codes(0x61, 0x7a),
      ...codes(0xc0, 0x17f),
      ...codes(0x218, 0x21b),
      ...codes(0x400, 0x45f),
      ...codes(0x1ea0, 0x1ef9),
    ];
    const claimed = letters.filter((code) => covers(ranges, scriptFaces[style].lacks, String.fromCodePoint(code)));
    const wrong = claimed
      .filter((code) => !drawn.has(code))
      .map((code) => String.fromCodePoint(code))
      .join("");
    expect(wrong).toBe("");
  },
);

function codes(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
