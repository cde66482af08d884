import { integer, pick, truths, type Family } from "../family";
import { sheet, stream } from "../raw-file";

const cmap = (pairs: string): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${pairs} endcmap CMapName currentdict /CMap defineresource pop end end`,
  );
const helvetica = (entries: string): string => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>`;
const text = (draw: Parameters<typeof integer>[0]): string =>
  `BT /F 24 Tf 40 300 Td (Pay ${integer(draw, 100, 999)}) Tj ET`;

const remapped: Family = {
  name: "remapped glyphs",
  constructs: [
    [
      "a meaning for digits that are others",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/ToUnicode 6 0 R"),
          objects: { 6: cmap("1 beginbfrange <30> <39> <0035> endbfrange") },
        }),
    ],
    [
      "glyphs for digits that are others",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            "/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[48/nine/eight/seven/six/five/four/three/two/one/zero]>>",
          ),
        }),
    ],
    [
      "other glyphs with the old meaning",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            "/Encoding<</Differences[48/nine/eight/seven/six/five/four/three/two/one/zero]>>/ToUnicode 6 0 R",
          ),
          objects: { 6: cmap("1 beginbfrange <20> <7e> <0020> endbfrange") },
        }),
    ],
    [
      "a meaning that is broken",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/ToUnicode 6 0 R"),
          objects: { 6: stream("garbage <30> <39> beginbfrange <30> endbfrange") },
        }),
    ],
    ["a meaning by name", (draw) => sheet({ content: text(draw), font: helvetica("/ToUnicode/Identity-H") })],
    [
      "another text for the marked content",
      (draw) => sheet({ content: `/Span<</ActualText(Pay 999999)>>BDC ${text(draw)} EMC` }),
    ],
    [
      "an unknown encoding",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(`/Encoding/${pick(draw, ["Unknown", "Identity-H", "StandardEncoding", "PDFDocEncoding"])}`),
        }),
    ],
    [
      "glyph names that nobody knows",
      (draw) =>
        sheet({ content: text(draw), font: helvetica("/Encoding<</Differences[49/g49/uni0039/u1F600/cid123]>>") }),
    ],
  ],
};

const fonts: Family = {
  name: "fonts that are not embedded",
  constructs: [
    [
      "a face that nobody has",
      (draw) =>
        sheet({
          content: text(draw),
          font: `<</Type/Font/Subtype/TrueType/BaseFont/NobodyHasThis/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${new Array(95).fill(integer(draw, 300, 900)).join(" ")}]>>`,
        }),
    ],
    [
      "widths that are not the face's",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica(
            `/FirstChar 32/LastChar 126/Widths[${new Array(95).fill(integer(draw, 800, 1400)).join(" ")}]`,
          ),
        }),
    ],
    [
      "a face of symbols by another name",
      (draw) =>
        sheet({
          content: text(draw),
          font: `<</Type/Font/Subtype/TrueType/BaseFont/${pick(draw, ["Wingdings", "Webdings", "Symbol", "ZapfDingbats"])}>>`,
        }),
    ],
    ["no base font", (draw) => sheet({ content: text(draw), font: "<</Type/Font/Subtype/Type1>>" })],
    ["no subtype", (draw) => sheet({ content: text(draw), font: "<</Type/Font/BaseFont/Helvetica>>" })],
    ["a font that is missing", (draw) => sheet({ content: text(draw), font: "null" })],
    [
      "a font file that is broken",
      (draw) =>
        sheet({
          content: text(draw),
          font: helvetica("/FontDescriptor 6 0 R").replace("Helvetica", "ABCDEF+Mine"),
          objects: {
            6: "<</Type/FontDescriptor/FontName/ABCDEF+Mine/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
            7: stream("garbage"),
          },
        }),
    ],
    [
      "a composite font that is not embedded",
      (draw) =>
        sheet({
          content: `BT /F 24 Tf 40 300 Td <0030003100${integer(draw, 32, 39)}> Tj ET`,
          font: "<</Type/Font/Subtype/Type0/BaseFont/Nobody/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Nobody/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>",
        }),
    ],
    [
      "scaled and spaced",
      (draw) =>
        sheet({
          content: `BT /F 24 Tf ${pick(draw, ["50 Tz", "-100 Tz", "0 Tz", "20 Tc", "5 Ts", "400 Tz"])} 120 300 Td (Pay 100) Tj ET 20 20 30 30 re f`,
        }),
    ],
    ["a negative size", () => sheet({ content: "BT /F -24 Tf 200 300 Td (Pay 100) Tj ET" })],
    ["a size of zero", (draw) => sheet({ content: `BT /F 0 Tf 40 300 Td (Pay 999999) Tj ET ${truths(draw).one}` })],
  ],
};

const covered: Family = {
  name: "covered and unseen text",
  constructs: [
    [
      "covered by white",
      (draw) => sheet({ content: `${truths(draw).two} 1 g 0 80 300 300 re f 0 g ${truths(draw).one}` }),
    ],
    ["white on white", (draw) => sheet({ content: `1 g ${truths(draw).two} 0 g ${truths(draw).one}` })],
    [
      "off the page",
      (draw) =>
        sheet({
          content: `${truths(draw).one} BT /F 18 Tf 40 ${pick(draw, ["-200", "900"])} Td (and 999999 more) Tj ET`,
        }),
    ],
    [
      "outside the crop box",
      (draw) =>
        sheet({
          content: `${truths(draw).one} BT /F 18 Tf 40 20 Td (and 999999 more) Tj ET`,
          page: "/CropBox[0 60 300 400]",
        }),
    ],
    ["tiny", (draw) => sheet({ content: `${truths(draw).one} BT /F .1 Tf 40 60 Td (and 999999 more) Tj ET` })],
    ["clipped away", (draw) => sheet({ content: `q 0 0 1 1 re W n ${truths(draw).two} Q ${truths(draw).one}` })],
    [
      "transparent",
      (draw) =>
        sheet({
          content: `/G gs ${truths(draw).two} /H gs ${truths(draw).one}`,
          resources: "/ExtGState<</G<</ca 0>>/H<</ca 1>>>>",
        }),
    ],
    [
      "covered by an annotation",
      (draw) =>
        sheet({
          content: truths(draw).one,
          page: "/Annots[6 0 R]",
          objects: {
            6: "<</Type/Annot/Subtype/Stamp/F 4/Rect[20 180 280 380]/AP<</N 7 0 R>>>>",
            7: stream("1 g 0 0 100 100 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 100]"),
          },
        }),
    ],
  ],
};

export const fontFamilies: readonly Family[] = [remapped, fonts, covered];
