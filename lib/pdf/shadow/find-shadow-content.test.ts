import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { findShadowContent, UPLOAD_LOOK } from "./find-shadow-content";
import type { ShadowFinding } from "./shadow-findings";

interface Parts {
  content?: string;
  annots?: string;
  /** /OCProperties without its outer brackets. */
  layers?: string;
  page?: string;
  properties?: string;
  /** Objects from number 10. */
  others?: readonly string[];
}

const LAYER = "10 0 R";
const line = (text: string, y = 300): string => `BT /F 12 Tf 20 ${y} Td (${text}) Tj ET\n`;
const inLayer = (content: string): string => `/OC /L BDC ${content} EMC\n`;
const picture = (entries = ""): string =>
  stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`, "x");
const stamp = (entries: string): string => `<</Type/Annot/Subtype/Stamp/Rect[20 20 120 60]/AP<</N 8 0 R>>${entries}>>`;
const layers = (settings: string): string => `/OCGs[${LAYER}]/D<<${settings}>>`;
const layer = (usage: string): string => `<</Type/OCG/Name(l)/Usage<<${usage}>>>>`;

/** One page of 300 by 400 points. Image /I is object 7, form /X object 8, layer /L object 10. */
function pdf({
  content = "",
  annots = "",
  layers: properties = "",
  page = "",
  others = ["<</Type/OCG/Name(l)>>"],
  properties: named = "/L 10 0 R",
}: Parts): Buffer {
  const resources = `/Resources<</Font<</F 6 0 R>>/XObject<</I 7 0 R/X 8 0 R>>/Properties<<${named}>>/ExtGState<</Clear<</ca 0/CA 0>>/Half<</ca 0.5>>>>/ColorSpace<</Spot[/Separation/Gold/DeviceCMYK 9 0 R]>>>>`;
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${properties === "" ? "" : `/OCProperties<<${properties}>>`}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[${annots}]${resources}${page}>>`,
    stream("", content),
    "null",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    picture(),
    stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 400]${resources}`, "BT /F 12 Tf 20 300 Td (in a form) Tj ET"),
    "<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[0 0 1 0]>>",
    ...others,
  ]);
}

function find(parts: Parts | Buffer, limits = UPLOAD_LOOK): ShadowFinding[] {
  const document = PdfDocument.open(fromBuffer(Buffer.isBuffer(parts) ? parts : pdf(parts)));
  return findShadowContent(document, readPages(document, { maxPages: 2000 }), limits);
}

const one = (code: ShadowFinding["code"], count = 1) => [{ code, page: 1, count }];

describe("printed, not shown", () => {
  test.each<[string, Parts, number]>([
    ["a stamp with NoView and Print", { annots: stamp("/F 36") }, 1],
    ["three of them", { annots: stamp("/F 36").repeat(3) }, 3],
    ["a stamp that the pointer would show", { annots: stamp("/F 292") }, 1],
    [
      "a layer that is off, and on in print by /AS",
      {
        content: inLayer(line("a")),
        layers: layers(`/OFF[${LAYER}]/AS[<</Event/Print/Category[/Print]/OCGs[${LAYER}]>>]`),
        others: [layer("/Print<</PrintState/ON>>")],
      },
      1,
    ],
    [
      "a layer that is off, and on in print without /AS, as some readers take it",
      { content: inLayer(line("a")), layers: layers(`/OFF[${LAYER}]`), others: [layer("/Print<</PrintState/ON>>")] },
      1,
    ],
    [
      "a layer that is off on the screen by its usage",
      {
        content: inLayer(line("a")),
        layers: layers(`/AS[<</Event/View/Category[/View]/OCGs[${LAYER}]>>]`),
        others: [layer("/View<</ViewState/OFF>>/Print<</PrintState/ON>>")],
      },
      1,
    ],
    [
      "a form with /OC",
      {
        content: "/Y Do",
        page: "/Resources<</XObject<</Y 11 0 R>>>>",
        layers: layers(`/OFF[${LAYER}]`),
        others: [
          layer("/Print<</PrintState/ON>>"),
          stream(`/Subtype/Form/BBox[0 0 300 400]/OC ${LAYER}`, "0 0 50 50 re f"),
        ],
      },
      1,
    ],
    [
      "a stamp with /OC",
      {
        annots: stamp(`/F 4/OC ${LAYER}`),
        layers: layers(`/OFF[${LAYER}]`),
        others: [layer("/Print<</PrintState/ON>>")],
      },
      1,
    ],
    [
      "two lines in marked content within marked content",
      {
        content: inLayer(`/Span BMC ${line("a")}${line("b", 200)} EMC`),
        layers: layers(`/OFF[${LAYER}]`),
        others: [layer("/Print<</PrintState/ON>>")],
      },
      2,
    ],
  ])("%s", (_what, parts, count) => {
    expect(find(parts)).toEqual(one("printed_not_shown", count));
  });
});

describe("shown, but not printed", () => {
  test.each<[string, Parts]>([
    ["a stamp without Print", { annots: stamp("/F 0") }],
    ["a square that readers draw by themselves", { annots: "<</Type/Annot/Subtype/Square/Rect[20 20 90 60]>>" }],
    [
      "a layer that is off in print",
      {
        content: inLayer(line("a")),
        layers: layers(`/AS[<</Event/Print/Category[/Print]/OCGs[${LAYER}]>>]`),
        others: [layer("/Print<</PrintState/OFF>>")],
      },
    ],
  ])("%s", (_what, parts) => {
    expect(find(parts)).toEqual(one("shown_not_printed"));
  });

  test("a link, a note's icon and a pop-up are for the screen only", () => {
    expect(
      find({
        annots:
          "<</Subtype/Link/Rect[0 0 9 9]/Border[0 0 1]>><</Subtype/Text/Rect[0 0 9 9]/AP<</N 8 0 R>>>><</Subtype/Popup/Rect[0 0 99 99]>>",
      }),
    ).toEqual([]);
  });
});

describe("in a layer that is never visible", () => {
  const memberships: [string, string][] = [
    ["by /OCGs alone", `<</Type/OCMD/OCGs ${LAYER}>>`],
    ["if all are on", `<</Type/OCMD/OCGs[${LAYER} 12 0 R]/P/AllOn>>`],
    ["if any is off", `<</Type/OCMD/OCGs[12 0 R]/P/AnyOff>>`],
    ["if all are off", `<</Type/OCMD/OCGs[${LAYER} 12 0 R]/P/AllOff>>`],
    [
      "by an expression, which goes before the policy",
      `<</Type/OCMD/OCGs 12 0 R/P/AnyOn/VE[/Not[/Or 12 0 R ${LAYER}]]>>`,
    ],
  ];
  test.each(memberships)("by an optional content membership: %s", (_what, membership) => {
    expect(
      find({
        content: inLayer(line("a")),
        properties: "/L 11 0 R",
        layers: `/OCGs[${LAYER} 12 0 R]/D<</OFF[${LAYER}]>>`,
        others: ["<</Type/OCG>>", membership, "<</Type/OCG>>"],
      }),
    ).toEqual(expect.arrayContaining(one("hidden_layer")));
  });

  test.each<[string, string]>([
    ["listed in /OFF", `/OFF[${LAYER}]`],
    ["by /BaseState", "/BaseState/OFF"],
  ])("%s", (_what, settings) => {
    expect(find({ content: `${line("b", 200)}${inLayer(line("a"))}`, layers: layers(settings) })).toEqual(
      one("hidden_layer"),
    );
  });

  test("a layer that is on, even against /BaseState, is not reported", () => {
    expect(find({ content: inLayer(line("a")), layers: layers("") })).toEqual([]);
    expect(find({ content: inLayer(line("a")), layers: layers(`/BaseState/OFF/ON[${LAYER}]`) })).toEqual([]);
  });

  test("a hidden annotation with an appearance", () => {
    expect(find({ annots: stamp("/F 6") })).toEqual(one("hidden_annotation"));
  });
});

describe("covered", () => {
  const secret = line("999,999 EUR");
  test.each<[string, Parts]>([
    ["by a white rectangle", { content: `${secret}1 g 0 280 300 60 re f` }],
    ["by a rectangle made of lines", { content: `${secret}1 g 0 280 m 300 280 l 300 340 l 0 340 l h f` }],
    ["by two rectangles side by side", { content: `${secret}1 g 0 280 55 60 re f 55 280 245 60 re f` }],
    ["by a thick line", { content: `${secret}1 G 40 w 0 300 m 300 300 l S` }],
    ["by a picture that is not the page", { content: `${secret}q 150 0 0 50 10 285 cm /I Do Q` }],
    [
      "by a picture inside a form",
      {
        content: `${secret}q 1 0 0 1 0 0 cm /Y Do Q`,
        page: "/Resources<</Font<</F 6 0 R>>/XObject<</Y 11 0 R>>>>",
        others: [
          "null",
          stream(
            "/Subtype/Form/BBox[0 0 300 400]/Matrix[2 0 0 2 0 0]/Resources<</XObject<</I 7 0 R>>>>",
            "q 75 0 0 25 5 142 cm /I Do Q",
          ),
        ],
      },
    ],
    [
      "by an annotation that shows a picture",
      {
        content: secret,
        annots: "<</Subtype/Stamp/F 4/Rect[10 285 160 335]/AP<</N 11 0 R>>>>",
        others: ["null", stream("/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</I 7 0 R>>>>", "/I Do")],
      },
    ],
    ["when turned", { content: `BT 0 1 -1 0 100 50 Tm /F 12 Tf (999,999 EUR) Tj ET 0 g 80 0 40 200 re f` }],
  ])("text %s", (_what, parts) => {
    expect(find(parts)).toEqual(one("covered_text"));
  });

  test.each<[string, string]>([
    ["a ground under text", "0.9 g 0 280 300 60 re f 0 g "],
    ["nothing but a clear rectangle over it", ""],
  ])("%s is not a finding", (_what, before) => {
    expect(find({ content: `${before}${secret}${before === "" ? "/Half gs 1 g 0 280 300 60 re f" : ""}` })).toEqual([]);
  });

  test("text drawn above the cover is not reported", () => {
    expect(find({ content: `${secret}1 g 0 280 300 60 re f 0 g ${secret}` })).toEqual([]);
  });

  test("an annotation over nearly the whole page", () => {
    expect(find({ annots: "<</Subtype/Square/F 4/Rect[0 0 300 400]>>" })).toEqual(one("covered_page"));
  });
});

describe("invisible", () => {
  test.each<[string, string]>([
    ["white on paper", `1 g ${line("secret")}`],
    ["white on paper, by CMYK", `0 0 0 0 k ${line("secret")}`],
    ["a spot colour without ink", `/Spot cs 0 scn ${line("secret")}`],
    ["in the colour of the ground", `0 0 1 rg 0 280 300 60 re f 0 0 0.99 rg ${line("secret")}`],
    ["white on white on black", `0 g 0 0 300 400 re f 1 g 0 280 300 60 re f ${line("secret")}`],
    ["without ink, and no picture behind it", `3 Tr ${line("secret")}`],
    ["without opacity", `/Clear gs ${line("secret")}`],
    ["clipped away", `q 0 0 10 10 re W n ${line("secret")} Q`],
    ["in letters of half a point", "BT /F 0.5 Tf 20 300 Td (secret) Tj ET"],
    ["in letters scaled down", `q 0.03 0 0 0.03 100 100 cm ${line("secret")} Q`],
  ])("text %s", (_what, content) => {
    expect(find({ content })).toEqual(one("invisible_text"));
  });

  test.each<[string, string]>([
    ["white on a dark ground", `0 g 0 280 300 60 re f 1 g ${line("title")}`],
    ["white on a picture", `q 300 0 0 100 0 280 cm /I Do Q 1 g ${line("title")}`],
    ["white on a shape of another colour", `0 0 1 rg 0 280 m 100 380 200 380 300 280 c f 1 g ${line("title")}`],
    ["recognised text over a scan", `q 300 0 0 400 0 0 cm /I Do Q 3 Tr ${line("read")}`],
    ["recognised text under a scan", `3 Tr ${line("read")} q 300 0 0 400 0 0 cm /I Do Q`],
    [
      "inked text under a scan, as some programs write what they recognised",
      `${line("read")} q 300 0 0 400 0 0 cm /I Do Q`,
    ],
    ["recognised text over a picture in a page", `q 200 0 0 50 0 290 cm /I Do Q 3 Tr ${line("read")}`],
    ["white spaces", `1 g ${line("   ")}`],
    ["text in part inside a clip", `q 0 0 40 400 re W n ${line("shown in part")} Q`],
  ])("%s is not a finding", (_what, content) => {
    expect(find({ content })).toEqual([]);
  });
});

describe("shown conditionally", () => {
  const conditional = (usage: string, list = ""): Parts => ({
    content: inLayer(line("a")),
    layers: layers(list),
    others: [layer(usage)],
  });
  test.each<[string, Parts, ShadowFinding["code"]]>([
    [
      "a layer from a zoom on",
      conditional("/Zoom<</min 2>>", `/AS[<</Event/View/Category[/Zoom]/OCGs[${LAYER}]>>]`),
      "shown_at_some_zoom",
    ],
    ["a layer up to a zoom, without /AS", conditional("/Zoom<</max 4>>"), "shown_at_some_zoom"],
    [
      "a layer for a language",
      conditional("/Language<</Lang(pt)/Preferred/ON>>", `/AS[<</Event/View/Category[/Language]/OCGs[${LAYER}]>>]`),
      "shown_to_some",
    ],
    [
      "a layer for a person",
      conditional("/User<</Type/Ind/Name(Ana)>>", `/AS[<</Event/View/Category[/User]/OCGs[${LAYER}]>>]`),
      "shown_to_some",
    ],
    [
      "a stamp in such a layer",
      { annots: stamp(`/F 4/OC ${LAYER}`), layers: layers(""), others: [layer("/Zoom<</min 2>>")] },
      "shown_at_some_zoom",
    ],
    [
      "a membership of such a layer",
      {
        content: inLayer(line("a")),
        properties: "/L 11 0 R",
        layers: layers(""),
        others: [layer("/Zoom<</min 2>>"), `<</Type/OCMD/OCGs ${LAYER}>>`],
      },
      "shown_at_some_zoom",
    ],
    [
      "a stamp with another drawing for the pointer",
      {
        annots: stamp("/F 4").replace("/N 8 0 R", "/N 8 0 R/R 11 0 R"),
        others: ["null", stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")],
      },
      "shown_under_pointer",
    ],
    [
      "a text field with another drawing while it is pressed",
      {
        annots: "<</Subtype/Widget/FT/Tx/F 4/Rect[20 20 120 60]/AP<</N 8 0 R/D 11 0 R>>>>",
        others: ["null", stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")],
      },
      "shown_under_pointer",
    ],
  ])("%s", (_what, parts, code) => {
    expect(find(parts)).toEqual(one(code));
  });

  test.each<[string, Parts]>([
    ["a layer that names its creator", conditional("/CreatorInfo<</Creator(x)>>/Zoom<</min 0>>")],
    ["the same drawing under the pointer", { annots: stamp("/F 4").replace("/N 8 0 R", "/N 8 0 R/R 8 0 R/D 8 0 R") }],
    [
      "a checkbox with a pressed state",
      {
        annots: "<</Subtype/Widget/FT/Btn/F 4/AS/On/Rect[20 20 120 60]/AP<</N<</On 8 0 R>>/D<</On 11 0 R>>>>>>",
        others: ["null", stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")],
      },
    ],
  ])("%s is not a finding", (_what, parts) => {
    expect(find(parts)).toEqual([]);
  });
});

describe("copied as other text", () => {
  const cmap = (pairs: string): string =>
    stream("", `begincmap 1 begincodespacerange <00><ff> endcodespacerange ${pairs} endcmap`);
  const withFont = (content: string, font: string, ...others: string[]): Parts => ({
    content: `BT /G 12 Tf 20 300 Td (${content}) Tj ET`,
    page: "/Resources<</Font<</G 11 0 R>>>>",
    others: ["null", font, ...others],
  });
  const helvetica = (more: string): string => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${more}>>`;
  const span = (properties: string, text: string): Parts => ({ content: `/Span ${properties} BDC ${line(text)} EMC` });
  const codes = (parts: Parts): ShadowFinding[] => find(parts).filter(({ code }) => code === "copied_differently");

  test.each<[string, Parts]>([
    ["by /ActualText", span("<</ActualText(EUR 999)>>", "EUR 100")],
    ["by /ActualText in UTF-16", span("<</ActualText<feff0039>>>", "1")],
    [
      "by /ActualText in the resources",
      { content: `/Span /L BDC ${line("EUR 100")} EMC`, others: ["<</ActualText(EUR 999)>>"] },
    ],
    ["by /ActualText around several strings", span("<</ActualText(pay Bob)>>", "pay) Tj 9 0 Td (Ana")],
    ["by another number in /Alt", span("<</Alt(999 EUR)>>", "100 EUR")],
    ["by another number in /E", span("<</E(nine 9)>>", "No. 1")],
    ...["<>", "<0000>", "<200B>", "<D800>"].map((copied): [string, Parts] => [
      `as nothing that is seen, ${copied}`,
      withFont("100", helvetica("/ToUnicode 12 0 R"), cmap(`1 beginbfchar <31> ${copied} endbfchar`)),
    ]),
    ["by /ToUnicode", withFont("100", helvetica("/ToUnicode 12 0 R"), cmap("1 beginbfchar <31> <0039> endbfchar"))],
    [
      "by a range of /ToUnicode",
      withFont(
        "100",
        helvetica("/Encoding/WinAnsiEncoding/ToUnicode 12 0 R"),
        cmap("1 beginbfrange <30> <38> <0031> endbfrange"),
      ),
    ],
    [
      "by a list of /ToUnicode",
      withFont(
        "100",
        helvetica("/Encoding/WinAnsiEncoding/ToUnicode 12 0 R"),
        cmap("1 beginbfrange <30> <31> [<0039> <0038>] endbfrange"),
      ),
    ],
    [
      "by the names of glyphs",
      withFont(
        "100",
        helvetica("/Encoding<</Differences[49/nine]>>/ToUnicode 12 0 R"),
        cmap("1 beginbfchar <31> <0031> endbfchar"),
      ),
    ],
  ])("%s", (_what, parts) => {
    expect(codes(parts)).toEqual(one("copied_differently"));
  });

  /** A page whose two contents belong to one element below another one; the form /X has a separate element. */
  const tagged = (
    entries: string,
    { above = "", kind = "P", content = "", parents = "[9 0 R 9 0 R]", kids = "[0 1]" } = {},
  ): Buffer =>
    pdfOf([
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 7 0 R/MarkInfo<</Marked true>>>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/StructParents 0/Resources<</Font<</F 6 0 R>>/XObject<</X 5 0 R>>>>>>",
      stream("", content || `/P<</MCID 0>>BDC ${line("Pay EUR")} EMC /P<</MCID 1>>BDC ${line("100", 280)} EMC`),
      stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/StructParents 1/Resources<</Font<</F 6 0 R>>>>",
        `/P<</MCID 0>>BDC ${line("Pay EUR 100")} EMC`,
      ),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      `<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0${parents}1[10 0 R]]>>>>`,
      `<</Type/StructElem/S/Sect/P 7 0 R/K[9 0 R 10 0 R]${above}>>`,
      `<</Type/StructElem/S/${kind}/P 8 0 R/Pg 3 0 R/K${kids}${entries}>>`,
      "<</Type/StructElem/S/P/P 8 0 R/Pg 3 0 R/K<</Type/MCR/Stm 5 0 R/MCID 0>>/ActualText(Pay EUR 999)>>",
      "<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K[0 1]>>",
    ]);

  test.each([
    ["by its element", tagged("/ActualText(Pay EUR 999)")],
    ["by an element without text", tagged("/ActualText()")],
    ["by the other words of its element", tagged("/Alt(999 euros)")],
    ["by an element above", tagged("", { above: "/ActualText(Pay EUR 999)" })],
    ["by the element of a form", tagged("", { content: "/X Do" })],
    ["by an element that only the parent tree leads to", tagged("/ActualText(Pay EUR 999)", { kids: "[]" })],
    [
      "by an element that the parent tree does not lead to",
      tagged("/ActualText(Pay EUR 999)", { parents: "[11 0 R 11 0 R]" }),
    ],
    [
      "by an element above that the parent tree does not lead to",
      tagged("", { above: "/ActualText(Pay EUR 999)", parents: "[11 0 R 11 0 R]" }),
    ],
    [
      "by an element that names its content with the page",
      tagged("/ActualText(Pay EUR 999)", {
        parents: "[null null]",
        kids: "[<</Type/MCR/Pg 3 0 R/MCID 0>><</Type/MCR/Pg 3 0 R/MCID 1>>]",
      }),
    ],
  ])("%s", (_what, file) => {
    expect(find(file).filter(({ code }) => code === "copied_differently")).toEqual(one("copied_differently"));
  });

  test.each([
    ["has an equivalent text", tagged("/ActualText(Pay EUR 100)/Alt(100 euros)")],
    ["describes a picture", tagged("/Alt(A chart of 2026)", { kind: "Figure" })],
  ])("is not reported for an element that %s", (_what, file) => {
    expect(find(file).filter(({ code }) => code === "copied_differently")).toEqual([]);
  });

  test.each<[string, Parts]>([
    ["a soft hyphen", span("<</ActualText<feff00ad>>>", "-")],
    ["a word broken at the end of a line", span("<</ActualText(document)>>", "docu-) Tj 0 -9 Td (ment")],
    ["capitals", span("<</ActualText(Total 100)>>", "TOTAL 100")],
    ["letters of the other direction", span("<</ActualText(321 cba)>>", "abc 123")],
    ["an expanded abbreviation", span("<</E(Street)>>", "St.")],
    ["words for a picture with a label", span("<</Alt(A chart that grows)>>", "Revenue 2026")],
    [
      "an honest map",
      withFont(
        "100 fi",
        helvetica("/Encoding/WinAnsiEncoding/ToUnicode 12 0 R"),
        cmap("1 beginbfrange <20> <7e> <0020> endbfrange"),
      ),
    ],
    [
      "a symbol font",
      withFont(
        "1",
        "<</Type/Font/Subtype/Type1/BaseFont/Symbol/ToUnicode 12 0 R>>",
        cmap("1 beginbfchar <31> <0039> endbfchar"),
      ),
    ],
  ])("%s is not a finding", (_what, parts) => {
    expect(codes(parts)).toEqual([]);
  });
});

describe("off the page", () => {
  test.each<[string, Parts]>([
    ["outside the CropBox", { content: line("slug", 390), page: "/CropBox[0 0 300 380]" }],
    ["outside the MediaBox", { content: line("far", 900) }],
    ["in an annotation", { annots: "<</Subtype/Stamp/F 4/Rect[400 20 500 60]/AP<</N 8 0 R>>>>" }],
  ])("%s", (_what, parts) => {
    expect(find(parts)).toEqual(one("off_page"));
  });

  test("text that extends over the edge is not reported", () => {
    expect(find({ content: "BT /F 12 Tf -20 300 Td (over the edge) Tj ET" })).toEqual([]);
  });
});

describe("limits", () => {
  test("report pages beyond them as not inspected", () => {
    const content = line("a").repeat(50);
    expect(find({ content }, { ...UPLOAD_LOOK, operators: 100 })).toEqual(one("page_not_looked_at"));
    expect(find({ content }, { ...UPLOAD_LOOK, pageOperators: 100 })).toEqual(one("page_not_looked_at"));
    expect(find({ content }, { ...UPLOAD_LOOK, bytes: 100 })).toEqual(one("page_not_looked_at"));
    expect(find({ content }, { ...UPLOAD_LOOK, pages: 0 })).toEqual(one("page_not_looked_at"));
    expect(find({ content: `1 g 0 0 300 400 re f 0 g ${content}` }, { ...UPLOAD_LOOK, comparisons: 0 })).toEqual(
      one("page_not_looked_at"),
    );
  });

  test("counts a small form again each time it is drawn", () => {
    const small = stream("/Subtype/Form/BBox[0 0 300 400]", "q Q");
    const parts = { page: "/Resources<</XObject<</Y 11 0 R>>>>", others: ["null", small] };
    expect(find({ content: "/Y Do ".repeat(9), ...parts }, { ...UPLOAD_LOOK, bytes: 5_000 })).toEqual(
      one("page_not_looked_at"),
    );
    expect(find({ content: "/Y Do ".repeat(8), ...parts }, { ...UPLOAD_LOOK, bytes: 5_000 })).toEqual([]);
  });

  test("ends at a recursive form", () => {
    const own = stream("/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</Y 11 0 R>>>>", "/Y Do /Y Do");
    expect(find({ content: "/Y Do", page: "/Resources<</XObject<</Y 11 0 R>>>>", others: ["null", own] })).toEqual([]);
  });

  test("lists the same finding by page for the first 20 pages", () => {
    const count = 25;
    const kids = Array.from({ length: count }, (_, i) => `${4 + i} 0 R`).join(" ");
    const pages = Array.from(
      { length: count },
      () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[3 0 R]>>",
    );
    const findings = find(
      pdfOf([
        "<</Type/Catalog/Pages 2 0 R>>",
        `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
        "<</Subtype/Square/F 36/Rect[9 9 99 99]>>",
        ...pages,
      ]),
    );
    expect(findings).toHaveLength(21);
    expect(findings.slice(-2)).toEqual([
      { code: "printed_not_shown", page: 20, count: 1 },
      { code: "more_pages", page: 21, count: 5 },
    ]);
  });

  test("continues after damaged content or an inline image", () => {
    const broken = `>> ) ] 5 q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q Q Q (a Tj) 1 cm /None Do /None gs /None cs ${line("shown")} 1 g ${line("secret", 200)}`;
    expect(find({ content: broken })).toEqual([...one("invisible_text"), ...one("drawn_differently", 2)]);
  });
});
