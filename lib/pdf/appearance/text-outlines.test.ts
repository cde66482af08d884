import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { facesFor, hanPreference } from "@/lib/pdf/fonts/face-catalogue";
import { openFace, shapeText } from "@/lib/pdf/fonts/shape-text";
import { directedRuns, visualOrder } from "@/lib/pdf/fonts/text-direction";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { oneIn, present } from "@/lib/testing/representatives";
import { missingGlyphs, outlineText } from "./text-outlines";

const NAMES = {
  english: "Ada Lovelace, 20 Nov 2026 10:30",
  greek: "Ελένη Παπαδοπούλου",
  polish: "Zażółć Gęślą Jaźń",
  czech: "Jiří Dvořák",
  turkish: "İbrahim Çağlayangöl",
  vietnamese: "Nguyễn Thị Thuỳ Dương",
  decomposed: "Nguyễn Thị Thuỳ".normalize("NFD"),
  russian: "Фёдор Достоевский",
  ukrainian: "Ґалаґан Їжакевич",
  arabic: "محمد بن سلمان",
  persian: "پرویز گلچهره",
  hebrew: "משה בן־דוד",
  thai: "สมชาย ใจดี",
  hindi: "श्रीमती क्षत्रिय",
  bengali: "শেখ ক্ষিতিমোহন",
  punjabi: "ਗੁਰਪ੍ਰੀਤ ਸ਼ਰਮਾ",
  gujarati: "અંગ્રેજી કૃષ્ણ",
  tamil: "ஸ்ரீ கிருஷ்ணமூர்த்தி",
  telugu: "శ్రీ కృష్ణమూర్తి",
  kannada: "ಜ್ಞಾನೇಶ್ವರ ದಕ್ಷಿಣ",
  malayalam: "കൃഷ്ണൻ ദ്വീപ്",
  sinhala: "ශ්‍රී ලංකාව",
  lao: "ເຊັກເຊຍ ສີສະຫວາດ",
  burmese: "အောင်ဆန်းစုကြည်",
  georgian: "გიორგი ბერიძე",
  armenian: "Արամ Խաչատրյան",
  amharic: "አበበ ቢቂላ",
  khmer: "នរោត្តម សីហនុ",
  chinese: "王小明",
  traditional: "陳德華 臺灣",
  japanese: "髙橋 さくら タロウ",
  korean: "김민수 대한민국",
};

describe("text as outlines", () => {
  test.each(oneIn(3, Object.entries(NAMES)))(
    "has a glyph other than .notdef for every character of a %s name",
    (_, name) => {
      expect(missingGlyphs(name)).toEqual([]);
      const shaped = shapeText(name);
      expect(shaped.glyphs.every(({ glyph }) => glyph.id !== 0)).toBe(true);
      const outline = outlineText(name, { sizePt: 12 });
      expect(outline.path).toMatch(/^-?[\d.]+ -?[\d.]+ m\n[\s\S]* c\n[\s\S]*h\nf$/);
      expect(outline.path).not.toMatch(/NaN|e-|undefined|Infinity/);
      expect(outline.widthPt).toBeGreaterThan(12);
    },
  );

  test("stays inside the reported width and height in a renderer without the font @exhaustive", () => {
    for (const name of [NAMES.arabic, NAMES.hindi, NAMES.japanese, NAMES.vietnamese]) {
      const { path, widthPt, ascentPt, descentPt } = outlineText(name, { sizePt: 40 });
      const ink = inkOf(path, widthPt, ascentPt, descentPt);
      expect(ink.outside).toBe(0);
      expect(ink.inside).toBeGreaterThan(500);
    }
  });

  test("joins Arabic letters: a letter within a word has another shape than alone", () => {
    const alone = shapeText("م").glyphs[0]?.glyph.id;
    const joined = shapeText("محمد").glyphs.map(({ glyph }) => glyph.id);
    expect(alone).toBeDefined();
    expect(joined).not.toContain(alone);
  });

  test("runs Arabic and Hebrew from right to left: the first letter is to the right of the last", () => {
    const [alef] = shapeText("א").glyphs;
    const word = shapeText("אבג").glyphs;
    expect(word.at(-1)?.glyph.id).toBe(alef?.glyph.id);
    expect(word.at(-1)?.x).toBeGreaterThan(word[0]?.x ?? Infinity);
  });

  test("keeps the order of digits and Latin words in right-to-left text, and mirrors brackets", () => {
    expect(visual("אב 12:30 גד")).toBe("דג 12:30 בא");
    expect(visual("אב (Ada Byron) גד")).toBe("דג (Ada Byron) בא");
    expect(visual("Ada אב, Bob 2026")).toBe("Ada בא, Bob 2026");
    expect(visual("(אב)")).toBe("(בא)");
    expect(visual("אב (Ada) 2026")).toBe("2026 (Ada) בא");
    expect(visual("Ada (אב) Byron")).toBe("Ada (בא) Byron");
  });

  // As displayed by Chromium and by the reference implementation of UAX #9.
  test.each([
    ["אב 5%", "5% בא"],
    ["אב €12.50 גד", "דג €12.50 בא"],
    ["אב 12 34", "34 12 בא"],
    ["אב 2026-11-27", "2026-11-27 בא"],
    ["اب 2026-11-27", "27-11-2026 با"],
    ["اب 27/11/2026", "27/11/2026 با"],
    ["اب ٢٧/١١", "٢٧/١١ با"],
    ["אב [a (b] c)", "(c [a (b] בא"],
    ["אב 「a」", "「a」 בא"],
    ["\u200Fabc, 1!", "!abc, 1\u200F"],
    ["abc \u200Fאב\u200E!", "abc בא\u200F\u200E!"],
    ["אב a-גד", "דג-a בא"],
    ["۱۲ אב", "בא ۱۲"],
    ["אב +1 (a)", "(a) 1+ בא"],
    // Isolates: U+2066 and U+2068 to U+2069.
    ["אב \u2068Ana\u2069 - \u2068Bo\u2069", "\u2069Bo\u2068 - \u2069Ana\u2068 בא"],
    ["\u2068Ana\u2069 — אב", "בא — \u2069Ana\u2068"],
    ["\u2068אב\u2069: 1 \u2068גד\u2069", "\u2068בא\u2069: 1 \u2068דג\u2069"],
    ["اب \u20662026-11-27\u2069", "\u20692026-11-27\u2066 با"],
    ["אב \u2068a (ג\u2069 ד)", "(ד \u2069a (ג\u2068 בא"],
  ])("orders %s as %s", (text, shown) => {
    expect(visual(text)).toBe(shown);
  });

  test("keeps the order of adjacent isolates, although nothing is drawn between them", () => {
    const glyphs = (text: string) => shapeText(text).glyphs.map(({ glyph }) => glyph.id);
    expect(glyphs("א\u2068b\u2069\u2068c\u2069")).toEqual(["c", "b", "א"].flatMap(glyphs));
    expect(missingGlyphs("א\u2068b\u2069")).toEqual([]);
  });

  test("Devanagari conjuncts become fewer glyphs than letters", () => {
    expect(shapeText("क्ष").glyphs.length).toBeLessThan(3);
  });

  // Shaped by HarfBuzz 15 from the complete font file, as in other programs: the glyphs and their positions, from left
  // to right.
  test.each(
    oneIn(3, [
      ["Devanagari", "हैं", "\u25cc", 2],
      ["Gujarati", "અં", "\u25cc", 2],
      ["Kannada", "ದಕ್ಷಿಣ", null, 3],
      ["Malayalam", "ദ്വീപ്", null, 5],
      ["Gurmukhi", "ਪ੍ਰੀ", null, 3],
      ["Lao", "ເຊັ", null, 3],
      ["Khmer", "ម៉ា", null, 2],
    ]),
  )("%s marks and conjuncts have their own shapes: %s", (_, text, never, drawn) => {
    const { glyphs } = shapeText(text);
    expect(glyphs.filter(({ glyph }) => glyph.path.commands.length > 0)).toHaveLength(drawn);
    if (never) expect(glyphs.flatMap(({ glyph }) => glyph.codePoints)).not.toContain(never.codePointAt(0));
  });

  test.each(
    oneIn(3, [
      ["Bengali", "কি", "ক"],
      ["Tamil", "கெ", "க"],
      ["Malayalam", "കെ", "ക"],
      ["Sinhala", "කෙ", "ක"],
      ["Myanmar", "ကေ", "က"],
      ["Khmer", "កេ", "ក"],
    ]),
  )("draws a %s vowel before its consonant that is written after it", (_, syllable, consonant) => {
    const [alone] = shapeText(consonant).glyphs;
    const drawn = shapeText(syllable).glyphs.filter(({ glyph }) => glyph.path.commands.length > 0);
    expect(drawn[0]?.glyph.id).not.toBe(alone?.glyph.id);
    expect(drawn.at(-1)?.glyph.id).toBe(alone?.glyph.id);
  });

  test("draws a composed and a decomposed spelling alike", () => {
    expect(outlineText(NAMES.vietnamese.normalize("NFD"), { sizePt: 11 })).toEqual(
      outlineText(NAMES.vietnamese, { sizePt: 11 }),
    );
  });

  test("reports a missing character and refuses to draw it", () => {
    expect(missingGlyphs("Ada 🖋️ Lovelace 🖋️")).toEqual(["🖋️"]);
    expect(missingGlyphs("ᚠ\u0007")).toEqual(["ᚠ", "\u0007"]);
    expect(() => outlineText("Ada 🖋️", { sizePt: 12 })).toThrow(expect.objectContaining({ code: "glyph_missing" }));
  });

  test("neither reports invisible direction marks as missing nor draws them", () => {
    expect(missingGlyphs("\u200EAda\u2069")).toEqual([]);
    expect(outlineText("A\u200Bda", { sizePt: 12 })).toEqual(outlineText("Ada", { sizePt: 12 }));
  });

  test("the same Han character comes from the Japanese face when the text contains kana", () => {
    expect(hanPreference("直さん")[0]).toBe("noto-sans-jp");
    expect(hanPreference("직直")[0]).toBe("noto-sans-kr");
    expect(outlineText("直さ", { sizePt: 10 }).path.slice(0, 200)).not.toBe(
      outlineText("直。", { sizePt: 10 }).path.slice(0, 200),
    );
  });

  test("draws the variable CJK fonts in regular weight, not in their hairline default", () => {
    const [file] = facesFor("一".codePointAt(0) ?? 0, { font: "sans", han: hanPreference("一") });
    const { bbox } = openFace(present(file)).glyphForCodePoint("一".codePointAt(0) ?? 0).path;
    expect(bbox.maxY - bbox.minY).toBeGreaterThan(70);
    expect(bbox.maxY - bbox.minY).toBeLessThan(110);
  });

  test("shrinks a line wider than its limit to fit exactly", () => {
    const outline = outlineText("A very long name indeed", { sizePt: 20, maxWidthPt: 60 });
    expect(outline.widthPt).toBeCloseTo(60, 3);
  });

  test("draws nothing for empty text and spaces", () => {
    expect(outlineText("", { sizePt: 12 })).toMatchObject({ path: "", widthPt: 0 });
    expect(outlineText("  ", { sizePt: 12 }).path).toBe("");
  });
});

function visual(text: string): string {
  const runs = directedRuns(Array.from(text));
  return visualOrder(runs)
    .map(({ clusters, level }) => (level % 2 ? [...clusters].reverse() : clusters).join(""))
    .join("");
}

/** Draws the path on a page with a margin and counts the dark pixels inside and outside the declared box. */
function inkOf(path: string, width: number, ascent: number, descent: number): { inside: number; outside: number } {
  const folder = mkdtempSync(join(tmpdir(), "outline-"));
  try {
    const margin = 20;
    const content = `1 0 0 1 ${margin} ${margin + descent} cm\n${path}\n`;
    const size = [Math.ceil(width) + 2 * margin, Math.ceil(ascent + descent) + 2 * margin] as const;
    writeFileSync(join(folder, "t.pdf"), onePage(content, size));
    execFileSync("pdftoppm", ["-r", "72", "-gray", join(folder, "t.pdf"), join(folder, "t")]);
    const image = readFileSync(join(folder, "t-1.pgm"));
    const pixels = image.subarray(image.length - size[0] * size[1]);
    const count = { inside: 0, outside: 0 };
    pixels.forEach((value, i) => {
      if (value > 127) return;
      const [x, y] = [i % size[0], Math.floor(i / size[0])];
      const isInside = x >= margin - 2 && x <= size[0] - margin + 2 && y >= margin - 2 && y <= size[1] - margin + 2;
      count[isInside ? "inside" : "outside"]++;
    });
    return count;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("drawable text", () => {
  const isDrawn = (text: string): boolean => {
    try {
      return outlineText(text, { sizePt: 10 }).widthPt >= 0;
    } catch (error) {
      if (error instanceof PdfError && error.code === "glyph_missing") return false;
      throw error;
    }
  };
  const few = (from: number, to: number, step: number) =>
    Array.from({ length: Math.floor((to - from) / step) }, (_, index) => String.fromCodePoint(from + index * step));

  test("is drawn for letters of every script, alone and joined, and other text is refused without an internal error @exhaustive", () => {
    const joined = few(0x620, 0x6e0, 3).map(
      (letter, index, all) => `${all[(index * 7) % all.length] ?? ""}${letter}${all[(index * 5) % all.length] ?? ""}`,
    );
    // Text on which fontkit's shaper fails comes first.
    const texts = [
      "ڢ",
      "ڣڥ",
      "ݠ",
      ...few(0x21, 0x700, 5),
      ...few(0x900, 0xe80, 7),
      ...few(0x2000, 0x3100, 17),
      ...joined,
    ];
    expect(texts.filter((text) => isDrawn(text) !== (missingGlyphs(text).length === 0))).toEqual([]);
  });

  test.each([
    ["emoji", "🦄"],
    ["a family of emoji", "👩‍👩‍👧"],
    ["private use", "\ue000"],
    ["a control character", "\u0001"],
    ["half a character", "\ud800"],
    ["the sign for a lost character", "\ufffd"],
    ["an unassigned code", "\u{10ffff}"],
  ])("excludes %s, and names the whole character", (_, character) => {
    expect(missingGlyphs(`Ana ${character}`)).toEqual([character]);
  });

  test.each([
    "Łódź Ångström",
    "Ελένη",
    "Наталія",
    "محمد علي",
    "שָׁלוֹם",
    "สมชาย น้ำ",
    "क्षत्रिय श्री",
    "山田 太郎",
    "김철수",
    "陳大文",
  ])("includes %s", (name) => {
    expect(missingGlyphs(name)).toEqual([]);
    expect(isDrawn(name)).toBe(true);
  });
});

function onePage(content: string, [width, height]: readonly [number, number]): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R>>`,
    `<</Length ${content.length}>>stream\n${content}endstream`,
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}

describe("a chosen font", () => {
  const path = (text: string, font: "sans" | "serif" | "mono") => outlineText(text, { sizePt: 10, font }).path;

  test.each(["english", "greek", "polish", "vietnamese", "russian"] as const)("draws %s in its own letters", (name) => {
    const drawn = (["sans", "serif", "mono"] as const).map((font) => path(NAMES[name], font));
    expect(new Set(drawn).size).toBe(3);
  });

  test.each(["arabic", "hindi", "chinese"] as const)("draws %s, which it lacks, in the sans-serif family", (name) => {
    expect(path(NAMES[name], "serif")).toBe(path(NAMES[name], "sans"));
    expect(path(NAMES[name], "mono")).toBe(path(NAMES[name], "sans"));
  });

  test("gives all letters the same width if it is monospaced", () => {
    const width = (text: string, font: "sans" | "mono") => outlineText(text, { sizePt: 10, font }).widthPt;
    expect(width("iiii", "mono")).toBeCloseTo(width("WWWW", "mono"));
    expect(width("iiii", "sans")).toBeLessThan(width("WWWW", "sans") / 2);
  });
});
