import { describe, expect, test } from "vitest";
import { append, makeCompleted } from "@/lib/pades/verify/testing/signed-files";
import { verifyAndPlan } from "@/lib/pades/verify/verify-pdf";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { editDict } from "@/lib/pdf/revision";
import { fromBuffer, prefixOf } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { exactly } from "@/lib/testing/representatives";
import { pageChanges, type PageChanges } from "./plan-pictures";

/**
 * Two pages: the first as given, the second plain, with a separate appearance in objects 11 and 12. Objects from 10 on
 * are drawings.
 */
interface Parts {
  catalog?: string;
  root?: string;
  page?: string;
  /** The entries of the second page. */
  other?: string;
  annotation?: string;
  trailer?: string;
}

const look = stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f");

function fileOf({
  catalog = "",
  root = "",
  page = "",
  other = "/Contents 11 0 R",
  annotation = "/Subtype/Square",
  trailer = "",
}: Parts): Buffer {
  return pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 400]${root}>>`,
      `<</Type/Page/Parent 2 0 R${page}>>`,
      `<</Type/Page/Parent 2 0 R${other}>>`,
      "<</Fields[7 0 R]/DA(/H 0 Tf 0 g)/DR<</Font<</H 10 0 R>>>>>>",
      `<</Type/Annot/Rect[9 9 99 99]/F 4${annotation}>>`,
      "<</FT/Tx/T(Name)/Kids[6 0 R]/V 12 0 R>>",
      "[6 0 R]",
      "<</Font<</H 10 0 R>>/XObject<</P 12 0 R>>>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      stream("", "0 0 9 9 re f"),
      look,
      "300",
      "<</Type/OCG/Name(Draft)>>",
    ],
    trailer,
  );
}

const paged = (document: PdfDocument) => ({ document, pages: readPages(document, { maxPages: 9 }) });

/** The pages' status after an update that rewrites the objects. */
function after(parts: Parts | Buffer, objects: Readonly<Record<number, string>>): PageChanges {
  const base = Buffer.isBuffer(parts) ? parts : fileOf(parts);
  const changed = append(base, (revision) => {
    for (const [num, body] of Object.entries(objects)) revision.replace(Number(num), 0, body);
  });
  const source = fromBuffer(changed);
  return pageChanges(paged(PdfDocument.open(prefixOf(source, base.length))), paged(PdfDocument.open(source)));
}

/** Changes of a page, or of the display of its annotations, that leave its content unchanged. */
const besides: typeof uses = [
  ["its list of annotations", { page: "/Contents 11 0 R/Annots 8 0 R" }, { 8: "[]" }],
  [
    "its own list of annotations",
    { page: "/Contents 11 0 R" },
    { 3: "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[6 0 R]>>" },
  ],
  [
    "the look of an annotation",
    { page: "/Annots[6 0 R]", annotation: "/Subtype/Stamp/AP<</N 12 0 R>>" },
    { 12: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 8 8 re f") },
  ],
];

const uses: readonly (readonly [string, Parts, Record<number, string>])[] = [
  ["its content", { page: "/Contents 11 0 R" }, { 11: stream("", "0 0 8 8 re f") }],
  ["one of several contents, in an array of its own", { page: "/Contents 8 0 R" }, { 8: "[11 0 R]" }],
  ["a font of its resources", { page: "/Resources 9 0 R" }, { 10: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>" }],
  [
    "a form named as a back reference is",
    { page: "/Resources 9 0 R" },
    { 12: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 8 8 re f") },
  ],
  ["resources that it inherits", { root: "/Resources 9 0 R" }, { 9: "<</Font<</H 10 0 R>>>>" }],
  ["a box that it inherits", { root: "/CropBox[0 0 13 0 R 400]" }, { 13: "200" }],
  [
    "the node of the page tree above it",
    {},
    { 2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 400]/Rotate 90>>" },
  ],
  ["its list of annotations", { page: "/Annots 8 0 R" }, { 8: "[]" }],
  [
    "an annotation",
    { page: "/Annots 8 0 R", annotation: "/Subtype/Square" },
    { 6: "<</Type/Annot/Subtype/Circle/Rect[9 9 99 99]/F 4>>" },
  ],
  [
    "the look of an annotation",
    { page: "/Annots[6 0 R]", annotation: "/Subtype/Stamp/AP<</N 12 0 R>>" },
    { 12: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 8 8 re f") },
  ],
  [
    "the value of a field with a widget on it",
    { page: "/Annots[6 0 R]", annotation: "/Subtype/Widget/Parent 7 0 R/AP<</N 12 0 R>>", catalog: "/AcroForm 5 0 R" },
    { 7: "<</FT/Tx/T(Name)/Kids[6 0 R]/V(other)>>" },
  ],
  [
    "the layer of its content",
    { page: "/Resources<</Properties<</L 14 0 R>>>>", catalog: "/OCProperties<</OCGs[14 0 R]/D<<>>>>" },
    { 14: "<</Type/OCG/Name(Draft)/Usage<</View<</ViewState/OFF>>>>>>" },
  ],
];

/** Changes after which every page may look different. */
const wholes: readonly (readonly [string, Parts, Record<number, string>])[] = [
  [
    "the layers that are off",
    { catalog: "/OCProperties<</OCGs[14 0 R]/D<<>>>>" },
    { 1: "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[14 0 R]/D<</OFF[14 0 R]>>>>>>" },
  ],
  [
    "the configuration of layers, an object of its own",
    { catalog: "/OCProperties 8 0 R" },
    { 8: "<</OCGs[14 0 R]/D<</OFF[14 0 R]>>>>" },
  ],
  [
    "the defaults of the form",
    { catalog: "/AcroForm 5 0 R" },
    { 5: "<</Fields[7 0 R]/DA(/H 0 Tf 1 g)/DR<</Font<</H 10 0 R>>>>>>" },
  ],
  [
    "a font of the form's defaults",
    { catalog: "/AcroForm 5 0 R" },
    { 10: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>" },
  ],
  [
    "a wish that appearances be redrawn",
    { catalog: "/AcroForm 5 0 R" },
    { 5: "<</Fields[7 0 R]/DA(/H 0 Tf 0 g)/DR<</Font<</H 10 0 R>>>>/NeedAppearances true>>" },
  ],
  ["the whole form", {}, { 1: "<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>" }],
  [
    "the page tree",
    {},
    { 1: "<</Type/Catalog/Pages 8 0 R>>", 8: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 400]>>" },
  ],
  [
    "a page that may be taken for a branch",
    { other: "/Contents 11 0 R" },
    { 4: "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Kids[]/Count 0>>" },
  ],
  ["a page that became a stream", {}, { 4: stream("/Type/Page/Parent 2 0 R", "") }],
];

describe("a page is not unchanged when a later revision writes", () => {
  test.each(uses)("%s", (_name, parts, objects) => {
    expect(after(parts, objects).unchanged).not.toContain(1);
    expect(after(parts, objects).changed).toContain(1);
  });

  test.each(wholes)("%s", (_name, parts, objects) => {
    expect(after(parts, objects).unchanged).toEqual([]);
  });
});

/** Objects in two roles, and files in which other programs may find another first page. */
const doubtful: readonly (readonly [string, Parts, Record<number, string>])[] = [
  [
    "takes its resources from another page",
    { page: "/Resources 4 0 R", other: "/Contents 11 0 R/XObject<</X 12 0 R>>" },
    { 12: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 8 8 re f") },
  ],
  [
    "draws the annotation of another one as a picture",
    { page: "/Resources<</XObject<</X 6 0 R>>>>", other: "/Annots[6 0 R]", annotation: "/Subtype/Form/P 12 0 R" },
    { 12: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 8 8 re f") },
  ],
  [
    "draws the field of a widget elsewhere",
    { page: "/Resources<</ExtGState<</G 7 0 R>>>>" },
    { 6: "<</Type/Annot/Subtype/Square/Rect[9 9 99 98]/F 4>>" },
  ],
  [
    "has a widget that is drawn from its field",
    { page: "/Annots[6 0 R]", annotation: "/Subtype/Widget/Parent 7 0 R", catalog: "/AcroForm 5 0 R" },
    { 14: "<<>>" },
  ],
  ["names a key twice", { page: "/Contents 11 0 R/Contents 12 0 R" }, { 14: "<<>>" }],
  ["names the whole page tree as its resources", { page: "/Resources 2 0 R" }, { 14: "<<>>" }],
];

describe("a page does not count as unchanged when it", () => {
  test.each(doubtful)("%s", (_name, parts, objects) => {
    expect(after(parts, objects).unchanged).not.toContain(1);
  });
});

describe("no page counts as unchanged in a file", () => {
  const untouched = { 14: "<</Type/OCG/Name(Other)>>" };

  test("that is encrypted", () => {
    const same = (trailer: string): PageChanges => {
      const document = paged(PdfDocument.open(fromBuffer(fileOf({ trailer }))));
      return pageChanges(document, document);
    };
    expect(same("/Encrypt<</Filter/None>>")).toEqual({ changed: [], unchanged: [], sameContent: [] });
    expect(same("")).toEqual({ changed: [], unchanged: [1, 2], sameContent: [] });
  });

  test("that is linearized", () => {
    const head = Buffer.from("%PDF-1.7\n99 0 obj\n<</Linearized 1/L 0000001/N 2/O 4>>\nendobj\n", "latin1");
    const plain = fileOf({}).toString("latin1").replace("%PDF-1.7\n", "");
    const shifted = plain
      .replace(
        /^(\d{10}) 00000 n/gm,
        (_row, offset: string) => `${String(Number(offset) + head.length - 9).padStart(10, "0")} 00000 n`,
      )
      .replace(/startxref\n(\d+)/, (_row, offset: string) => `startxref\n${Number(offset) + head.length - 9}`);
    const size = String(head.length + shifted.length).padStart(7, "0");
    const linearized = Buffer.from(head.toString("latin1").replace("0000001", size) + shifted, "latin1");
    expect(after(linearized, untouched).unchanged).toEqual([]);
  });

  test("with reordered pages", () => {
    expect(after({}, { 2: "<</Type/Pages/Kids[4 0 R 3 0 R]/Count 2/MediaBox[0 0 300 400]>>" })).toEqual({
      changed: [1, 2],
      unchanged: [],
      sameContent: [],
    });
  });
});

describe("the content of a page", () => {
  test.each(besides)("is the same after a change of %s", (_, parts, objects) => {
    expect(after(parts, objects)).toMatchObject({ changed: [1], sameContent: [1] });
  });

  const ofContent = uses.filter(([what]) => !/annotation|widget|field/.test(what));
  test.each(ofContent)("may differ after a change of %s", (_, parts, objects) => {
    expect(after(parts, objects).sameContent).toEqual([]);
  });

  test.each([
    ["its rotation", "/Contents 11 0 R/Rotate 90"],
    ["its box", "/Contents 11 0 R/CropBox[0 0 99 99]"],
    ["its unit", "/Contents 11 0 R/UserUnit 2"],
    ["its group", "/Contents 11 0 R/Group<</S/Transparency>>"],
    ["its resources", "/Contents 11 0 R/Resources<<>>"],
    ["a key that occurs twice", "/Contents 11 0 R/Annots[]/Annots[6 0 R]"],
  ])("may differ after a change of %s", (_, entries) => {
    const { sameContent } = after({ page: "/Contents 11 0 R" }, { 3: `<</Type/Page/Parent 2 0 R${entries}>>` });
    expect(sameContent).toEqual([]);
  });
});

describe("pages are unchanged", () => {
  test("when a later revision writes nothing that they use", () => {
    const parts = {
      page: "/Resources 9 0 R/Contents 11 0 R/Annots[6 0 R]",
      annotation: "/Subtype/Widget/P 3 0 R/Parent 7 0 R/AP<</N 12 0 R>>",
      catalog: "/AcroForm 5 0 R",
    };
    expect(after(parts, { 14: "<<>>" })).toEqual({ changed: [], unchanged: [1, 2], sameContent: [] });
  });

  test("when another page changes that a link leads to", () => {
    const parts = { page: "/Annots[6 0 R]", annotation: "/Subtype/Link/Dest[4 0 R/Fit]/A<</S/GoTo/D[4 0 R/Fit]>>" };
    expect(after(parts, { 4: "<</Type/Page/Parent 2 0 R/Contents 12 0 R>>" })).toEqual({
      changed: [2],
      unchanged: [1],
      sameContent: [],
    });
  });

  test("in a signed file of ours, except the page with the fields", async () => {
    const { bytes } = await makeCompleted({ base: makePdf({ pages: [{}, {}, {}] }) });
    const { plan } = verifyAndPlan(fromBuffer(bytes));
    expect(plan?.first).toEqual([1]);
    expect(plan?.revisions.map(({ unchanged }) => unchanged)).toEqual([
      [2, 3],
      [2, 3],
      [2, 3],
    ]);
    expect(plan?.revisions.map(({ sameContent }) => sameContent)).toEqual([[1], [1], [1]]);
  });

  test("until their content is rewritten", async () => {
    const { bytes } = await makeCompleted({ base: makePdf({ pages: [{}, {}, {}] }) });
    const forged = append(bytes, (revision, document) => {
      const [, , page] = exactly(3, readPages(document, { maxPages: 9 }));
      revision.replace(page.object.num, 0, editDict(page.object, { Contents: `${revision.add(look)} 0 R` }));
    });
    const { plan } = verifyAndPlan(fromBuffer(forged));
    expect(plan?.first).toContain(3);
    for (const { unchanged } of plan?.revisions ?? []) expect(unchanged).not.toContain(3);
  });
});
