import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { findShadowContent, UPLOAD_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

interface Parts {
  content: string;
  resources?: string;
  /** Objects from number 6. */
  others?: readonly string[];
  page?: string;
}

const text = "BT /F 18 Tf 40 300 Td (Pay EUR 100) Tj ET";
const more = "BT /F 18 Tf 40 200 Td (and 999999 more) Tj ET";
const bar = "40 100 200 150 re f";

function codes({ content, resources = "", others = [], page = "" }: Parts): string[] {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>${resources}>>/Contents 4 0 R${page}>>`,
    stream("", content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...others,
  ]);
  const document = PdfDocument.open(fromBuffer(bytes));
  return findShadowContent(document, readPages(document, { maxPages: 1 }), UPLOAD_LOOK).map(({ code }) => code);
}

const form = (content: string, resources = ""): string =>
  stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>${resources}>>`, content);

const inForm = (outer: string, inner: string, resources = "", others: readonly string[] = []): Parts => ({
  content: `${outer} /X Do`,
  resources: `/XObject<</X 6 0 R>>${resources}`,
  others: [form(inner), ...others],
});

const drawnGlyphs =
  "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 8 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]/Resources<<>>>>";
const drawnGlyph = stream("", "1 0 0 0 1 1 d1 0 0 1 1 re f");
const tile = stream(
  "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>",
  "0 0 4 4 re f",
);
const chosenTile = "/Pattern cs /P scn /Pattern CS /P SCN";
const state = (entries: string): string => `/ExtGState<</G<<${entries}>>>>`;
const point = "40 w 100 200 m 100 200 l S";
const deep = (levels: number): Parts => ({
  content: "/X Do",
  resources: "/XObject<</X 6 0 R>>",
  others: Array.from({ length: levels }, (_, at) =>
    form(at === levels - 1 ? text : "/X Do", at === levels - 1 ? "" : `/XObject<</X ${at + 7} 0 R>>`),
  ),
});
const picture = (entries: string, data = "abcdefgh"): Parts => ({
  content: `${text} q 90 0 0 90 20 20 cm /X Do Q`,
  resources: "/XObject<</X 6 0 R>>",
  others: [stream(`/Type/XObject/Subtype/Image/Width 2/Height 2${entries}`, data)],
});
/** The head of a JPEG of 2 by 2 pixels in one colour, sufficient for the parts that are read. */
const jpeg = (frame: number, bits: number): string =>
  Buffer.from([0xff, 0xd8, 0xff, frame, 0, 11, bits, 0, 2, 0, 2, 1, 1, 0x11, 0, 0xff, 0xd9]).toString("latin1");
const jpegIn = (entries: string, data = jpeg(0xc0, 8)): Parts =>
  picture(`/ColorSpace/DeviceGray/Filter/DCTDecode${entries}`, data);
const annotation = (entries: string, appearance = bar, box = "[0 0 300 400]"): Parts => ({
  content: text,
  page: `/Annots[<</Type/Annot/F 4/Rect[20 20 200 200]${entries}>>]`,
  others: [stream(`/Subtype/Form/BBox${box}/Resources<</Font<</F 5 0 R>>>>`, appearance)],
});

const different: [string, Parts][] = [
  ["too many operands between BX and EX", { content: `BX 180 40 100 60 40 re f EX ${text}` }],
  ["two drawings for one operator between BX and EX", { content: `BX /Y /X Do EX ${text}` }],
  ["an operator of 128 letters", { content: `BX ${"z".repeat(128)} EX ${text}` }],
  ["34 unused operands", { content: `BX ${"1 ".repeat(34)} foo EX ${text}` }],
  [
    "a font's name of 128 letters",
    {
      content: text.replace("/F ", `/${"A".repeat(128)} `),
      resources: "",
      page: `/Resources<</Font<</${"A".repeat(128)} 5 0 R>>>>`,
    },
  ],
  ["a string of 32,768 bytes", { content: `${text} BT /F 12 Tf 0 5 Td (${" ".repeat(32_768)}) Tj ET` }],
  ["an end of lines for a form", inForm("2 J", point)],
  ["dashes for a form", inForm("2 J 20 w [0 40] 0 d", "40 200 m 260 200 l S")],
  ["an end of lines that comes back", { content: `2 J q 0 J Q ${point} ${text}` }],
  ["an end of lines by a state", { content: `/G gs ${point} ${text}`, resources: state("/LC 2") }],
  ["a dash by a state", { content: `2 J /G gs 40 200 m 260 200 l S ${text}`, resources: state("/D[[0 40]0]") }],
  ["a line below zero by a state", { content: `/G gs 40 200 m 260 200 l S ${text}`, resources: state("/LW -20") }],
  ["an unknown join by a state", { content: `/G gs ${text}`, resources: state("/LJ 9") }],
  ["an opacity that is no number", { content: `/G gs ${bar} ${text}`, resources: state("/ca(.3)") }],
  [
    "a colour space for a form",
    inForm("/C cs", bar, "/ColorSpace<</C[/Separation/X/DeviceGray<</FunctionType 2/Domain[0 1]/N 1>>]>>"),
  ],
  ["overprinting for a form", inForm("/G gs", `1 0 0 0 k ${bar}`, state("/op true/OPM 1"))],
  ["mixed inks for a form", inForm("/G gs", `1 0 0 0 k ${bar}`, state("/BM/Multiply"))],
  ["a pattern for a form", inForm(chosenTile, bar, "/Pattern<</P 7 0 R>>", [tile])],
  ["a font that is missing for a form", inForm("/Nope 18 Tf", "BT 40 200 Td (999999) Tj ET")],
  ["stretched text for a form", inForm("50 Tz", text)],
  ["a distance of lines for a form", inForm("30 TL", "BT /F 18 Tf 40 200 Td (9) Tj T* (8) Tj ET")],
  ["a form that leaves a path", { ...inForm("", `${text} 40 100 60 60 re`), page: "" }],
  ["25 forms within one another, and one more", deep(26)],
  [
    "letters outlined in a pattern",
    {
      content: `${chosenTile} 3 w ${text.replace("Tj", "Tj 1 Tr (x) Tj")}`,
      resources: "/Pattern<</P 6 0 R>>",
      others: [tile],
    },
  ],
  [
    "drawn glyphs in a pattern",
    {
      content: `${chosenTile} BT /T 90 Tf 40 200 Td (a) Tj ET`,
      resources: "/Pattern<</P 6 0 R>>/Font<</T 7 0 R>>",
      others: [tile, drawnGlyphs, drawnGlyph],
    },
  ],
  [
    "a stencil of a pattern",
    {
      content: `${text} ${chosenTile} q 90 0 0 90 20 20 cm /X Do Q`,
      resources: "/Pattern<</P 6 0 R>>/XObject<</X 7 0 R>>",
      others: [tile, stream("/Type/XObject/Subtype/Image/Width 8/Height 1/ImageMask true", "U")],
    },
  ],
  [
    "a picture in a Lab space",
    picture("/ColorSpace[/Lab<</WhitePoint[.95 1 1.09]>>]/BitsPerComponent 8", "x".repeat(12)),
  ],
  [
    "other places of a table",
    picture("/ColorSpace[/Indexed/DeviceGray 3<00408000>]/BitsPerComponent 8/Decode[0 3]", "\0\x40\x80\xc0"),
  ],
  ["two widths", picture("/ColorSpace/DeviceGray/BitsPerComponent 8/W 1")],
  ["a JPEG of one bit", jpegIn("/BitsPerComponent 1")],
  ["a JPEG of twelve bits", jpegIn("/BitsPerComponent 8", jpeg(0xc1, 12))],
  ["a JPEG in arithmetic codes", jpegIn("/BitsPerComponent 8", jpeg(0xc9, 8))],
  ["a highlight that each program draws", annotation("/Subtype/Highlight/QuadPoints[20 200 200 200 20 20 200 20]")],
  ["free text that some programs write", annotation("/Subtype/FreeText/Contents(999999)/DA(/Helv 30 Tf 0 g)")],
  ["a polygon that each program draws", annotation("/Subtype/Polygon/Vertices[0 0 300 0 300 400]/IC[0 0 0]")],
  ["a line with a caption", annotation("/Subtype/Line/L[20 20 200 200]/Cap true/Contents(999999)")],
  ["a line beyond its rectangle", annotation("/Subtype/Line/L[0 0 300 400]/BS<</W 30>>")],
  ["a cloud", annotation("/Subtype/Square/BE<</S/C/I 2>>")],
  ["a link with a thick border", annotation("/Subtype/Link/Border[0 0 20]")],
  [
    "a highlight that shows text",
    annotation("/Subtype/Highlight/QuadPoints[20 200 200 200 20 20 200 20]/AP<</N 6 0 R>>", more),
  ],
  ["an appearance without a box", annotation("/Subtype/Stamp/AP<</N 6 0 R>>", bar, "[0 0 100 0]")],
  ["a popup with an appearance", annotation("/Subtype/Popup/AP<</N 6 0 R>>")],
  ["a stamp that only unknown kinds would hide", annotation("/Subtype/Stamp/F 5/AP<</N 6 0 R>>")],
];

const alike: [string, Parts][] = [
  ["an unknown operator between BX and EX", { content: `BX 1 2 foo EX ${text}` }],
  ["a form with a state of its own", inForm("20 w 50 Tz 30 TL", `1 w 100 Tz ${text}`)],
  ["a font for a form", inForm("/F 18 Tf .5 g", "BT 40 200 Td (999) Tj ET")],
  ["a pattern that the form replaces", inForm(chosenTile, `0 g ${bar} ${text}`, "/Pattern<</P 7 0 R>>", [tile])],
  ["twelve forms within one another", deep(12)],
  ["an end of lines that is closed", { content: `q 2 J Q ${point} ${text}` }],
  [
    "a layer that a form goes on with",
    {
      content: `/OC /L BDC /F 18 Tf /X Do EMC`,
      resources: "/XObject<</X 6 0 R>>/Properties<</L<</Type/OCG/Name(x)>>>>",
      others: [form("BT 40 200 Td (9) Tj ET")],
    },
  ],
  ["a usual JPEG", jpegIn("/BitsPerComponent 8")],
  [
    "a table the other way round",
    picture("/ColorSpace[/Indexed/DeviceGray 3<00408000>]/BitsPerComponent 8/Decode[255 0]", "\xff\xfe\xfd\xfc"),
  ],
  [
    "a square, a circle, a line and a link",
    annotation(
      "/Subtype/Square/C[0 0 0]>><</Subtype/Circle/Rect[9 9 20 20]>><</Subtype/Line/Rect[9 9 20 20]/L[9 9 20 20]>><</Subtype/Link/Rect[9 9 20 20]",
    ),
  ],
  [
    "a highlight with its colour",
    annotation(
      "/Subtype/Highlight/QuadPoints[20 200 200 200 20 20 200 20]/AP<</N 6 0 R>>",
      "1 1 0 rg 0 0 300 400 re f",
    ),
  ],
];

describe("the graphics state of a form, and limits of programs", () => {
  test.each(different)("%s is reported as displayed differently", (_name, parts) => {
    expect(codes(parts)).toContain("drawn_differently");
  });

  test.each(alike)("%s is not reported", (_name, parts) => {
    expect(codes(parts)).not.toContain("drawn_differently");
  });
});

describe("invisible text", () => {
  test.each<[string, string]>([
    ["stretched to nothing", `${text} BT /F 18 Tf .01 Tz 40 200 Td (999999) Tj ET`],
    ["on a line by its matrix", `${text} BT /F 18 Tf 1 1 1 1 40 200 Tm (999999) Tj ET`],
    ["clipped by a blank text", `q BT 7 Tr /F 18 Tf 40 200 Td (  ) Tj ET 0 Tr ${more} Q ${text}`],
    ["clipped by a text without letters", `q BT 7 Tr ET 0 Tr ${more} Q ${text}`],
    ["clipped by letters elsewhere", `q BT 7 Tr /F 18 Tf 40 30 Td (M) Tj ET 0 Tr ${more} Q ${text}`],
  ])("%s is reported", (_name, content) => {
    expect(codes({ content })).toContain("invisible_text");
  });

  test("narrow letters are visible", () => {
    expect(codes({ content: `${text} BT /F 18 Tf 60 Tz 40 200 Td (narrow) Tj ET` })).toEqual([]);
  });
});
