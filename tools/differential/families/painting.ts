import { integer, pick, truths, type Family } from "./family";
import { sheet, stream } from "./raw-file";

const image = (data: string, entries: string): string => stream(data, `/Type/XObject/Subtype/Image${entries}`);
const grey = "/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray";
const shown = "q 120 0 0 120 40 100 cm /I Do Q";
const withImage = (body: string, objects: Readonly<Record<number, string>> = {}, content = shown): Buffer =>
  sheet({ content, resources: "/XObject<</I 6 0 R>>", objects: { 6: body, ...objects } });

const inlineImages: Family = {
  id: "inline_images",
  name: "inline images",
  constructs: [
    [
      "EI inside the declared bytes",
      (draw) => {
        const { one, two } = truths(draw);
        const data = `\x80 EI Q ${two} q `;
        return sheet({
          content: `q 60 0 0 60 40 20 cm BI /W ${data.length} /H 1 /BPC 8 /CS /G ID ${data} EI Q ${one}`,
        });
      },
    ],
    [
      "EI without white space behind the data",
      (draw) =>
        sheet({
          content: `q 60 0 0 60 40 20 cm BI /W 4 /H 1 /BPC 8 /CS /G ID \x10\x40\x80\xf0EI Q ${truths(draw).one}`,
        }),
    ],
    [
      "fewer bytes than declared",
      (draw) =>
        sheet({
          content: `q 60 0 0 60 40 20 cm BI /W ${integer(draw, 30, 90)} /H 9 /BPC 8 /CS /G ID \x10\x40 EI Q ${truths(draw).one}`,
        }),
    ],
    [
      "more bytes than declared",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: `q 60 0 0 60 40 20 cm BI /W 2 /H 1 /BPC 8 /CS /G ID \x10\x40 ${two} EI Q ${one}` });
      },
    ],
    [
      "a length that is wrong",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: `q 60 0 0 60 40 20 cm BI /W 2 /H 1 /BPC 8 /CS /G /L ${integer(draw, 20, 60)} ID \x10\x40 EI Q ${two} EI Q ${one}`,
        });
      },
    ],
    [
      "hexadecimal data with EI behind an early end",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: `q 60 0 0 60 40 20 cm BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 1040> EI Q ${two} q BI EI Q ${one}`,
        });
      },
    ],
    [
      "run lengths that hold EI",
      (draw) => {
        const { one, two } = truths(draw);
        const data = ` EI Q ${two} q `;
        return sheet({
          content: `q 60 0 0 60 40 20 cm BI /W ${data.length} /H 1 /BPC 8 /CS /G /F /RL ID ${String.fromCharCode(data.length - 1)}${data}\x80 EI Q ${one}`,
        });
      },
    ],
    [
      "both spellings of a key",
      (draw) =>
        sheet({
          content: `q 60 0 0 60 40 20 cm BI /W 2 /Width 1 /H 1 /BPC 8 /CS /G ID \x10\xf0 EI Q ${truths(draw).one}`,
        }),
    ],
    [
      "one bit a pixel",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: `q 60 0 0 60 40 20 cm BI /W ${8 * (two.length + 8)} /H 1 /BPC 1 /CS /G ID \x01 EI Q ${two} q EI Q ${one}`,
        });
      },
    ],
    [
      "no end",
      (draw) => sheet({ content: `${truths(draw).one} q 60 0 0 60 40 20 cm BI /W 2 /H 1 /BPC 8 /CS /G ID \x10\x40` }),
    ],
    [
      "a colour space of the resources",
      (draw) =>
        sheet({
          content: `q 60 0 0 60 40 20 cm BI /W 2 /H 1 /BPC 8 /CS /S ID \x00\x01 EI Q ${truths(draw).one}`,
          resources: "/ColorSpace<</S[/Indexed/DeviceGray 1<20E0>]>>",
        }),
    ],
  ],
};

const images: Family = {
  id: "images",
  name: "images",
  constructs: [
    ["an inverted decoding", () => withImage(image("\x10\x40\x80\xf0", `${grey}/Decode[1 0]`))],
    [
      "a decoding out of range",
      (draw) => withImage(image("\x10\x40\x80\xf0", `${grey}/Decode[${pick(draw, ["2 -1", "0 0", "0 5", "0"])}]`)),
    ],
    [
      "fewer data than declared",
      (draw) =>
        withImage(image("\x10\x40", `/Width 2/Height ${integer(draw, 3, 9)}/BitsPerComponent 8/ColorSpace/DeviceGray`)),
      "missing_rows",
    ],
    ["no colour space", () => withImage(image("\x10\x40\x80\xf0", "/Width 2/Height 2/BitsPerComponent 8"))],
    [
      "no bits",
      () => withImage(image("\x10\x40\x80\xf0", "/Width 2/Height 2/ColorSpace/DeviceGray")),
      "no_bits_per_component",
    ],
    [
      "odd bits",
      (draw) =>
        withImage(
          image(
            "\x10\x40\x80\xf0\x11\x22",
            `/Width 2/Height 2/BitsPerComponent ${pick(draw, [3, 5, 7, 16])}/ColorSpace/DeviceGray`,
          ),
        ),
    ],
    ["a mask by colour", () => withImage(image("\x10\x40\x80\xf0", `${grey}/Mask[16 64]`))],
    [
      "a mask and a soft mask",
      () =>
        withImage(image("\x10\x10\x10\x10", `${grey}/Mask 7 0 R/SMask 8 0 R`), {
          7: image("\x80\x40", "/Width 2/Height 2/BitsPerComponent 1/ImageMask true"),
          8: image("\xff\x00\x00\xff", grey),
        }),
    ],
    [
      "a stencil with an inverted decoding",
      () => withImage(image("\x80\x40", "/Width 2/Height 2/BitsPerComponent 1/ImageMask true/Decode[1 0]")),
    ],
    [
      "a stencil with a colour space",
      () => withImage(image("\x80\x40", "/Width 2/Height 2/BitsPerComponent 1/ImageMask true/ColorSpace/DeviceGray")),
    ],
    [
      "an alternate for printing",
      () =>
        withImage(image("\x10\x40\x80\xf0", `${grey}/Alternates[<</Image 7 0 R/DefaultForPrinting true>>]`), {
          7: image("\xff\xff\xff\xff", grey),
        }),
    ],
    [
      "an alternate in a layer",
      () =>
        withImage(image("\x10\x40\x80\xf0", `${grey}/Alternates[<</Image 7 0 R/OC 8 0 R>>]`), {
          7: image("\xff\xff\xff\xff", grey),
          8: "<</Type/OCG/Name(x)>>",
        }),
    ],
    [
      "a picture of another file",
      () => withImage(image("\x10\x40\x80\xf0", `${grey}/OPI<</2.0<</Type/OPI/Version 2.0/F(other.tif)>>>>`)),
    ],
    [
      "a matte",
      () =>
        withImage(image("\x10\x40\x80\xf0", `${grey}/SMask 7 0 R`), {
          7: image("\x80\x80\x80\x80", `${grey}/Matte[1]`),
        }),
    ],
  ],
};

const typeThree = (glyph: string, more = ""): string =>
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R/b 7 0 R>>/Encoding<</Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[1000 1000]/Resources<<>>${more}>>`.replace(
    "{glyph}",
    glyph,
  );
const glyphs = (one: string, other = "1000 0 0 0 900 900 d1 0 0 900 900 re f"): Record<number, string> => ({
  6: stream(one),
  7: stream(other),
});
const typeThreeText = "BT /F 60 Tf 40 200 Td (ab) Tj ET";

const typeThreeFonts: Family = {
  id: "type_3_fonts",
  name: "Type 3 fonts",
  constructs: [
    [
      "colours in an uncoloured glyph",
      (draw) =>
        sheet({
          content: typeThreeText,
          font: typeThree(""),
          objects: glyphs(`1000 0 0 0 900 900 d1 ${pick(draw, ["1 0 0 rg", "1 g", "0 1 0 0 k"])} 0 0 900 900 re f`),
        }),
    ],
    [
      "colours in a coloured glyph",
      () =>
        sheet({
          content: `1 g ${typeThreeText}`,
          font: typeThree(""),
          objects: glyphs("1000 0 d0 .5 g 0 0 900 900 re f"),
        }),
    ],
    [
      "no width operator",
      () => sheet({ content: typeThreeText, font: typeThree(""), objects: glyphs("0 0 900 900 re f") }),
    ],
    [
      "widths that disagree",
      (draw) =>
        sheet({
          content: typeThreeText,
          font: typeThree("").replace("[1000 1000]", `[${integer(draw, 100, 400)} 1000]`),
          objects: glyphs("1000 0 0 0 900 900 d1 0 0 900 900 re f"),
        }),
    ],
    [
      "a font box that is too small",
      () =>
        sheet({
          content: typeThreeText,
          font: typeThree("").replace("[0 0 1000 1000]", "[0 0 10 10]"),
          objects: glyphs("1000 0 0 0 900 900 d1 0 0 900 900 re f"),
        }),
    ],
    [
      "a glyph box that is too small",
      () =>
        sheet({
          content: typeThreeText,
          font: typeThree(""),
          objects: glyphs("1000 0 0 0 100 100 d1 0 0 900 900 re f"),
        }),
    ],
    [
      "no matrix",
      () =>
        sheet({
          content: "BT /F 1 Tf 1 0 0 1 40 200 Tm (a) Tj ET",
          font: typeThree("").replace("/FontMatrix[.001 0 0 .001 0 0]", ""),
          objects: glyphs("10 0 0 0 90 90 d1 0 0 90 90 re f"),
        }),
    ],
    [
      "a glyph that shows itself",
      () =>
        sheet({
          content: typeThreeText,
          font: typeThree("").replace("/Resources<<>>", "/Resources<</Font<</F 5 0 R>>>>"),
          objects: glyphs("1000 0 d0 0 0 500 500 re f BT /F 1 Tf (a) Tj ET"),
        }),
      "glyph_within_itself",
    ],
    [
      "no resources of its own",
      () =>
        sheet({
          content: typeThreeText,
          resources: "/XObject<</X 8 0 R>>",
          font: typeThree("").replace("/Resources<<>>", ""),
          objects: {
            ...glyphs("1000 0 d0 /X Do"),
            8: stream("0 0 900 900 re f", "/Type/XObject/Subtype/Form/BBox[0 0 1000 1000]"),
          },
        }),
    ],
    [
      "a text of another meaning",
      () =>
        sheet({
          content: typeThreeText,
          font: typeThree("", "/ToUnicode 8 0 R"),
          objects: {
            ...glyphs("1000 0 0 0 900 900 d1 0 0 900 900 re f"),
            8: stream(
              "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <0039> endbfchar endcmap end end",
            ),
          },
        }),
    ],
  ],
};

const pattern = (content: string, entries: string): string =>
  stream(content, `/Type/Pattern/PatternType 1${entries}/Resources<<>>`);
const tiles = "/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20";
const filled = "/Pattern cs /P scn 40 100 200 200 re f";
const withPattern = (body: string, content = filled, objects: Record<number, string> = {}): Buffer =>
  sheet({ content, resources: "/Pattern<</P 6 0 R>>", objects: { 6: body, ...objects } });
const ramp = "<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>";

const patterns: Family = {
  id: "patterns_and_shadings",
  name: "patterns and shadings",
  constructs: [
    [
      "steps of zero",
      (draw) =>
        withPattern(
          pattern("0 0 10 10 re f", `/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 0/YStep ${pick(draw, [0, 20])}`),
        ),
    ],
    [
      "negative steps",
      () => withPattern(pattern("0 0 10 10 re f", "/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep -20/YStep -20")),
    ],
    [
      "steps smaller than the box",
      () => withPattern(pattern("0 0 4 20 re f", "/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 10/YStep 10")),
    ],
    [
      "an empty box",
      () => withPattern(pattern("0 0 10 10 re f", "/PaintType 1/TilingType 1/BBox[0 0 0 0]/XStep 20/YStep 20")),
    ],
    [
      "an uncoloured pattern with colours",
      () =>
        withPattern(
          pattern("1 0 0 rg 0 0 10 10 re f", tiles.replace("/PaintType 1", "/PaintType 2")),
          "/C cs 0 0 1 /P scn 40 100 200 200 re f",
        ),
    ],
    ["a pattern without type", () => withPattern(pattern("0 0 10 10 re f", tiles).replace("/PatternType 1", ""))],
    ["a pattern that is missing", () => sheet({ content: `${filled} 20 20 40 40 re f` })],
    [
      "a pattern in itself",
      () =>
        sheet({
          content: filled,
          resources: "/Pattern<</P 6 0 R>>",
          objects: {
            6: pattern("/Pattern cs /P scn 0 0 10 10 re f", tiles).replace(
              "/Resources<<>>",
              "/Resources<</Pattern<</P 6 0 R>>>>",
            ),
          },
        }),
    ],
    [
      "a shading without function",
      () =>
        sheet({
          content: "/S sh",
          resources: "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[40 0 240 0]/Extend[true true]>>>>",
        }),
    ],
    [
      "a shading of one point",
      () =>
        sheet({
          content: "q 40 100 200 200 re W n /S sh Q",
          resources: `/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[140 0 140 0]/Function ${ramp}/Extend[true true]>>>>`,
        }),
    ],
    [
      "a radial shading with equal circles",
      () =>
        sheet({
          content: "q 40 100 200 200 re W n /S sh Q",
          resources: `/Shading<</S<</ShadingType 3/ColorSpace/DeviceGray/Coords[140 200 50 140 200 50]/Function ${ramp}/Extend[true true]>>>>`,
        }),
    ],
    [
      "a shading of an unknown type",
      (draw) =>
        sheet({
          content: `${truths(draw).one} q 40 100 200 200 re W n /S sh Q`,
          resources: `/Shading<</S<</ShadingType 9/ColorSpace/DeviceGray/Function ${ramp}>>>>`,
        }),
    ],
    [
      "a function with a wrong domain",
      () =>
        sheet({
          content: "q 40 100 200 200 re W n /S sh Q",
          resources:
            "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[40 0 240 0]/Function<</FunctionType 2/Domain[1 0]/C0[0]/C1[1]/N 1>>/Extend[true true]>>>>",
        }),
    ],
  ],
};

const clipping: Family = {
  id: "clipping_and_states",
  name: "clipping and states",
  constructs: [
    ["an empty clip", (draw) => sheet({ content: `q W n ${truths(draw).one} Q` })],
    ["a clip without an end", (draw) => sheet({ content: `q 40 40 100 300 re W ${truths(draw).one} Q` })],
    ["a clip of no area", (draw) => sheet({ content: `q 40 40 0 0 re W n ${truths(draw).one} Q 20 20 30 30 re f` })],
    [
      "a clip by text",
      (draw) =>
        sheet({ content: `q BT 7 Tr /F 80 Tf 40 200 Td (MMM) Tj ET 0 0 300 ${integer(draw, 300, 400)} re f Q` }),
    ],
    [
      "a clip by text that ends with a state",
      (draw) => sheet({ content: `q BT 7 Tr /F 80 Tf 40 200 Td (MMM) Tj Q ET ${truths(draw).one}` }),
    ],
    [
      "a state opened within a text",
      (draw) => sheet({ content: `BT q /F 18 Tf 40 300 Td (Pay) Tj ET Q ${truths(draw).one}` }),
    ],
    ["a path before a text", () => sheet({ content: "40 100 60 40 re BT /F 18 Tf 40 300 Td (Pay) Tj ET f" })],
    ["operators with too few operands", (draw) => sheet({ content: `40 100 re f ${truths(draw).one} 20 l S` })],
    ["operators with too many operands", (draw) => sheet({ content: `1 2 3 40 100 60 40 re f ${truths(draw).one}` })],
    [
      "unknown operators",
      (draw) => sheet({ content: `${pick(draw, ["foo", "BX foo EX", "1 2 bar", "ref"])} ${truths(draw).one}` }),
    ],
    [
      "a text outside a text object",
      () => sheet({ content: "/F 18 Tf 1 0 0 1 40 300 Tm (Pay 100) Tj 40 100 60 40 re f" }),
    ],
    [
      "a text object in a text object",
      () => sheet({ content: "BT /F 18 Tf 40 300 Td (Pay) Tj BT 60 0 Td (100) Tj ET ET" }),
    ],
    ["a singular matrix", (draw) => sheet({ content: `q 0 0 0 0 0 0 cm ${truths(draw).one} Q 20 20 30 30 re f` })],
    [
      "an invisible text",
      (draw) =>
        sheet({ content: `BT 3 Tr /F 18 Tf 40 300 Td (Pay ${integer(draw, 1000, 9999)}) Tj ET 40 100 60 40 re f` }),
    ],
  ],
};

const group = (content: string, entries = "/Group<</S/Transparency/CS/DeviceGray>>"): string =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 400]${entries}`);
const masked = (draw: Parameters<typeof truths>[0], state: string, objects: Record<number, string> = {}): Buffer =>
  sheet({ content: `/G gs ${truths(draw).one}`, resources: `/ExtGState<</G ${state}>>`, objects });

const softMasks: Family = {
  id: "soft_masks_and_blending",
  name: "soft masks and blending",
  constructs: [
    [
      "a luminosity mask with a backdrop",
      (draw) =>
        masked(draw, `<</SMask<</S/Luminosity/G 6 0 R/BC[${pick(draw, [0, 1])}]>>>>`, {
          6: group("1 g 0 0 150 400 re f"),
        }),
    ],
    ["an alpha mask", (draw) => masked(draw, "<</SMask<</S/Alpha/G 6 0 R>>>>", { 6: group("0 0 150 400 re f") })],
    [
      "a mask without group",
      (draw) => masked(draw, "<</SMask<</S/Luminosity/G 6 0 R>>>>", { 6: group("1 g 0 0 150 400 re f", "") }),
    ],
    [
      "a mask with a transfer function",
      (draw) =>
        masked(draw, "<</SMask<</S/Luminosity/G 6 0 R/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>>>", {
          6: group("1 g 0 0 150 400 re f"),
        }),
      "mask_transfer_function",
    ],
    [
      "a brightness mask in no colour space",
      (draw) =>
        masked(draw, "<</SMask<</S/Luminosity/G 6 0 R>>>>", {
          6: stream("1 g 60 180 80 180 re f", "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency>>"),
        }),
    ],
    ["a mask that is missing", (draw) => masked(draw, "<</SMask 66 0 R>>")],
    [
      "a mask of an unknown kind",
      (draw) => masked(draw, "<</SMask<</S/Other/G 6 0 R>>>>", { 6: group("0 g 0 0 300 400 re f") }),
    ],
    ["an unknown blend mode", (draw) => masked(draw, "<</BM/Unknown>>")],
    ["a list of blend modes", (draw) => masked(draw, "<</BM[/Unknown/Multiply]>>")],
    ["an alpha out of range", (draw) => masked(draw, `<</ca ${pick(draw, ["-1", "2", "(0)", "null"])}>>`)],
    [
      "a knockout group",
      () =>
        sheet({
          content: "/X Do",
          resources: "/XObject<</X 6 0 R>>",
          objects: {
            6: group(
              "/A gs 0 g 40 100 100 100 re f .7 g 80 140 100 100 re f",
              "/Group<</S/Transparency/K true/I true>>/Resources<</ExtGState<</A<</ca .5>>>>>>",
            ),
          },
        }),
    ],
    [
      "a font in the state",
      (draw) => masked(draw, "<</Font[6 0 R 30]>>", { 6: "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>" }),
    ],
    [
      "overprinting",
      () =>
        sheet({
          content: "/G gs 0 0 0 1 k 40 100 100 100 re f 1 0 0 0 k 80 140 100 100 re f",
          resources: "/ExtGState<</G<</OP true/op true/OPM 1>>>>",
        }),
      "overprinting",
    ],
  ],
};

/** Two overlapping shapes, the second one blended, inside a group if group entries are given. */
const blended = (state: string, shapes: string, { page = "", groupEntries = "" } = {}): Buffer => {
  const resources = `/ExtGState<</G${state}>>/ColorSpace<</Spot[/Separation/Gold/DeviceCMYK 9 0 R]/Inks[/DeviceN[/Gold/Cyan]/DeviceCMYK 10 0 R]>>`;
  const ink = {
    9: "<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[0 .2 .9 .1]>>",
    10: stream("{ 3 1 roll pop dup 0 exch dup 0 }", "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1 0 1]"),
  };
  return groupEntries === ""
    ? sheet({ content: shapes, resources, page, objects: ink })
    : sheet({
        content: "1 .9 .2 rg 20 80 260 220 re f /X Do",
        resources: "/XObject<</X 6 0 R>>",
        page,
        objects: { ...ink, 6: group(shapes, `/Group<</S/Transparency${groupEntries}>>/Resources<<${resources}>>`) },
      });
};
const colours = ".9 .3 .1 rg 40 100 100 100 re f /G gs .2 .6 .9 rg 80 140 100 100 re f";
const inks = ".1 .7 .9 0 k 40 100 100 100 re f /G gs .8 .2 0 .1 k 80 140 100 100 re f";
const spots = ".1 .7 .9 0 k 40 100 100 100 re f /G gs /Spot cs .8 scn 80 140 100 100 re f";
const separable = [
  "Multiply",
  "Screen",
  "Overlay",
  "Darken",
  "Lighten",
  "ColorDodge",
  "ColorBurn",
  "HardLight",
  "SoftLight",
  "Difference",
  "Exclusion",
] as const;
const joint = ["Hue", "Saturation", "Color", "Luminosity"] as const;

const blending: Family = {
  id: "blending",
  name: "blending",
  constructs: [
    ...[...separable, ...joint].map((mode): Family["constructs"][number] => [
      `${mode} of RGB`,
      () => blended(`<</BM/${mode}>>`, colours),
    ]),
    ...[...separable, ...joint].map((mode): Family["constructs"][number] => [
      `${mode} of CMYK`,
      () => blended(`<</BM/${mode}>>`, inks),
    ]),
    ...(["Multiply", "Screen", "Difference", "Luminosity"] as const).flatMap((mode): Family["constructs"][number][] => [
      [
        `${mode} in a page's CMYK group`,
        () => blended(`<</BM/${mode}>>`, colours, { page: "/Group<</S/Transparency/CS/DeviceCMYK>>" }),
      ],
      [`${mode} in a CMYK group`, () => blended(`<</BM/${mode}>>`, colours, { groupEntries: "/CS/DeviceCMYK" })],
      [`${mode} in an isolated group`, () => blended(`<</BM/${mode}>>`, colours, { groupEntries: "/I true" })],
      [`${mode} in a group`, () => blended(`<</BM/${mode}>>`, colours, { groupEntries: "/I false" })],
      [`${mode} in a knockout group`, () => blended(`<</BM/${mode}>>`, colours, { groupEntries: "/K true" })],
      [`${mode} of a spot colour`, () => blended(`<</BM/${mode}>>`, spots)],
    ]),
    [
      "an alpha in a page's CMYK group",
      () => blended("<</ca .5>>", colours, { page: "/Group<</S/Transparency/CS/DeviceCMYK>>" }),
    ],
    ["an alpha of CMYK", () => blended("<</ca .5>>", inks)],
    ["an alpha in a grey group", () => blended("<</ca .5>>", colours, { groupEntries: "/CS/DeviceGray/I true" })],
    ["colours in a grey group", () => blended("<<>>", colours, { groupEntries: "/CS/DeviceGray/I true" })],
    ["an alpha in a knockout group", () => blended("<</ca .5>>", colours, { groupEntries: "/K true" })],
    [
      "an alpha in a knockout group that is not isolated",
      () => blended("<</ca .5>>", colours, { groupEntries: "/K true/I false" }),
    ],
    ["an alpha as shape", () => blended("<</ca .5/AIS true>>", colours, { groupEntries: "/K true" })],
    [
      "text that knocks out",
      () =>
        blended("<</ca .5/TK false>>", ".9 .3 .1 rg 40 100 100 100 re f /G gs BT /F 90 Tf -30 Tc 60 130 Td (88) Tj ET"),
    ],
    ["overprinting of spots", () => blended("<</op true/OP true/OPM 0>>", spots)],
    ["overprinting of spots, mode 1", () => blended("<</op true/OP true/OPM 1>>", spots)],
    [
      "overprinting of several inks",
      () =>
        blended(
          "<</op true/OP true/OPM 1>>",
          ".1 .7 .9 0 k 40 100 100 100 re f /G gs /Inks cs .8 .1 scn 80 140 100 100 re f",
        ),
    ],
    ["overprinting of inks, mode 0", () => blended("<</op true/OP true/OPM 0>>", inks)],
    ["overprinting in a group", () => blended("<</op true/OP true/OPM 1>>", inks, { groupEntries: "/CS/DeviceCMYK" })],
    [
      "the ink of all plates",
      () =>
        sheet({
          content: "/S cs .5 scn 40 100 100 100 re f",
          resources: "/ColorSpace<</S[/Separation/All/DeviceCMYK 9 0 R]>>",
          objects: { 9: "<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[1 0 0 0]>>" },
        }),
    ],
    [
      "no ink",
      () =>
        sheet({
          content: "/S cs 1 scn 40 100 100 100 re f",
          resources: "/ColorSpace<</S[/Separation/None/DeviceCMYK 9 0 R]>>",
          objects: { 9: "<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[1 0 0 0]>>" },
        }),
    ],
    [
      "a mode for an image's mask",
      () => blended("<</BM/Multiply/SMask/None>>", colours, { groupEntries: "/I true/K true" }),
    ],
  ],
};

export const paintingFamilies: readonly Family[] = [
  inlineImages,
  images,
  typeThreeFonts,
  patterns,
  clipping,
  softMasks,
  blending,
];
