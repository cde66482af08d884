import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { findShadowContent, UPLOAD_LOOK, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import type { ShadowCode } from "@/lib/pdf/shadow/shadow-findings";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

interface Parts {
  content?: string;
  resources?: string;
  font?: string;
  page?: string;
  catalog?: string;
  /** Objects from number 7. */
  others?: readonly string[];
}

const text = "BT /F 12 Tf 20 300 Td (Pay) Tj ET";
const bar = "40 100 200 150 re f";
const tint = "<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 0 1 0]/N 1>>";
const usual = "/WhitePoint[.95 1 1.09]";
const grey = "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray";

const annotation = (entries: string): Parts => ({
  page: `/Annots[<</Type/Annot/F 4${entries}>>]`,
  others: [stream("/Subtype/Form/BBox[0 0 9 9]", bar)],
});

const widget = (entries: string, form = "", flags = 4): Parts => ({
  page: `/Annots[<</Type/Annot/Subtype/Widget/T(a)/F ${flags}/Rect[20 20 180 50]${entries}>>]`,
  catalog: `/AcroForm<</Fields[]${form}>>`,
});
const written = stream(
  "/Subtype/Form/BBox[0 0 160 30]/Resources<</Font<</F 6 0 R>>>>",
  "BT /F 12 Tf 2 8 Td (Pay 100) Tj ET",
);

function find(
  {
    content = text,
    resources = "",
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    page = "",
    catalog = "",
    others = [],
  }: Parts,
  limits = UPLOAD_LOOK,
  pages = "[3 0 R]",
  wanted: ShadowCode = "drawn_differently",
) {
  const leaf = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 6 0 R>>${resources}>>/Contents 4 0 R${page}>>`;
  const bytes = pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids${pages}/Count ${pages.split("R").length - 1}>>`,
    leaf,
    stream("", content),
    leaf,
    font,
    ...others,
  ]);
  const document = PdfDocument.open(fromBuffer(bytes));
  return findShadowContent(document, readPages(document, { maxPages: 9 }), limits).filter(
    ({ code }) => code === wanted,
  );
}

const face = (name: string, flags: number, encoding: string): string =>
  `<</Type/Font/Subtype/TrueType/BaseFont/${name}/Encoding/${encoding}/FirstChar 32/LastChar 126/Widths[${"500 ".repeat(95)}]/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags ${flags}>>>>`;
const named = (glyph: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[97/${glyph}]>>>>`;
const coded = (entries: string): string => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>`;
const inProgram = (glyph: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/Encoding<</Differences[97/${glyph}]>>/FirstChar 97/LastChar 97/Widths[500]/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 32/FontFile3 7 0 R>>>>`;
const space = (written: string, colour = "1 scn"): Parts => ({
  content: `${text} /C cs ${colour} ${bar}`,
  resources: `/ColorSpace<</C ${written}>>`,
});
const image = (entries: string, data: string, others: readonly string[] = []): Parts => ({
  content: "q 99 0 0 99 0 0 cm /I Do Q",
  resources: "/XObject<</I 7 0 R>>",
  others: [stream(entries, data), ...others],
});
const state = (written: string, content = bar): Parts => ({
  content: `/G gs ${content}`,
  resources: `/ExtGState<</G ${written}>>`,
});

const meshed = (entries: string, data: string, written = `${text} /S sh`): Parts => ({
  content: written,
  resources: "/Shading<</S 7 0 R>>/Pattern<</P<</PatternType 2/Shading 7 0 R>>>>",
  others: [stream(`/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8${entries}`, data)],
});
const decoded = "/Decode[0 300 0 400 0 1 0 1 0 1]";
const triangles = `/ShadingType 4/BitsPerFlag 8${decoded}`;
const lattice = `/ShadingType 5/VerticesPerRow 3${decoded}`;
const patches = `/ShadingType 6/BitsPerFlag 8${decoded}`;
const corner = (flag: number): string => `${String.fromCharCode(flag)}\x20\x80\xff\x00\x40`;
const patch = (flag: number): string =>
  `${String.fromCharCode(flag)}${"\x20\x80".repeat(flag === 0 ? 12 : 8)}${"\xff\x00\x40".repeat(flag === 0 ? 4 : 2)}`;
const tile = (entries: string, content: string, others: readonly string[] = []): Parts => ({
  content: `${text} /Pattern cs /P scn ${bar}`,
  resources: "/Pattern<</P 7 0 R>>",
  others: [
    stream(
      `/PatternType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</X 8 0 R>>>>${entries}`,
      content,
    ),
    ...others,
  ],
});
const glyph = (content: string, entries = "/FontMatrix[.01 0 0 .01 0 0]/Encoding<</Differences[97/a]>>"): Parts => ({
  content: "BT /F 12 Tf 20 300 Td (a) Tj ET",
  font: `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FirstChar 97/LastChar 97/Widths[9]${entries}/CharProcs<</a 7 0 R>>/Resources<</XObject<</X 8 0 R>>>>>>`,
  others: [stream("", content), stream("/Subtype/Form/BBox[0 0 9 9]", `1 0 0 rg ${bar}`)],
});

const inline = (sides: string): Parts => ({
  content: `${text} q 9 0 0 9 0 0 cm BI ${sides} /BPC 8 /CS /G ID \x10 EI Q`,
});
const group = (entries: string, outer: string): Parts => ({
  content: `${text} ${bar} /H gs /X Do`,
  resources: `/XObject<</X 7 0 R>>/ExtGState<</H<<${outer}>>>>`,
  others: [
    stream(
      `/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency${entries}>>/Resources<</ExtGState<</G<</BM/Multiply>>>>>>`,
      `/G gs 1 .8 0 rg ${bar}`,
    ),
  ],
});
const inks = (names: string): Parts => ({
  ...space(`[/DeviceN[${names}]/DeviceCMYK 7 0 R]`, ".3 .8 scn"),
  others: [stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1 0 1]", "{0 0}")],
});

describe("a page with a feature that other programs display differently", () => {
  test.each<[string, Parts]>([
    ["an inline image without rows", inline("/W 1 /H 0")],
    ["an inline image of fewer rows than none", inline("/W 1 /H -1")],
    ["an inline image without a width", inline("/H 1")],
    ["an inline image of half a row", inline("/W 1 /H .5")],
    ["a see-through group that blends with the content beneath", group("", "/ca .5")],
    ["two inks of their own", inks("/Gold/Silver")],
    ["an ink of the press and one of its own", inks("/Black/Gold")],
    ["an operand too many", { content: `${text} 9 40 100 60 40 re f` }],
    ["an operand of another type", { content: "BT /F 12 Tf 1 0 0 1 40 (1) Tm (Pay) Tj ET" }],
    ["an unknown operator", { content: `${text} foo` }],
    ["a clip without a path", { content: `q W n ${text} Q` }],
    ["a font that is missing", { content: "BT /Nope 12 Tf 20 300 Td (Pay) Tj ET" }],
    ["a state saved within a text", { content: "BT /F 12 Tf q 0 150 Td (a) Tj Q (b) Tj ET" }],
    ["a colour outside its table", space("[/Indexed/DeviceGray 1<00FF>]", "5 scn")],
    ["an ink without a colour", space(`[/Separation/X/DeviceCMYK ${tint}]`, "")],
    ["the ink of nothing", space(`[/Separation/None/DeviceCMYK ${tint}]`)],
    ["a calibration with a strange power", space(`[/CalGray<<${usual}/Gamma 20>>]`)],
    [
      "a default space of inks",
      { content: `1 g ${bar}`, resources: `/ColorSpace<</DefaultGray[/Separation/X/DeviceCMYK ${tint}]>>` },
    ],
    ["a font of the graphics state", state("<</Font[6 0 R 12]>>", text)],
    ["a transfer function", state("<</TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>")],
    ["overprinting in colour", state("<</op true/OPM 1>>", `1 0 0 0 k ${bar}`)],
    [
      "overprinting with an ink of its own",
      {
        content: `/G gs /C cs 1 scn ${bar}`,
        resources: `/ExtGState<</G<</op true>>>>/ColorSpace<</C[/Separation/Gold/DeviceCMYK ${tint}]>>`,
      },
    ],
    [
      "a mask by brightness in no colour space",
      {
        ...state("<</SMask<</S/Luminosity/G 7 0 R>>>>"),
        others: [stream("/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>", bar)],
      },
    ],
    [
      "a table of colours with numbers of two bytes",
      image(
        "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 16/ColorSpace[/Indexed/DeviceGray 1<00FF>]",
        "abcdefgh",
      ),
    ],
    ["a blend mode that compares colours", state("<</BM/Difference>>")],
    ["a blend mode of brightness", state("<</BM/Luminosity>>")],
    ["an unknown blend mode", state("<</BM/Other>>")],
    ["a list of blend modes of which the first is unknown", state("<</BM[/Other/Multiply]>>")],
    ["inks that shine through", state("<</ca .5>>", `.8 .2 0 .1 k ${bar}`)],
    [
      "an ink of its own that is multiplied",
      {
        content: `/G gs /C cs 1 scn ${bar}`,
        resources: `/ExtGState<</G<</BM/Multiply>>>>/ColorSpace<</C[/Separation/Gold/DeviceCMYK ${tint}]>>`,
      },
    ],
    [
      "colours that shine through on a page of inks",
      { ...state("<</ca .5>>"), page: "/Group<</S/Transparency/CS/DeviceCMYK>>" },
    ],
    ["an image with too few data", image(grey, "ab")],
    [
      "an image with another one for printing",
      image(`${grey}/Alternates[<</Image 8 0 R/DefaultForPrinting true>>]`, "abcd", [stream(grey, "efgh")]),
    ],
    ["a picture that is to be replaced by a file of the press", image(`${grey}/OPI<</2.0<<>>>>`, "abcd")],
    [
      "a form that shows a page of another file",
      {
        content: "/X Do",
        resources: "/XObject<</X 7 0 R>>",
        others: [stream("/Subtype/Form/BBox[0 0 9 9]/Ref<</F(other.pdf)/Page 0>>", bar)],
      },
    ],
    ["a glyph that is named by its number", { font: named("g65") }],
    ["a glyph of no name", { font: named(".notdef") }],
    ["a glyph that is named by its character's number, in a face that is not embedded", { font: named("uni0039") }],
    ["a glyph that is named by a code", { font: named("57") }],
    ["a glyph of another alphabet's name", { font: named("rcaron") }],
    [
      "a glyph that its program calls otherwise",
      { font: inProgram("uni0065"), others: [stream("", "\x01\0\x04\x01 e")] },
    ],
    ["a TrueType face of symbols", { font: "<</Type/Font/Subtype/TrueType/BaseFont/ZapfDingbats>>" }],
    ["letters of a face of symbols", { font: "<</Type/Font/Subtype/Type1/BaseFont/Symbol/Encoding/WinAnsiEncoding>>" }],
    [
      "a stamp of one size at every magnification",
      { ...annotation(""), page: "/Annots[<</Type/Annot/F 12/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 7 0 R>>>>]" },
    ],
    ["lines without their points", annotation("/Subtype/PolyLine/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["a polygon without its points", annotation("/Subtype/Polygon/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["an attached file without the file", annotation("/Subtype/FileAttachment/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    [
      "an ink of the press that a calculation makes white",
      {
        ...space("[/Separation/Black/DeviceGray 7 0 R]"),
        others: [stream("/FunctionType 4/Domain[0 1]/Range[0 1]", "{pop 1}")],
      },
    ],
    [
      "an ink of the press that a table makes white",
      {
        ...space("[/Separation/Black/DeviceCMYK 7 0 R]"),
        others: [stream("/FunctionType 0/Domain[0 1]/Range[0 1 0 1 0 1 0 1]/Size[2]/BitsPerSample 8", "\0".repeat(8))],
      },
    ],
    [
      "a font program that is none",
      {
        font: "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Mine/FontDescriptor<</Type/FontDescriptor/Flags 32/FontFile2 7 0 R>>>>",
        others: [stream("", "garbage")],
      },
    ],
    [
      "colours in an uncoloured glyph",
      {
        font: "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<<>>>>",
        content: "BT /F 9 Tf (a) Tj ET",
        others: [stream("", "9 0 0 0 9 9 d1 1 g 0 0 9 9 re f")],
      },
    ],
    [
      "appearances by state without a state",
      {
        page: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 9 9]/AP<</N<</a 7 0 R>>>>>>]",
        others: [stream("/Subtype/Form/BBox[0 0 9 9]", bar)],
      },
    ],
    [
      "an annotation in a state that it does not have",
      {
        page: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 9 9]/AS/c/AP<</N<</a 7 0 R>>>>>>]",
        others: [stream("/Subtype/Form/BBox[0 0 9 9]", bar)],
      },
    ],
    [
      "a stamp without an appearance",
      { page: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 9 9]/Name/Approved>>]" },
    ],
    [
      "a stamp whose appearance is null",
      { page: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 9 9]/Name/Void/AP null>>]" },
    ],
    ["a text field without an appearance", widget("/FT/Tx/V(100)")],
    ["a field with rich text and no appearance", widget("/FT/Tx/V()/RV(<p>100</p>)")],
    ["a list without an appearance", widget("/FT/Ch/Opt[(a)(b)]/V(b)")],
    ["a ticked box without an appearance", widget("/FT/Btn/V/Yes/AS/Yes")],
    ["a button with only a caption", widget("/FT/Btn/Ff 65536/MK<</CA(Pay)>>")],
    ["a field with only a background", widget("/FT/Tx/MK<</BG[1]>>")],
    ["an unsigned field with only a background", widget("/FT/Sig/MK<</BG[1]>>")],
    [
      "a field to be redrawn whose appearance shows another value",
      { ...widget("/FT/Tx/V(Pay 999)/AP<</N 7 0 R>>", "/NeedAppearances true"), others: [written] },
    ],
    [
      "a field to be redrawn whose appearance shows a value that it does not have",
      { ...widget("/FT/Tx/AP<</N 7 0 R>>", "/NeedAppearances true"), others: [written] },
    ],
    ["a stamp with no appearance in its dictionary", annotation("/Subtype/Stamp/Rect[0 0 9 9]/AP<<>>")],
    [
      "a stamp in the state Off, for which it has none",
      annotation("/Subtype/Stamp/Rect[0 0 9 9]/AS/Off/AP<</N<</On 7 0 R>>>>"),
    ],
    ["a square with no appearance in its dictionary", annotation("/Subtype/Square/Rect[0 0 9 9]/AP<<>>")],
    [
      "a state that is a reference",
      {
        ...annotation("/Subtype/Stamp/Rect[0 0 9 9]/AS 8 0 R/AP<</N<</On 7 0 R>>>>"),
        others: [stream("/Subtype/Form/BBox[0 0 9 9]", bar), "/On"],
      },
    ],
    [
      "states that are listed elsewhere",
      {
        ...annotation("/Subtype/Stamp/Rect[0 0 9 9]/AS/On/AP<</N 8 0 R>>"),
        others: [stream("/Subtype/Form/BBox[0 0 9 9]", bar), "<</On 7 0 R>>"],
      },
    ],
    ["an appearance of an annotation of no kind", annotation("/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["an appearance of an annotation whose kind is a text", annotation("/Subtype(Stamp)/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["an appearance of a link", annotation("/Subtype/Link/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["an appearance in a rectangle of five numbers", annotation("/Subtype/Stamp/Rect[0 0 9 9 9]/AP<</N 7 0 R>>")],
    ["an appearance in a rectangle of three numbers", annotation("/Subtype/Stamp/Rect[0 0 9]/AP<</N 7 0 R>>")],
    [
      "an annotation in the place of a list of them",
      { ...annotation(""), page: "/Annots<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 9 9]/AP<</N 7 0 R>>>>" },
    ],
    [
      "a layer for designers",
      { content: `/OC /L BDC ${text} EMC`, resources: "/Properties<</L<</Type/OCG/Name(x)/Intent/Design>>>>" },
    ],
    [
      "a membership of layers that is met by any that is off",
      {
        content: `/OC /L BDC ${text} EMC`,
        resources: "/Properties<</L<</Type/OCMD/OCGs<</Type/OCG/Name(x)>>/P/AnyOff>>>>",
      },
    ],
    [
      "a membership of a membership",
      { content: `/OC /L BDC ${text} EMC`, resources: "/Properties<</L<</Type/OCMD/OCGs<</Type/OCMD>>>>>>" },
    ],
    ...(
      [
        ["about nothing", "[/And]"],
        ["of two for one", "[/Not 8 0 R 8 0 R]"],
        ["by an unknown operator", "[/Xor 8 0 R]"],
        ["of a membership", "[/And<</Type/OCMD/OCGs 8 0 R>>]"],
        ["that goes on and on", `${"[/Not".repeat(20)} 8 0 R${"]".repeat(20)}`],
      ] as const
    ).map(([what, expression]): [string, Parts] => [
      `an expression of layers ${what}`,
      {
        content: `/OC /L BDC ${text} EMC`,
        resources: `/Properties<</L<</Type/OCMD/VE${expression}>>>>`,
        others: ["null", "<</Type/OCG/Name(x)>>"],
      },
    ]),
    ...[`[/Separation/Gold/DeviceCMYK ${tint}]`, "[/Lab<</WhitePoint[.95 1 1.09]>>]"].map((space): [string, Parts] => [
      `a shading between colours of ${space.slice(2, 5)}`,
      {
        content: `${text} /S sh`,
        resources: `/Shading<</S<</ShadingType 2/ColorSpace ${space}/Coords[0 0 9 0]/Function<</FunctionType 2/Domain[0 1]/C0[${space.includes("Lab") ? "0 0 0" : "0"}]/C1[${space.includes("Lab") ? "1 1 1" : "1"}]/N 1>>>>>>`,
      },
    ]),
    ...["/BM/Multiply", "/ca .5"].map((entry): [string, Parts] => [
      `a drawing that blends inks by itself, ${entry}`,
      {
        content: `${text} /X Do`,
        resources: "/XObject<</X 7 0 R>>",
        others: [
          stream(
            `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency/CS/DeviceCMYK/I true>>/Resources<</ExtGState<</G<<${entry}>>>>>>`,
            `${bar} /G gs 1 0 0 rg ${bar}`,
          ),
        ],
      },
    ]),
    [
      "a layer that a drawing leaves open",
      {
        content: `/X Do ${text}`,
        resources: "/XObject<</X 7 0 R>>",
        others: [
          stream(
            "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Properties<</L<</Type/OCG/Name(x)>>>>>>",
            "/OC /L BDC",
          ),
        ],
      },
    ],
    [
      "text in a font that a layer chose",
      {
        content: "BT 20 300 Td /OC /L BDC /F 12 Tf EMC (Pay) Tj ET",
        resources: "/Properties<</L<</Type/OCG/Name(x)>>>>",
      },
    ],
    [
      "a layer that is off by its words",
      { catalog: "/OCProperties<</OCGs[7 0 R]/D<</OFF[<</Type/OCG/Name(x)>>]>>>>", others: ["<</Type/OCG/Name(x)>>"] },
    ],
    [
      "layers with an alternate configuration",
      {
        catalog: "/OCProperties<</OCGs[7 0 R]/D<<>>/Configs[<</Name(x)/OFF[7 0 R]>>]>>",
        others: ["<</Type/OCG/Name(x)>>"],
      },
    ],
    [
      "a function that divides by zero",
      {
        content: `${text} /S sh`,
        resources: "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 0]/Function 7 0 R>>>>",
        others: [stream("/FunctionType 4/Domain[0 1]/Range[0 1]", "{pop 1 0 div}")],
      },
    ],
    ["boxes for viewers and printers", { catalog: "/ViewerPreferences<</PrintArea/TrimBox>>" }],
    [
      "a shading with a ground that is painted by itself",
      {
        content: `${text} /S sh`,
        resources:
          "/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 0]/Background[0 1 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>",
      },
    ],
    [
      "a mesh with a ground",
      meshed(`${triangles}/Background[0 1 0]`, corner(0).repeat(3), `/Pattern cs /P scn ${bar}`),
    ],
    ["triangles with bits that fill up bytes", meshed(triangles.replace("Flag 8", "Flag 4"), `${corner(0).repeat(3)}`)],
    ["triangles that begin with an edge of nothing", meshed(triangles, corner(1).repeat(3))],
    ["a triangle that is not finished", meshed(triangles, corner(0).repeat(4))],
    ["triangles whose data are cut off", meshed(triangles, corner(0).repeat(3).slice(0, -1))],
    ["triangles in colours beyond white", meshed(triangles.replace("0 1]", "0 5]"), corner(0).repeat(3))],
    [
      "triangles in ranges that end where they begin",
      meshed(triangles.replace("[0 300", "[300 0"), corner(0).repeat(3)),
    ],
    [
      "triangles of inks",
      {
        ...meshed(triangles.replace("0 1]", "0 1 0 1]"), `${corner(0)}\x20`.repeat(3)),
        others: [
          stream(
            `/ColorSpace/DeviceCMYK/BitsPerCoordinate 8/BitsPerComponent 8${triangles.replace("0 1]", "0 1 0 1]")}`,
            `${corner(0)}\x20`.repeat(3),
          ),
        ],
      },
    ],
    ["a lattice with an unfinished row", meshed(lattice, corner(0).slice(1).repeat(8))],
    ["a lattice of one row", meshed(lattice, corner(0).slice(1).repeat(3))],
    ["a patch whose data are cut off", meshed(patches, patch(0).slice(0, -1))],
    ["patches that begin with an edge of nothing", meshed(patches, patch(1))],
    [
      "a tile without colours that sets one",
      {
        ...tile("/PaintType 2", `1 0 0 rg ${bar}`),
        content: `${text} /C cs 0 0 1 /P scn ${bar}`,
        resources: "/Pattern<</P 7 0 R>>/ColorSpace<</C[/Pattern/DeviceRGB]>>",
      },
    ],
    ...["0 0 20 9 re f", "9 w 5 2 m 5 5 l S", "q 9 0 0 9 5 0 cm /X Do Q", "BT /F 9 Tf 5 0 Td (pay) Tj ET"].map(
      (content): [string, Parts] => [
        `a tile that draws into the gap beside its box: ${content}`,
        tile(
          "/PaintType 1/XStep 500/YStep 500/Resources<</XObject<</X 8 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
          content,
          [stream("/Subtype/Form/BBox[0 0 9 9]/Resources<<>>", "0 0 20 9 re f")],
        ),
      ],
    ),
    ["tiles that are far apart", tile("/PaintType 1/XStep 1000000", bar)],
    [
      "a drawing within a tile",
      tile("/PaintType 1", "/X Do", [stream("/Subtype/Form/BBox[0 0 9 9]/Resources<<>>", "1 2 3 re f")]),
    ],
    ["a drawing with colours within a glyph without", glyph("9 0 0 0 9 9 d1 /X Do")],
    ["a glyph that gets colours twice", glyph(`9 0 0 0 9 9 d1 9 0 d0 1 0 0 rg ${bar}`)],
    ["a glyph that loses its colours late", glyph(`1 0 0 rg ${bar} 9 0 0 0 9 9 d1`)],
    [
      "glyphs beside their origin",
      glyph(`9 0 d0 ${bar}`, "/FontMatrix[.01 0 0 .01 .5 .5]/Encoding<</Differences[97/a]>>"),
    ],
    [
      "glyphs by a code with a point",
      glyph(`9 0 d0 ${bar}`, "/FontMatrix[.01 0 0 .01 0 0]/Encoding<</Differences[97.0/a]>>"),
    ],
    ...["49.5/nine", "4294967345/nine"].map((differences): [string, Parts] => [
      `letters by the code in ${differences}`,
      { font: coded(`/Encoding<</Differences[${differences}]>>`) },
    ]),
    ["letters after a first code beyond all codes", { font: coded("/FirstChar 4294967345/LastChar 9/Widths[500]") }],
    [
      "an image that was used as a state before",
      {
        content: "/I gs q 99 0 0 99 0 0 cm /I Do Q",
        resources: "/XObject<</I 7 0 R>>/ExtGState<</I 7 0 R>>",
        others: [stream(grey, "short")].map((body) => body.replace("/Width 2", "/Width 20")),
      },
    ],
    [
      "a stencil of bytes within the content",
      { content: "q 9 0 0 9 0 0 cm BI /W 2 /H 2 /IM true /BPC 8 ID \x80\x40 EI Q" },
    ],
    ["letters in outlines of no width", { content: "0 w 1 Tr BT /F 12 Tf 20 300 Td (Pay) Tj ET" }],
    [
      "letters in outlines that a state makes thin",
      { content: "/G gs 2 Tr BT /F 12 Tf 20 300 Td (Pay) Tj ET", resources: "/ExtGState<</G<</LW 0>>>>" },
    ],
    ["more than all of an ink", space(`[/Separation/Gold/DeviceCMYK ${tint}]`, "2 scn")],
    ["less than none of a colour", { content: `-.5 0 0 rg ${bar}` }],
    ...(
      [
        ["goes beyond white", "<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[5 0 0]/N 1>>"],
        ["is paper where there is much of it", "<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 1 1]/N 1>>"],
        ["is not in proportion to its amount", "<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0 0 0]/N 9>>"],
        [
          "has a colour of several parts",
          "<</FunctionType 3/Domain[0 1]/Functions[<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0 0 0]/N 1>><</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 1 1]/N 1>>]/Bounds[.5]/Encode[0 1 0 1]>>",
        ],
      ] as const
    ).map(([what, calculated]): [string, Parts] => [
      `an ink that ${what}`,
      space(`[/Separation/Gold/DeviceRGB ${calculated}]`),
    ]),
  ])("%s", (_what, parts) => {
    expect(find(parts)).toEqual([{ code: "drawn_differently", page: 1, count: 1 }]);
  });

  test("is reported for each page, even with a shared resource that was already checked", () => {
    const shared = state("<</SMask<</S/Luminosity/G 7 0 R>>>>");
    const mask = stream(
      "/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency/CS/DeviceGray>>/Resources<<>>",
      "1 g 9 0 0 300 400 re f",
    );
    expect(find({ ...shared, others: [mask] }, UPLOAD_LOOK, "[3 0 R 5 0 R]")).toMatchObject([{ page: 1 }, { page: 2 }]);
  });
});

describe("a page that all programs display alike", () => {
  test.each<[string, Parts]>([
    ["a stamp with its appearance", annotation("/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    ["a stamp in one of its states", annotation("/Subtype/Stamp/Rect[0 0 9 9]/AS/On/AP<</N<</On 7 0 R>>>>")],
    ["an empty text field without an appearance", widget("/FT/Tx/V()/MK<</R 0>>")],
    ["an empty box without an appearance", widget("/FT/Btn/V/Off/AS/Off")],
    ["an unsigned field without an appearance", widget("/FT/Sig/MK<<>>")],
    ["a signed field without an appearance", widget("/FT/Sig/V<</Type/Sig>>")],
    ["a hidden field without an appearance", widget("/FT/Tx/V(100)", "", 2)],
    ["a field with an appearance of another value", { ...widget("/FT/Tx/V(999)/AP<</N 7 0 R>>"), others: [written] }],
    [
      "a field to be redrawn whose appearance shows its value",
      { ...widget("/FT/Tx/V(Pay 100)/AP<</N 7 0 R>>", "/NeedAppearances true"), others: [written] },
    ],
    [
      "a link, and a square that every program draws itself",
      annotation("/Subtype/Square/Rect[0 0 9 9]>><</Subtype/Link/Rect[0 0 9 9]"),
    ],
    ["text and a bar", { content: `${text} ${bar}` }],
    ["a clip by a path", { content: `q 0 0 99 99 re W n ${text} Q` }],
    ["a clip by text", { content: `q BT 7 Tr /F 80 Tf 40 200 Td (M) Tj ET ${bar} Q` }],
    ["an inline image", inline("/W 1 /H 1")],
    ["a group that blends with the content beneath", group("", "/ca 1")],
    ["a see-through group that blends within itself", group("/I true", "/ca .5")],
    ["two inks of the press", inks("/Cyan/Black")],
    ["a spot colour", space(`[/Separation/Gold/DeviceCMYK ${tint}]`)],
    ["a table of colours", space("[/Indexed/DeviceRGB 1<000000FFFFFF>]")],
    ["a usual calibration", space(`[/CalGray<<${usual}/Gamma 2.2>>]`)],
    ["black that overprints", state("<</op true/OPM 1>>", `0 0 0 1 k ${bar}`)],
    [
      "a layer",
      { content: `/OC /L BDC ${text} EMC`, resources: "/Properties<</L<</Type/OCG/Name(x)/Intent[/View/Design]>>>>" },
    ],
    [
      "a layer that sets its own font",
      {
        content: `${text} /OC /L BDC BT /F 14 Tf 20 200 Td (Pay) Tj ET EMC ${text}`,
        resources: "/Properties<</L<</Type/OCMD/VE[/Or[/Not 8 0 R]8 0 R]>>>>",
        catalog: "/OCProperties<</OCGs[8 0 R]/D<</OFF[8 0 R]>>>>",
        others: ["null", "<</Type/OCG/Name(x)>>"],
      },
    ],
    ["an image with a soft mask", image(`${grey}/SMask 8 0 R`, "abcd", [stream(grey, "efgh")])],
    ["unknown operators where they are allowed", { content: `BX 1 foo EX ${text}` }],
    ["a glyph with the name of its letter", { font: named("e") }],
    ["a glyph with a standard name", { font: named("Euro") }],
    [
      "a glyph that its program calls so",
      { font: inProgram("uni0065"), others: [stream("", "\x01\0\x04\x01 uni0065")] },
    ],
    ["letters of Greek", { font: named("alpha").replace("Helvetica", "Symbol") }],
    [
      "a note of one size at every magnification",
      { ...annotation(""), page: "/Annots[<</Type/Annot/F 28/Subtype/Text/Rect[0 0 9 9]/AP<</N 7 0 R>>>>]" },
    ],
    ["lines with their points", annotation("/Subtype/PolyLine/Vertices[0 0 9 9]/Rect[0 0 9 9]/AP<</N 7 0 R>>")],
    [
      "an ink of the press by a calculation",
      {
        ...space("[/Separation/Black/DeviceCMYK 7 0 R]"),
        others: [
          stream(
            "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]",
            "{dup 0.0 mul exch dup 0.0 mul exch dup 0.0 mul exch 1.0 mul}",
          ),
        ],
      },
    ],
    [
      "an ink of the press by a shorter one",
      {
        ...space("[/Separation/Cyan/DeviceCMYK 7 0 R]"),
        others: [stream("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]", "{0 0 0}")],
      },
    ],
    [
      "an ink of the press by a table",
      {
        ...space("[/Separation/Black/DeviceGray 7 0 R]"),
        others: [stream("/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8", "\xff\0")],
      },
    ],
    [
      "Times by its name with spaces",
      { font: "<</Type/Font/Subtype/TrueType/BaseFont/Times#20New#20Roman,Bold/Encoding/WinAnsiEncoding>>" },
    ],
    ["a missing font that no text is shown in", { content: `BT /Nope 12 Tf ET ${text}` }],
    ["a missing font that an empty text is shown in", { content: `BT /Nope 12 Tf () Tj [() 9 ()] TJ ET ${text}` }],
    [
      "a font by another name of Helvetica",
      { font: "<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/Encoding/WinAnsiEncoding>>" },
    ],
    [
      "triangles of whole bytes, with an edge that is continued",
      meshed(triangles, corner(0).repeat(3) + corner(1) + corner(2) + corner(0).repeat(3)),
    ],
    ["a lattice of three rows", meshed(lattice, corner(0).slice(1).repeat(9))],
    ["patches that share an edge", meshed(patches, patch(0) + patch(1) + patch(3))],
    ["tiles without a gap that draw beyond their box", tile("/PaintType 1", "-9 -9 30 30 re f")],
    [
      "a tile beside a gap that is cut to its box",
      tile("/PaintType 1/XStep 500/YStep 500", "0 0 9 9 re W n -9 -9 30 30 re f"),
    ],
    [
      "a tile of a form that draws less than its box",
      tile("/PaintType 1/XStep 500/YStep 500", "/X Do", [
        stream("/Subtype/Form/BBox[0 0 99 99]/Resources<<>>", "0 0 9 9 re f"),
      ]),
    ],
    [
      "a tile without colours",
      {
        ...tile("/PaintType 2", bar),
        content: `${text} /C cs 0 0 1 /P scn ${bar}`,
        resources: "/Pattern<</P 7 0 R>>/ColorSpace<</C[/Pattern/DeviceRGB]>>",
      },
    ],
    ["a drawing in colours within a glyph and a tile", glyph("9 0 d0 /X Do")],
    [
      "a pattern of a shading with a ground",
      {
        content: `/Pattern cs /P scn ${bar}`,
        resources:
          "/Pattern<</P<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 0]/Background[0 1 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>>>",
      },
    ],
    [
      "letters in outlines, and a line of no width",
      { content: "1 Tr BT /F 12 Tf 20 300 Td (Pay) Tj ET 0 w 20 20 m 90 20 l S" },
    ],
    [
      "a stencil of bits within the content",
      { content: "q 9 0 0 9 0 0 cm BI /W 2 /H 2 /IM true /BPC 1 ID \x80\x40 EI Q" },
    ],
    [
      "an ink on paper",
      space("[/Separation/Gold/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[.8 .6 0]/N 1>>]", ".5 scn"),
    ],
    ["a colour that was rounded", { content: `1.0001 0 -.0001 rg ${bar}` }],
  ])("%s", (_what, parts) => {
    expect(find(parts)).toEqual([]);
  });
});

describe("a font that is not in the file", () => {
  const composite =
    "<</Type/Font/Subtype/Type0/BaseFont/Nobody/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Nobody/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>";

  test.each<[string, Parts]>([
    [
      "a font that is neither embedded nor installed",
      { font: "<</Type/Font/Subtype/TrueType/BaseFont/NobodyHasThis/Encoding/WinAnsiEncoding>>" },
    ],
    [
      "a text face that is not embedded, without its descriptor",
      { font: face("Verdana", 32, "WinAnsiEncoding").replace(/\/FontDescriptor<<.*>>>>$/, ">>") },
    ],
    ["a face of bars that is not embedded", { font: face("Code39", 32, "WinAnsiEncoding") }],
    ["a face of symbols that is not embedded", { font: face("Fancy", 4, "WinAnsiEncoding") }],
    ["a text face with another encoding that is not embedded", { font: face("Fancy", 32, "Unknown") }],
    ["a text face that is not embedded, with its widths", { font: face("Verdana-Bold", 32, "WinAnsiEncoding") }],
    ["a composite font", { font: composite, content: "BT /F 24 Tf 40 300 Td <00300031> Tj ET" }],
  ])("is reported: %s", (_what, parts) => {
    expect(find(parts, UPLOAD_LOOK, "[3 0 R]", "font_not_embedded")).toEqual([
      { code: "font_not_embedded", page: 1, count: 1 },
    ]);
    expect(find(parts)).toEqual([]);
  });

  test.each<[string, Parts]>([
    ["common faces", { font: "<</Type/Font/Subtype/TrueType/BaseFont/Arial,Bold/Encoding/WinAnsiEncoding>>" }],
    ["spaces", { font: face("Code39", 32, "WinAnsiEncoding"), content: "BT /F 12 Tf 20 300 Td (   ) Tj ET" }],
    [
      "text without ink",
      { font: face("Code39", 32, "WinAnsiEncoding"), content: "3 Tr BT /F 12 Tf 20 300 Td (Pay) Tj ET" },
    ],
    ["a font that shows nothing", { font: face("Code39", 32, "WinAnsiEncoding"), content: "BT /F 12 Tf ET" }],
  ])("is not reported for %s", (_what, parts) => {
    expect(find(parts, UPLOAD_LOOK, "[3 0 R]", "font_not_embedded")).toEqual([]);
  });
});

/** More than 64 KiB, because it is incompressible. */
const noise = (bytes: number): string => deflateSync(randomBytes(bytes)).toString("latin1");
const large = (side: number, entries = ""): string =>
  `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode${entries}`;
const behind = (side: number, filters: string): string => large(side).replace("/FlateDecode", filters);
const bytesOf = (data: string): Buffer => Buffer.from(data, "latin1");
const hex = (data: string): string => `${bytesOf(data).toString("hex")}>`;

/** LZW data of single bytes only: nine-bit codes, with the table cleared before they widen. */
function lzw(data: Buffer): string {
  const codes = [...data].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]));
  const out = Buffer.alloc(Math.ceil(((codes.length + 1) * 9) / 8));
  [...codes, 257].forEach((code, at) => {
    for (let bit = 0; bit < 9; bit += 1) {
      const place = at * 9 + bit;
      out[place >> 3] = (out[place >> 3] ?? 0) | (((code >> (8 - bit)) & 1) << (7 - (place & 7)));
    }
  });
  return out.toString("latin1");
}

/** Runs of 128 equal bytes. */
const runs = (count: number): string => `${"\x81\x40".repeat(count)}\x80`;
const fax = (rows: number): string =>
  `/Type/XObject/Subtype/Image/Width 3000/Height ${rows}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 3000>>`;
const predicted = (columns: number): string => `/DecodeParms<</Predictor 15/Columns ${columns}>>`;

/** A JPEG with one grey component whose size comes after 70 KB of comments. */
function jpegOf(side: number): string {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x8c, 0x00]), Buffer.alloc(0x8c00 - 2)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, comment, frame, Buffer.from([0xff, 0xd9])]).toString(
    "latin1",
  );
}
const photo = (side: number): Parts =>
  image(
    "/Type/XObject/Subtype/Image/Width 300/Height 300/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode",
    jpegOf(side),
  );

/**
 * A TrueType program with two character maps at its end: one for Macintosh and one for Windows, of symbols or of
 * Unicode characters.
 */
function programOf(glyphOfB: number, kind: "symbols" | "unicode" = "symbols", glyphBytes = 600_000): string {
  const map = (glyphs: readonly [number, number]): Buffer => {
    const table = Buffer.alloc(262);
    table.writeUInt16BE(262, 2);
    [table[6 + 65], table[6 + 66]] = glyphs;
    return table;
  };
  const cmap = Buffer.concat([
    Buffer.from([0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 20, 0, 3, 0, kind === "unicode" ? 1 : 0, 0, 0, 1, 26]),
    map([1, 2]),
    map([1, glyphOfB]),
  ]);
  const header = Buffer.alloc(28);
  header.writeUInt32BE(0x10000, 0);
  header.writeUInt16BE(1, 4);
  header.write("cmap", 12, "latin1");
  header.writeUInt32BE(28 + glyphBytes, 20);
  header.writeUInt32BE(cmap.length, 24);
  return deflateSync(Buffer.concat([header, randomBytes(glyphBytes), cmap])).toString("latin1");
}
const embedded = (program: string, flags = 4, encoding = ""): Parts => ({
  content: "BT /F 12 Tf 20 300 Td (AB) Tj ET",
  font: `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Mine${encoding}/FirstChar 65/LastChar 66/Widths[500 500]/FontDescriptor<</Type/FontDescriptor/Flags ${flags}/FontFile2 7 0 R>>>>`,
  others: [stream("/Filter/FlateDecode", program)],
});

describe("large data are searched", () => {
  test.each<[string, Parts]>([
    ["an image with too few rows", image(large(400), noise(100_000))],
    ["an image with too few rows behind a predictor", image(large(400, predicted(400)), noise(160_000))],
    ["an image whose data are broken", image(large(400), noise(200_000).replace(/^[^]{20}/, "x".repeat(20)))],
    ["a photo of another size, behind comments", photo(200)],
    ["an LZW image with too few rows", image(behind(400, "/LZWDecode"), lzw(randomBytes(100_000)))],
    ["an image of runs with too few rows", image(behind(1200, "/RunLengthDecode"), runs(10_000))],
    ["an image behind two filters with too few rows", image(behind(400, "[/AHx/FlateDecode]"), hex(noise(100_000)))],
    [
      "a photo of another size behind another filter",
      image(behind(300, "[/FlateDecode/DCTDecode]"), deflateSync(bytesOf(jpegOf(200))).toString("latin1")),
    ],
    ["a fax with less than a bit for each row", image(fax(9000), "ab")],
    ["a font of 600 KB whose character maps disagree", embedded(programOf(1))],
    ["one without an encoding, whose map of Unicode characters disagrees", embedded(programOf(1, "unicode"), 32)],
    [
      "one of symbols, whose map of Unicode characters disagrees",
      embedded(programOf(1, "unicode"), 4, "/Encoding/WinAnsiEncoding"),
    ],
  ])("%s", (_what, parts) => {
    expect(find(parts)).toEqual([expect.objectContaining({ page: 1, count: 1 })]);
  });

  test.each<[string, Parts]>([
    ["an image with all of its rows", image(large(400), noise(160_000))],
    ["an image with more data than it needs", image(large(400), noise(170_000))],
    ["an image with all of its rows behind a predictor", image(large(400, predicted(400)), noise(160_400))],
    ["a photo of its stated size", photo(300)],
    ["an LZW image with all of its rows", image(behind(400, "/LZWDecode"), lzw(randomBytes(160_000)))],
    ["an image of runs with all of its rows", image(behind(1200, "/RunLengthDecode"), runs(11_250))],
    [
      "an image behind two filters with all of its rows",
      image(behind(400, "[/ASCIIHexDecode/FlateDecode]"), hex(noise(160_000))),
    ],
    [
      "a photo of its stated size behind another filter",
      image(behind(300, "[/FlateDecode/DCTDecode]"), deflateSync(bytesOf(jpegOf(300))).toString("latin1")),
    ],
    ["a fax with a bit for each row", image(fax(9000), "\xff".repeat(1200))],
    ["a font of 600 KB whose character maps agree", embedded(programOf(2))],
    [
      "a font of characters with a map of them, whatever its other maps say",
      embedded(programOf(1, "unicode", 1_000), 32, "/Encoding/WinAnsiEncoding"),
    ],
  ])("without a finding: %s", (_what, parts) => {
    expect(find(parts)).toEqual([]);
  });

  test("only within the budget", () => {
    expect(find(image(large(400), noise(100_000)), { ...UPLOAD_LOOK, data: 100_000 })).toEqual([]);
    expect(find(image(grey, "ab"))).not.toEqual([]);
    const small = image(`${grey}/Filter/ASCIIHexDecode`, "6162>");
    expect(find(small)).not.toEqual([]);
    expect(find(small, { ...UPLOAD_LOOK, smallData: 3 })).toEqual([]);
  });
});

test("does not check drawing during verification", () => {
  expect(find({ content: `${text} 9 40 100 60 40 re f` }, VERIFICATION_LOOK)).toEqual([]);
});
