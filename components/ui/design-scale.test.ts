import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Every match of `pattern` that `isAllowed` refuses, with its file. */
function findOdd(pattern: RegExp, isAllowed: (match: RegExpExecArray) => boolean): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].filter((match) => !isAllowed(match)).map(([whole]) => `${file}: ${whole}`),
  );
}

/** Multiples of 4 px: half steps for small distances, then whole ones, then increasingly larger ones. */
const spacing = new Set("0 0.5 1 1.5 2 2.5 3 3.5 4 5 6 7 8 9 10 12 14 16 20 24 32 48".split(" "));
const space = String.raw`(?:p[xytrblse]?|m[xytrblse]?|gap|gap-x|gap-y|space-x|space-y)`;

test("takes distances from the spacing scale", () => {
  expect(
    findOdd(new RegExp(String.raw`(?<![\w-])-?${space}-(\d[\d.]*)(?![\w.%])`, "g"), ([, step]) =>
      spacing.has(step ?? ""),
    ),
  ).toEqual([]);
});

test("takes sizes of letters, corners, shadows and motion from the tokens of app/theme.css", () => {
  const arbitrary =
    /(?<![\w-])(?:text|leading|tracking|rounded|shadow|duration|font|p[xytrblse]?|m[xytrblse]?|gap)-\[([^\]]*)\]/g;
  // System colours, the inset of a phone's notch, shares of the window, and inherited values are not sizes of ours.
  const isRelative = (value: string) => /^(?:HighlightText|inherit|.*env\(.*|.*\ddvh.*|calc\(.*\dem\))$/.test(value);
  expect(findOdd(arbitrary, ([, value]) => isRelative(value ?? ""))).toEqual([]);
});

test("moves for 200 ms at most", () => {
  expect(findOdd(/(?<![\w-])duration-(\d+)/g, ([, ms]) => Number(ms) <= 200)).toEqual([]);
});

test("takes the widths of text and forms from a short list", () => {
  const widths = new Set("16 20 40 44 60 64 80 90 100 110 120 160 180 200 240 280 360".split(" "));
  expect(findOdd(/(?<![\w-])max-w-(\d[\d.]*)(?![\w.])/g, ([, width]) => widths.has(width ?? ""))).toEqual([]);
});

test("uses no colour, corner, shadow or size of the framework that app/theme.css removes", () => {
  const utility = "(?:text|bg|border|outline|ring|divide|fill|stroke|decoration|accent|caret|placeholder|from|via|to)";
  const foreign =
    "(?:black|white|slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)";
  expect(findOdd(new RegExp(String.raw`(?<![\w-])${utility}-${foreign}(?:-\d+)?(?![\w-])`, "g"), () => false)).toEqual(
    [],
  );
  expect(
    findOdd(/(?<![\w-])(?:rounded(?:-[a-z]{1,2})?|shadow|text)-(?:xs|sm|base|md|lg|\d?xl)(?![\w-])/g, () => false),
  ).toEqual([]);
});
