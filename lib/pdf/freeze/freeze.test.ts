import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { annotationsOf, findActive } from "@/lib/pdf/active/active-content";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf, OTHERS, pdfOf, PLAIN, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { present } from "@/lib/testing/representatives";
import { freezeForm } from "./freeze";

const SQUARE = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "0 g 2 2 16 16 re f");
const EMPTY = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "");
const STATES = `/AP<</N<</Yes ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;

describe("freezing a form", () => {
  test("leaves no field to fill in the form or on a page, for us or for qpdf", () => {
    const { bytes } = freeze(everyKind());
    const document = open(bytes);
    expect(readFields(document).fields).toEqual([]);
    expect(subtypes(bytes)).not.toContain("Widget");
    expect(annotationEntries(bytes, "FT")).toEqual([]);
    const form = JSON.parse(
      withFile(bytes, (path) => execFileSync("qpdf", ["--json", "--json-key=acroform", path]).toString()),
    );
    expect(form.acroform.fields).toEqual([]);
  });

  test("appends one revision to the unchanged bytes that qpdf accepts", () => {
    const before = everyKind();
    const { bytes } = freeze(before);
    expect(bytes.subarray(0, before.length).equals(before)).toBe(true);
    expect(bytes.toString("latin1").match(/startxref/g)).toHaveLength(2);
    expect(withFile(bytes, (path) => execFileSync("qpdf", ["--check", path]).toString())).toContain(
      "No syntax or stream encoding errors",
    );
  });

  test("keeps the display identical where fields have appearances, including ticked, unticked, hidden and direct ones", () => {
    const before = formPdf({
      widgets: [
        `/FT/Btn/T(on)/V/Yes/AS/Yes/Rect[10 10 30 30]/F 4${STATES}`,
        `/FT/Btn/T(off)/AS/Off/Rect[40 10 60 30]/F 4${STATES}`,
        `/FT/Tx/T(shown)/V(x)/Rect[70 10 90 30]/F 4/AP<</N ${OTHERS} 0 R>>`,
        `/FT/Tx/T(hidden)/V(x)/Rect[100 10 120 30]/F 2/AP<</N ${OTHERS} 0 R>>`,
        `/FT/Btn/T(turned)/AS/Yes/MK<</R 90>>/Rect[130 10 170 30]/F 4${STATES}`,
      ],
      others: [SQUARE, EMPTY],
    });
    const { bytes } = freeze(before);
    expect(render(bytes).equals(render(before))).toBe(true);
    expect(ink(bytes, [10, 10, 30, 30])).toBeGreaterThan(200);
    expect(ink(bytes, [40, 10, 60, 30])).toBe(0);
    expect(ink(bytes, [100, 10, 120, 30])).toBe(0);
  });

  test("keeps hidden and screen-only annotations hidden or screen-only, and locks all", () => {
    const { bytes } = freeze(
      formPdf({
        widgets: ["/FT/Tx/T(a)/F 2/Rect[0 0 9 9]", "/FT/Tx/T(b)/F 4/Rect[0 0 9 9]", "/FT/Tx/T(c)/Rect[0 0 9 9]"],
      }),
    );
    expect(annotationEntries(bytes, "F")).toEqual([2 | 704, 4 | 704, 704]);
  });

  test("draws every kind of field inside its rectangle when it had no appearance", () => {
    const kinds = [
      ["one line of text", "/FT/Tx/V(Ada Lovelace)"],
      ["text beyond Latin", "/FT/Tx/V<FEFF03950 3BB03AD03BD03B7>"],
      ["text in a fixed size and colour, centred", "/FT/Tx/V(Ada)/Q 1/DA(/Helv 9 Tf 0.5 0 0 rg)"],
      ["several lines", "/FT/Tx/Ff 4096/V(one two three four five six seven eight nine ten\\nand a second paragraph)"],
      ["a comb", "/FT/Tx/Ff 16777216/MaxLen 8/V(1234)"],
      ["a password, as asterisks", "/FT/Tx/Ff 8192/V(secret)"],
      ["the chosen option of a drop-down", "/FT/Ch/Ff 131072/Opt[[(a)(Alpha)][(b)(Beta)]]/V(b)"],
      ["the options of a list", "/FT/Ch/Opt[(Alpha)(Beta)(Gamma)]/V[(Beta)]"],
      ["a ticked box without an appearance", "/FT/Btn/V/Yes/AS/Yes/MK<</CA(8)>>"],
      ["a chosen radio button", "/FT/Btn/Ff 32768/V/one/AS/one/MK<</BC[0]>>"],
      ["a button's caption", "/FT/Btn/Ff 65536/MK<</CA(Press)/BG[0.9]>>"],
      ["a text turned by a quarter", "/FT/Tx/V(Ada Lovelace)/MK<</R 90>>"],
    ] as const;
    const places = kinds.map(([name, entries], index) => {
      const [left, bottom] = [20 + (index % 2) * 140, 10 + Math.floor(index / 2) * 65];
      const rectangle = [left, bottom, left + 100, bottom + 60] as const;
      return { name, rectangle, widget: `/T(field ${index})/F 4/Rect[${rectangle.join(" ")}]${entries}` };
    });
    const pixels = render(freeze(formPdf({ widgets: places.map(({ widget }) => widget) })).bytes);
    const inside = places.map(({ rectangle }) => inkOf(pixels, rectangle));
    expect(places.filter((_, index) => (inside[index] ?? 0) <= 15).map(({ name }) => name)).toEqual([]);
    expect(inkOf(pixels, [0, 0, 300, 400])).toBe(inside.reduce((sum, dark) => sum + dark, 0));
  });

  test("regenerates appearances when /NeedAppearances is set, and clears that flag", () => {
    const stale = (flag: string) =>
      formPdf({
        form: flag,
        widgets: [`/FT/Tx/T(a)/V(W)/F 4/Rect[10 10 30 30]/AP<</N ${OTHERS} 0 R>>`],
        others: [SQUARE],
      });
    const fresh = freeze(stale("/NeedAppearances true")).bytes;
    expect(ink(fresh, [10, 10, 30, 30])).toBeLessThan(150);
    expect(ink(fresh, [10, 10, 30, 30])).toBeGreaterThan(10);
    expect(ink(freeze(stale("/NeedAppearances false")).bytes, [10, 10, 30, 30])).toBeGreaterThan(200);
    expect(readFields(open(fresh)).acroForm?.value.entries.has("NeedAppearances")).toBe(false);
  });

  test("draws a character without a glyph as the replacement character, never as nothing @exhaustive", () => {
    const { bytes } = freeze(formPdf({ widgets: ["/FT/Tx/T(a)/V<FEFFD83DDD8B>/F 4/Rect[10 10 60 30]"] }));
    expect(ink(bytes, [10, 10, 60, 30])).toBeGreaterThan(20);
  });

  test("takes type, value and flags from the parent field @exhaustive", () => {
    const before = pdfOf([
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R<</Subtype/Widget/Parent 4 0 R/F 4/Rect[100 10 190 30]>>]>>",
      "<</FT/Tx/T(twice)/V(The same)/DA(/F 12 Tf 0 g)/Kids[5 0 R]>>",
      "<</Subtype/Widget/Parent 4 0 R/F 4/Rect[5 10 95 30]>>",
    ]);
    const { bytes } = freeze(before);
    const [left, right] = [ink(bytes, [5, 10, 95, 30]), ink(bytes, [100, 10, 190, 30])];
    expect(left).toBeGreaterThan(40);
    expect(Math.abs(left - right)).toBeLessThan(12);
    expect(subtypes(bytes)).toEqual(["Stamp", "Stamp"]);
  });

  test("removes content that would run when opened, printed or clicked, and lists it", () => {
    const before = formPdf({
      catalog:
        "/OpenAction<</S/JavaScript/JS(1)>>/AA<</WC<</S/JavaScript/JS(1)>>>>/Names<</JavaScript<</Names[]>>/Dests<</Names[]>>>>/Outlines 100 0 R/Perms<</UR3 103 0 R>>",
      page: "/AA<</O<</S/Launch/F(x)>>>>",
      form: "/XFA(x)/CO[5 0 R]",
      widgets: [
        "/FT/Btn/Ff 65536/T(send)/Rect[1 1 9 9]/A<</S/SubmitForm/F(http://x)>>",
        "/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.org)>>",
        "/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.org)/Next[<</S/ImportData/F(x)>>]>>",
        "/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI( JavaScript:alert\\(1\\))>>",
      ],
      others: [
        "<</First 101 0 R/Last 102 0 R>>",
        "<</Title(a)/Next 102 0 R/A<</S/GoTo/D[3 0 R/Fit]>>>>",
        "<</Title(b)/A<</S/ResetForm>>>>",
        "<<>>",
      ],
    });
    const { bytes, removed } = freeze(before);
    expect(removed).toEqual([
      "ImportData",
      "JavaScript",
      "Launch",
      "OpenAction",
      "ResetForm",
      "SubmitForm",
      "UsageRights",
      "XFA",
    ]);
    const document = open(bytes);
    expect(findActive(document).kinds).toEqual([]);
    const catalog = document.catalog().value.entries;
    expect([...catalog.keys()].sort()).toEqual(["AcroForm", "Names", "Outlines", "Pages", "Type"]);
    expect(document.resolve(catalog.get("Names"))).toMatchObject({ entries: new Map([["Dests", expect.anything()]]) });
    expect(document.load(OTHERS + 1)?.value).toMatchObject({ entries: expect.objectContaining({ size: 3 }) });
    expect(annotationEntries(bytes, "A")).toHaveLength(2);
  });

  test("keeps links and destinations, which only move the view", () => {
    const before = pdfOf([
      "<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]/AcroForm<</Fields[]/XFA(x)>>>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots 4 0 R>>",
      "[<</Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.org)>>>>]",
    ]);
    const { bytes, removed } = freeze(before);
    expect(removed).toEqual(["XFA"]);
    expect(open(bytes).catalog().value.entries.has("OpenAction")).toBe(true);
    expect(annotationEntries(bytes, "A")).toHaveLength(1);
  });

  test("leaves a file without form and actions unchanged", () => {
    expect(freezeBytes(pdfOf(PLAIN))).toBeNull();
  });

  test("refuses too many fields", () => {
    const widgets = Array.from({ length: 40 }, (_, i) => `/FT/Tx/T(f${i})/Rect[0 0 9 9]`);
    const document = PdfDocument.open(fromBuffer(formPdf({ widgets })), { fields: 30 });
    expect(() => freezeForm(document, readPages(document, { maxPages: 9 }))).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
  });
});

function everyKind(): Buffer {
  return formPdf({
    form: "/NeedAppearances true",
    widgets: [
      "/FT/Tx/T(text)/V(Ada)/Rect[10 10 90 30]/F 4",
      `/FT/Btn/T(box)/V/Yes/AS/Yes/Rect[100 10 120 30]/F 4${STATES}`,
      "/FT/Ch/T(choice)/Ff 131072/Opt[(a)(b)]/V(b)/Rect[10 40 90 60]/F 4",
      "/FT/Sig/T(sign here)/Rect[10 70 90 90]/F 4",
      "/FT/Btn/Ff 65536/T(push)/MK<</CA(Go)>>/Rect[100 40 120 60]/F 4",
      "/T(no type)/Rect[100 70 120 90]/F 4",
    ],
    others: [SQUARE, EMPTY],
  });
}

function open(bytes: Buffer): PdfDocument {
  return PdfDocument.open(fromBuffer(bytes));
}

function freezeBytes(bytes: Buffer) {
  const document = open(bytes);
  return freezeForm(document, readPages(document, { maxPages: 9 }));
}

function freeze(bytes: Buffer): { bytes: Buffer; removed: string[] } {
  const frozen = present(freezeBytes(bytes));
  return { bytes: Buffer.concat([bytes, frozen.tail]), removed: frozen.removed };
}

function annotations(bytes: Buffer) {
  const document = open(bytes);
  return { document, list: readPages(document, { maxPages: 9 }).flatMap((page) => annotationsOf(document, page)) };
}

function subtypes(bytes: Buffer): (string | null)[] {
  const { document, list } = annotations(bytes);
  return list.map(({ value }) => document.name(value.entries.get("Subtype")));
}

function annotationEntries(bytes: Buffer, key: string): unknown[] {
  const { document, list } = annotations(bytes);
  return list.flatMap(({ value }) => {
    const entry = document.resolve(value.entries.get(key));
    return entry === null ? [] : [entry.kind === "number" ? entry.value : entry.kind];
  });
}

/** Grey pixels of page 1 at 72 dpi, 300 by 400. */
function render(bytes: Buffer): Buffer {
  return withFile(bytes, (path) => {
    const image = execFileSync("pdftoppm", ["-r", "72", "-gray", "-singlefile", path], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return image.subarray(image.length - 300 * 400);
  });
}

/** Number of non-white pixels in a rectangle of user space, including the pixel that antialiasing may add around it. */
function inkOf(pixels: Buffer, [x0, y0, x1, y1]: readonly [number, number, number, number]): number {
  let count = 0;
  for (let y = Math.max(0, 400 - y1 - 1); y < Math.min(400, 400 - y0 + 1); y += 1) {
    for (let x = Math.max(0, x0 - 1); x < Math.min(300, x1 + 1); x += 1) {
      count += (pixels[y * 300 + x] ?? 255) < 250 ? 1 : 0;
    }
  }
  return count;
}

function ink(bytes: Buffer, rectangle: readonly [number, number, number, number]): number {
  return inkOf(render(bytes), rectangle);
}

function withFile<T>(bytes: Buffer, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "freeze-"));
  try {
    const path = join(folder, "file.pdf");
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
