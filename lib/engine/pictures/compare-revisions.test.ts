import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startChildren, startSecondReaders, type Children } from "@/lib/engine/lines/children";
import type { ComparedRevisions, RevisionToCompare } from "@/lib/pades/verify/report/picture-report";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const distDir = path.resolve("dist");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-compare-"));
type Renderer = "pdfium" | "pdfjs";
const renderers: Record<Renderer, Children<"compareRevisions">> = {
  pdfium: startChildren(distDir, 1),
  pdfjs: startSecondReaders(distDir, 1),
};
const both = ["pdfium", "pdfjs"] as const;

afterAll(() => {
  renderers.pdfium.close();
  renderers.pdfjs.close();
  rmSync(folder, { recursive: true });
});

const sheet = (content: string, count = 1): Buffer =>
  pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${Array.from({ length: count }, (_, at) => `${5 + at} 0 R`).join(" ")}]/Count ${count}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    stream("", content),
    ...Array.from(
      { length: count },
      () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents 4 0 R>>",
    ),
  ]);

/** Appends an update that redefines object `num`. */
function appended(file: Buffer, num: number, body: string): Buffer {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString("latin1"))?.[1] ?? "";
  const at = file.length;
  const object = `${num} 0 obj\n${body}\nendobj\n`;
  const table = `xref\n${num} 1\n${String(at).padStart(10, "0")} 00000 n \ntrailer\n<</Size 100/Root 1 0 R/Prev ${previous}>>\nstartxref\n${at + object.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(object + table, "latin1")]);
}

let files = 0;
function compare(
  renderer: Renderer,
  bytes: Buffer,
  revisions: readonly (Pick<RevisionToCompare, "end" | "ignored"> & Partial<RevisionToCompare>)[],
  more: { maxPages?: number; budgetMs?: number; othersUntil?: number; first?: number[]; limitMs?: number } = {},
): Promise<ComparedRevisions> {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  const { limitMs = 40_000, ...task } = more;
  const input = {
    segments: [{ path: file, size: bytes.length }],
    revisions: revisions.map((revision) => ({ unchanged: [], sameContent: [], ...revision })),
    first: [],
    maxPages: 100,
    budgetMs: 20_000,
    othersUntil: Infinity,
    ...task,
  };
  return renderers[renderer].run("compareRevisions", input, limitMs);
}

/** Milliseconds, for tests in which time does not matter. */
const patience = 600_000;

const line = (text: string, size = 6): string => `BT /F ${size} Tf 100 700 Td (${text}) Tj ET`;

describe.each(both)("%s, comparing revisions", (renderer) => {
  /** Both renderers share the code that selects the pages to compare. */
  const mark = renderer === both[0] ? "" : " @exhaustive";

  test.each([
    ["100 became 900", "100", "900"],
    ["3 became 8 @exhaustive", "3", "8"],
    ["1 became 7 @exhaustive", "1", "7"],
    ["0 became 6 @exhaustive", "0", "6"],
    ["5 became 6 @exhaustive", "5", "6"],
    ["a point became a comma @exhaustive", ".", ","],
  ])("detects that %s in 6 pt text", async (_title, before, after) => {
    const base = sheet(line(`Pay EUR ${before} by 1 May`));
    const changed = appended(base, 4, stream("", line(`Pay EUR ${after} by 1 May`)));
    const [result] = await compare(renderer, changed, [{ end: base.length, ignored: {} }]);
    expect(result).toMatchObject({ pages: 1, of: 1, stopped: null });
    const [found] = result?.places ?? [];
    expect(found?.page).toBe(1);
    const [left = 0, top = 0, right = 0, bottom = 0] = found?.place ?? [];
    expect(left * 600).toBeGreaterThan(95);
    expect(right * 600).toBeLessThan(200);
    expect(top * 800).toBeGreaterThanOrEqual(88);
    expect(bottom * 800).toBeLessThanOrEqual(112);
  });

  test("finds no difference when an object is rewritten with the same appearance", async () => {
    const base = sheet(line("Pay EUR 100"), 3);
    const [result] = await compare(renderer, appended(base, 4, stream("", `q ${line("Pay EUR 100")} Q`)), [
      { end: base.length, ignored: {} },
    ]);
    expect(result).toEqual({ pages: 3, of: 3, unchanged: 0, missing: [], stopped: null, places: [] });
  });

  test(`ignores an area on its own page only${mark}`, async () => {
    const base = sheet("", 2);
    const changed = appended(base, 4, stream("", "300 400 50 50 re f"));
    const ignored = { 1: [[300 / 600, 350 / 800, 350 / 600, 400 / 800]] as const };
    const [result] = await compare(renderer, changed, [{ end: base.length, ignored }]);
    expect(result?.places.map(({ page }) => page)).toEqual([2]);
  });

  test(`compares each revision with the final file${mark}`, async () => {
    const base = sheet(line("one"));
    const second = appended(base, 4, stream("", line("two")));
    const third = appended(second, 4, stream("", line("one")));
    const results = await compare(renderer, third, [
      { end: base.length, ignored: {} },
      { end: second.length, ignored: {} },
    ]);
    expect(results.map(({ places }) => places.length > 0)).toEqual([false, true]);
  });

  test(`counts all of an added page as a difference${mark}`, async () => {
    const base = sheet(line("one"), 2);
    const fewer = appended(base, 2, "<</Type/Pages/Kids[5 0 R]/Count 1>>");
    const [result] = await compare(renderer, fewer, [{ end: base.length, ignored: { 2: [[0, 0, 1, 1]] } }]);
    expect(result).toMatchObject({ pages: 2, of: 2, places: [{ page: 2, place: [0, 0, 1, 1] }] });
  });

  test(`reports how many pages it compared before its time ran out, starting with those requested first${mark}`, async () => {
    const base = sheet(line("one"), 3);
    const changed = appended(base, 4, stream("", line("two")));
    expect(await compare(renderer, changed, [{ end: base.length, ignored: {} }], { budgetMs: -1 })).toEqual([
      { pages: 0, of: 3, unchanged: 0, missing: [{ from: 1, to: 3 }], stopped: "time", places: [] },
    ]);
    const [changed3] = await compare(renderer, changed, [{ end: base.length, ignored: {} }], {
      first: [3],
      othersUntil: 0,
    });
    expect(changed3).toMatchObject({ pages: 1, missing: [{ from: 1, to: 2 }], stopped: "time" });
    const [limited] = await compare(renderer, changed, [{ end: base.length, ignored: {} }], {
      first: [3],
      maxPages: 0,
    });
    expect(limited).toMatchObject({ pages: 1, of: 3, missing: [{ from: 1, to: 2 }], stopped: "time" });
    expect(limited?.places.map(({ page }) => page)).toEqual([3]);
  });

  test(`draws unchanged pages last, and only while time allows${mark}`, async () => {
    const base = sheet(line("one"), 3);
    const changed = appended(base, 4, stream("", line("two")));
    const revisions = [{ end: base.length, ignored: {}, unchanged: [1, 3] }];
    const [late] = await compare(renderer, changed, revisions, { first: [2], othersUntil: 0 });
    expect(late).toMatchObject({ pages: 1, of: 3, unchanged: 2, missing: [], stopped: null });
    expect(late?.places.map(({ page }) => page)).toEqual([2]);
    const [soon] = await compare(renderer, changed, revisions);
    expect(soon).toMatchObject({ pages: 3, of: 3, unchanged: 0, missing: [], stopped: null });
    expect(soon?.places.map(({ page }) => page)).toEqual([2, 1, 3]);
  });

  describe("on a page where only annotations are reported as changed", () => {
    const text = `${line("one", 20)} 0 0 300 400 re W n`;
    const base = sheet(text);
    const stamp = (look: string): string =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents 4 0 R/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[100 690 200 720]${look}>>]>>`;
    const look = stream("/Type/XObject/Subtype/Form/BBox[0 0 100 30]", "1 g 0 0 100 30 re f");
    const covered = appended(appended(base, 7, look), 5, stamp("/AP<</N 7 0 R>>"));
    const late = { first: [1], othersUntil: 0 };
    const at = [100 / 600, 80 / 800, 200 / 600, 110 / 800] as const;
    const compared = (bytes: Buffer, ignored = {}): ReturnType<typeof compare> =>
      compare(renderer, bytes, [{ end: base.length, ignored, sameContent: [1] }], late);

    test("finds no difference outside the area that may change", async () => {
      expect(await compared(covered, { 1: [at] })).toMatchObject([
        { pages: 1, missing: [], stopped: null, places: [] },
      ]);
    });

    test("detects a white cover over text", async () => {
      const [result] = await compared(covered);
      expect(result).toMatchObject({ pages: 1 });
      expect(result?.places.length).toBeGreaterThan(0);
    });

    test.each([
      ["other content", stream("", text.replace("one", "two"))],
      ["content moved by a hair", stream("", `1 0 0 1 .4 0 cm ${text}`)],
    ])("still detects %s", async (_, content) => {
      const [result] = await compared(appended(covered, 4, content), { 1: [[0, 0, 0.1, 0.01]] });
      expect(result?.places.length).toBeGreaterThan(0);
    });
  });

  test(
    "stays within memory over many pages and revisions @exhaustive",
    async () => {
      const text = Array.from(
        { length: 50 },
        (_, at) =>
          `BT /F 11 Tf 40 ${780 - at * 14} Td (Clause ${at}: the amount of EUR ${at * 7919} is due within thirty days.) Tj ET`,
      ).join("\n");
      const base = sheet(text, 40);
      const second = appended(base, 4, stream("", `q ${text} Q`));
      const third = appended(second, 4, stream("", `q q ${text} Q Q`));
      // The process ends itself at its memory limit. A busy machine takes three seconds to draw a page, so the time
      // limit must not decide here.
      const revisions = [base, second].map(({ length }) => ({ end: length, ignored: {} }));
      const results = await compare(renderer, third, revisions, { budgetMs: patience, limitMs: patience });
      expect(results).toEqual(
        [base, second].map(() => ({ pages: 40, of: 40, unchanged: 0, missing: [], stopped: null, places: [] })),
      );
    },
    patience,
  );

  test("reports which revision it cannot read", async () => {
    const base = sheet(line("one"));
    const [broken, sound] = await compare(renderer, appended(base, 4, stream("", line("two"))), [
      { end: 20, ignored: {} },
      { end: base.length, ignored: {} },
    ]);
    expect(broken).toMatchObject({ pages: 0, stopped: "unreadable" });
    expect(sound).toMatchObject({ pages: 1, stopped: null });
  });
});
