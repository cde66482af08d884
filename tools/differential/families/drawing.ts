import { integer, pick, type Draw, type Family } from "./family";
import { sheet, stream } from "./raw-file";

const words = (draw: Draw): string => `BT /F 18 Tf 40 300 Td (Pay EUR ${integer(draw, 100, 999)}) Tj ET`;
const bar = "40 100 200 150 re f";
const inverse = "<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>";
const toWhite = "<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>";
const white = "/WhitePoint[.95 1 1.09]";

const inSpace =
  (space: string, colour = "1 sc", objects: Readonly<Record<number, string>> = {}) =>
  (draw: Draw): Buffer =>
    sheet({ content: `${words(draw)} 1 g /C cs ${colour} ${bar}`, resources: `/ColorSpace<</C ${space}>>`, objects });

const colourSpaces: Family = {
  id: "colour_spaces",
  name: "colour spaces",
  constructs: [
    ["an ink of the press that is white on a screen", inSpace(`[/Separation/Black/DeviceGray ${toWhite}]`)],
    ["inks that are none", inSpace(`[/DeviceN[/None]/DeviceGray ${inverse}]`)],
    [
      "a colour beyond the table",
      (draw) => inSpace("[/Indexed/DeviceGray 1<00FF>]", `${integer(draw, 2, 9)} sc`)(draw),
    ],
    ["a negative colour of a table", inSpace("[/Indexed/DeviceGray 1<FF00>]", "-3 sc")],
    [
      "a table of more than 256 colours",
      inSpace(`[/Indexed/DeviceGray 300<${"FF".repeat(256)}${"00".repeat(45)}>]`, "299 sc"),
    ],
    ["a table of CIE colours", inSpace(`[/Indexed[/Lab<<${white}/Range[-100 100 -100 100]>>]1<000000FF8080>]`, "0 sc")],
    ["a calibration without a white point", inSpace("[/CalGray<<>>]", ".2 sc")],
    [
      "a calibration with an unusual power",
      (draw) =>
        inSpace(
          `[/CalRGB<<${white}/Gamma[${new Array(3).fill(integer(draw, 15, 25)).join(" ")}]>>]`,
          ".9 .9 .9 sc",
        )(draw),
    ],
    ["a calibration to nothing", inSpace(`[/CalRGB<<${white}/Matrix[0 0 0 0 0 0 0 0 0]>>]`, "1 1 1 sc")],
    ["colours outside the range", inSpace(`[/Lab<<${white}/Range[0 0 0 0]>>]`, "50 100 100 sc")],
    [
      "a profile beside another alternate",
      inSpace("[/ICCBased 8 0 R]", "0 sc", { 8: stream("none", "/N 1/Alternate/DeviceCMYK") }),
    ],
    ["an obsolete space", inSpace(`[/CalCMYK<<${white}>>]`, "0 0 0 0 sc")],
    ["a table before a colour is chosen", inSpace("[/Indexed/DeviceGray 1<E000>]", "")],
    [
      "an ink before a colour is chosen",
      inSpace("[/Separation/X/DeviceGray<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]", ""),
    ],
    [
      "a default that is not a colour of a device",
      (draw) =>
        sheet({
          content: `${words(draw)} /DeviceRGB cs 1 1 1 sc ${bar}`,
          resources: "/ColorSpace<</DefaultRGB[/DeviceN[/A/B/C]/DeviceGray 8 0 R]>>",
          objects: { 8: stream("{pop pop pop 0}", "/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]") },
        }),
    ],
    [
      "a default for the short operators",
      (draw) =>
        sheet({
          content: `${words(draw)} 1 1 1 rg ${bar}`,
          resources: "/ColorSpace<</DefaultRGB[/DeviceN[/A/B/C]/DeviceGray 8 0 R]>>",
          objects: { 8: stream("{pop pop pop 0}", "/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1]") },
        }),
    ],
    [
      "another space by the name of a device",
      (draw) =>
        sheet({
          content: `${words(draw)} /DeviceGray cs 1 sc ${bar}`,
          resources: `/ColorSpace<</DeviceGray[/Separation/X/DeviceGray ${inverse}]>>`,
        }),
    ],
    [
      "an inline image in a space of that name",
      (draw) =>
        sheet({
          content: `${words(draw)} q 200 0 0 150 40 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI Q`,
          resources: `/ColorSpace<</G[/Separation/X/DeviceGray ${inverse}]>>`,
        }),
    ],
    ["a pattern without a space of patterns", (draw) => sheet({ content: `${words(draw)} 1 g /P scn ${bar}` })],
    ["too many components", (draw) => sheet({ content: `${words(draw)} 1 g 0 0 0 sc ${bar}` })],
    ["too few components", (draw) => sheet({ content: `${words(draw)} 1 g ${pick(draw, ["0 rg", "0 0 rg"])} ${bar}` })],
  ],
};

const withState =
  (state: string, content: string, objects: Readonly<Record<number, string>> = {}) =>
  (draw: Draw): Buffer =>
    sheet({ content: `${words(draw)} q /G gs ${content} Q`, resources: `/ExtGState<</G ${state}>>`, objects });
const drawn =
  (content: string, resources = "", objects: Readonly<Record<number, string>> = {}) =>
  (draw: Draw): Buffer =>
    sheet({ content: `${words(draw)} ${content}`, resources, objects });
const form = (content: string, entries = ""): string =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 400]${entries}`);

const lines: Family = {
  id: "lines_states_and_order",
  name: "lines, states and order",
  constructs: [
    ["dashes that begin before the line", withState("<</LW 40/D[[20 60] -30]>>", "40 175 m 240 175 l S")],
    ["dashes by operator that begin before the line", drawn("100 w [100 1000] -150 d 40 175 m 240 175 l S")],
    [
      "a font of the state",
      withState("<</Font[9 0 R 60]>>", "BT 40 150 Td (MMM) Tj ET", {
        9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      }),
    ],
    ["a line of no length with square ends", drawn("2 J 150 w 140 175 m 140 175 l S")],
    ["a closed point", drawn("1 J 1 j 150 w 140 175 m h S")],
    ["unknown ends and joins", drawn("5 j 7 J 100 w 40 175 m 240 175 l S")],
    ["a place far away", drawn("q 1 0 0 1 -1000000000 0 cm BT /F 60 Tf 1000000040 150 Td (MMM) Tj ET Q")],
    ["an empty clip by the other rule", drawn(`q W* n ${bar} Q`)],
    [
      "a drawing within a path",
      drawn("40 100 m 240 100 l 240 250 l /X Do 40 250 l f", "/XObject<</X 6 0 R>>", { 6: form("20 20 20 20 re f") }),
    ],
    [
      "a drawing within a text",
      (draw) =>
        sheet({
          content: `BT /F 18 Tf 40 300 Td /X Do (Pay EUR ${integer(draw, 100, 999)}) Tj ET`,
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: form("BT /F 60 Tf 40 100 Td (MM) Tj ET") },
        }),
    ],
    ["a state saved within a text", drawn("BT /F 60 Tf 40 100 Td q 0 150 Td (A) Tj Q (A) Tj ET")],
    ["a matrix of five numbers", drawn("/X Do", "/XObject<</X 6 0 R>>", { 6: form(bar, "/Matrix[.1 0 0 .1 0]") })],
    [
      "a form that is PostScript for printers",
      drawn("/X Do", "/XObject<</X 6 0 R>>", { 6: form(bar, "/Subtype2/PS/PS 7 0 R"), 7: stream("showpage") }),
    ],
    ["an unknown text mode", drawn("BT 8 Tr /F 90 Tf 40 150 Td (MMM) Tj ET")],
    ["a name among the strings of a text", drawn("BT /F 90 Tf 40 150 Td [/A -500 (MM)] TJ ET")],
    ["too many numbers for a place", drawn("BT /F 90 Tf 9 9 40 150 Td (MM) Tj ET")],
    ["a string for a place", drawn("BT /F 90 Tf 1 0 0 1 40 (1) Tm (MM) Tj ET")],
    ["a font that is missing behind one that is there", drawn("BT /F 90 Tf /Nope 90 Tf 40 150 Td (MM) Tj ET")],
    [
      "a mask with a transfer function over its opacity",
      withState(`<</SMask<</S/Alpha/TR ${inverse}/G 6 0 R>>>>`, bar, {
        6: form("0 g 0 0 300 400 re f", "/Group<</S/Transparency/CS/DeviceGray>>"),
      }),
    ],
    [
      "boxes for the screen and for paper",
      (draw) =>
        sheet({
          content: `${words(draw)} ${bar}`,
          page: "/TrimBox[0 0 300 200]",
          catalog: "/ViewerPreferences<</ViewArea/TrimBox/PrintClip/TrimBox>>",
        }),
    ],
    [
      "a rotation that is written with a fraction",
      (draw) => sheet({ content: `${words(draw)} ${bar}`, page: "/Rotate 90.0" }),
    ],
  ],
};

const image = (data: string, entries: string): string => stream(data, `/Type/XObject/Subtype/Image${entries}`);
const grey = "/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray";
const stencil = "/Width 4/Height 4/ImageMask true";
const shown = (body: string, objects: Readonly<Record<number, string>> = {}) =>
  drawn("q 200 0 0 150 40 100 cm /I Do Q", "/XObject<</I 6 0 R>>", { 6: body, ...objects });
const black = "\0\0\0\0";

const imageData: Family = {
  id: "images_and_masks",
  name: "images and masks",
  constructs: [
    [
      "a stencil whose decoding repeats a value",
      (draw) =>
        shown(image("\xc0".repeat(4), `${stencil}/BitsPerComponent 1/Decode[${pick(draw, ["0 0", "1 1"])}]`))(draw),
    ],
    ["a stencil of eight bits", shown(image("\0\xff".repeat(8), `${stencil}/BitsPerComponent 8`))],
    ["a stencil with too few data", shown(image("\xc0", `${stencil}/BitsPerComponent 1`))],
    [
      "a stencil declared by a string",
      shown(image("\xc0".repeat(4), "/Width 4/Height 4/BitsPerComponent 1/ImageMask(true)/ColorSpace/DeviceGray")),
    ],
    [
      "a mask with too few data",
      shown(image(black, `${grey}/Mask 7 0 R`), {
        7: image("", "/Width 2/Height 2/BitsPerComponent 1/ImageMask true"),
      }),
    ],
    ["a mask by one number", shown(image(black, `${grey}/Mask[0]`))],
    ["a mask by real numbers", shown(image(black, `${grey}/Mask[0.0 0.4]`))],
    [
      "a soft mask without colour space",
      shown(image(black, `${grey}/SMask 7 0 R`), { 7: image("\xff\xff\0\0", "/Width 2/Height 2/BitsPerComponent 8") }),
    ],
    ["a soft mask with too few data", shown(image(black, `${grey}/SMask 7 0 R`), { 7: image("\xff", grey) })],
    [
      "a calibrated soft mask",
      shown(image(black, `${grey}/SMask 7 0 R`), {
        7: image("\xe0".repeat(4), `/Width 2/Height 2/BitsPerComponent 8/ColorSpace[/CalGray<<${white}/Gamma 20>>]`),
      }),
    ],
    [
      "a matte of another size",
      shown(image("\x80".repeat(4), `${grey}/SMask 7 0 R`), {
        7: image("\x80".repeat(16), "/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray/Matte[1]"),
      }),
    ],
    [
      "no width",
      (draw) =>
        shown(image(black, `/Width ${pick(draw, [0, -2])}/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray`))(draw),
    ],
    [
      "a size that nobody can draw",
      shown(image(black, "/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceGray")),
    ],
    [
      "fax rows of another length",
      shown(
        image(
          "\x26\xa1\xad\xff\0\x10\x01",
          "/Width 8/Height 4/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 16/Rows 4>>",
        ),
      ),
    ],
    [
      "fewer fax rows",
      shown(
        image(
          "\x26\xa0\x01\0\x10\x01",
          "/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 2>>",
        ),
      ),
    ],
    [
      "coded data that are none",
      (draw) =>
        shown(
          image(
            "none",
            `/Width 8/Height 8/BitsPerComponent ${pick(draw, [1, 8])}/ColorSpace/DeviceGray/Filter/${pick(draw, ["JBIG2Decode", "JPXDecode"])}`,
          ),
        )(draw),
    ],
  ],
};

const map = (platform: number, encoding: number, glyph: number, code = 65): CharacterMap => ({
  platform,
  encoding,
  glyphs: { [code]: glyph },
});
const descriptor = (flags: number): string =>
  `<</Type/FontDescriptor/FontName/ABCDEF+Squares/Flags ${flags}/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent 0/CapHeight 900/StemV 80/FontFile2 7 0 R>>`;
const simple =
  (maps: readonly CharacterMap[], flags: number, encoding = "", names?: readonly string[]) =>
  (): Buffer => {
    const program = trueType(maps, names);
    return sheet({
      content: "BT /F 150 Tf 40 150 Td (A) Tj ET",
      font: `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Squares/FirstChar 65/LastChar 65/Widths[1000]/FontDescriptor 6 0 R${encoding}>>`,
      objects: { 6: descriptor(flags), 7: stream(program, `/Length1 ${program.length}`) },
    });
  };
const composite =
  (entries: string, text = "<0001>", objects: Readonly<Record<number, string>> = {}, encoding = "/Identity-H") =>
  (): Buffer => {
    const program = trueType([map(3, 1, 1)]);
    return sheet({
      content: `BT /F 150 Tf 40 150 Td ${text} Tj ET`,
      font: `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Squares/Encoding ${encoding}/DescendantFonts[9 0 R]>>`,
      objects: {
        6: descriptor(4),
        7: stream(program, `/Length1 ${program.length}`),
        9: `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Squares/FontDescriptor 6 0 R${entries}>>`,
        ...objects,
      },
    });
  };
const system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";
const characters = (text: string, entries = ""): string =>
  stream(
    `begincmap ${text} 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0001> <0001> 3 endcidrange endcmap`,
    `/Type/CMap/CMapName/X${entries}${system}`,
  );
const glyphFont = (glyph: string, text: string, entries = "/Resources<<>>"): Buffer =>
  sheet({
    content: text,
    objects: { 6: stream(glyph) },
    font: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]${entries}>>`,
  });

const glyphs: Family = {
  id: "glyphs_of_embedded_fonts",
  name: "glyphs of embedded fonts",
  constructs: [
    ["two maps that disagree", simple([map(1, 0, 2), map(3, 1, 1)], 4)],
    ["a map of symbols that disagrees", simple([map(1, 0, 2), map(3, 0, 3, 0xf041)], 32)],
    ["one map twice", simple([map(3, 1, 1), map(3, 1, 2)], 32, "/Encoding/WinAnsiEncoding")],
    ["codes of symbols in a map of letters", simple([map(3, 1, 2, 0xf041)], 32, "/Encoding/WinAnsiEncoding")],
    [
      "names by number",
      (draw) =>
        simple([map(3, 1, 1)], 32, `/Encoding<</Differences[65/${pick(draw, ["g3", "glyph3", "gid3", "cid3"])}]>>`)(),
    ],
    ["a name of nothing", simple([map(3, 1, 1)], 32, "/Encoding<</Differences[65/.notdef]>>")],
    ["names that are those of other glyphs", simple([map(1, 0, 2)], 4)],
    ["a map from codes that is too short", composite(`${system}/CIDToGIDMap 8 0 R`, "<0001>", { 8: stream("\0\0") })],
    ["half a code", composite(`${system}/CIDToGIDMap/Identity`, "<000102>")],
    ["no character collection", composite("/CIDToGIDMap/Identity")],
    [
      "character maps one below the other",
      composite(
        `${system}/CIDToGIDMap/Identity`,
        "<0001>",
        { 8: characters("/Y usecmap", "/UseCMap 10 0 R"), 10: characters("") },
        "8 0 R",
      ),
    ],
    [
      "two directions of writing",
      composite(`${system}/CIDToGIDMap/Identity`, "<0001>", { 8: characters("/WMode 0 def", "/WMode 1") }, "8 0 R"),
    ],
    [
      "drawn glyphs that only clip",
      (draw) =>
        glyphFont(
          "1000 0 0 0 900 900 d1 0 0 900 900 re f",
          `q BT ${pick(draw, [4, 5, 6, 7])} Tr /F 100 Tf 40 150 Td (a) Tj ET 0 0 300 120 re f Q`,
        ),
    ],
    [
      "drawn glyphs without ink",
      () => glyphFont("1000 0 d0 0 0 900 900 re f", "BT 3 Tr /F 100 Tf 40 150 Td (a) Tj ET 20 20 20 20 re f"),
    ],
    [
      "a drawn glyph by another font",
      () =>
        glyphFont(
          "1000 0 d0 BT /H 900 Tf (M) Tj ET",
          "BT /F 100 Tf 40 150 Td (a) Tj ET",
          "/Resources<</Font<</H<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>>>",
        ),
    ],
    [
      "a drawn glyph by a font that is missing",
      () => glyphFont("1000 0 d0 BT /F 900 Tf (M) Tj ET", "BT /F 100 Tf 40 150 Td (a) Tj ET", ""),
    ],
  ],
};

const inMembership =
  (membership: string, layer = "<</Type/OCG/Name(x)>>") =>
  (draw: Draw): Buffer =>
    sheet({
      content: `${words(draw)} /OC /M BDC ${bar} EMC`,
      catalog: "/OCProperties<</OCGs[6 0 R 8 0 R]/D<</OFF[6 0 R]>>>>",
      resources: "/Properties<</M 7 0 R>>",
      objects: { 6: layer, 7: membership, 8: "<</Type/OCG/Name(y)>>", 9: "<</Type/OCMD/OCGs 6 0 R>>" },
    });

const memberships: Family = {
  id: "members_of_layers",
  name: "members of layers",
  constructs: [
    ["any that is off", inMembership("<</Type/OCMD/OCGs[6 0 R 8 0 R]/P/AnyOff>>")],
    ["null among the layers", inMembership("<</Type/OCMD/OCGs[null 6 0 R]/P/AllOff>>")],
    [
      "no layers",
      (draw) => inMembership(pick(draw, ["<</Type/OCMD/P/AllOff>>", "<</Type/OCMD/OCGs null/P/AllOn>>"]))(draw),
    ],
    [
      "a membership of a membership",
      (draw) => inMembership(`<</Type/OCMD/OCGs ${pick(draw, ["9 0 R", "[9 0 R]"])}>>`)(draw),
    ],
    ["a layer declared as a membership", inMembership("6 0 R", "<</Type/OCMD/Name(x)>>")],
    [
      "a layer for designers",
      (draw) =>
        inMembership("<</Type/OCMD/OCGs 6 0 R>>", `<</Type/OCG/Name(x)/Intent${pick(draw, ["/Design", "[]"])}>>`)(draw),
    ],
    ["an expression about nothing", inMembership("<</Type/OCMD/VE[/And]>>")],
    [
      "a layer that a drawing leaves open",
      (draw) =>
        sheet({
          content: `${words(draw)} /X Do ${bar}`,
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
          resources: "/XObject<</X 7 0 R>>",
          objects: {
            6: "<</Type/OCG/Name(x)>>",
            7: stream(
              "/OC /M BDC",
              "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Properties<</M 6 0 R>>>>",
            ),
          },
        }),
    ],
    [
      "a layer that is off by its words",
      (draw) =>
        sheet({
          content: `${words(draw)} /OC /M BDC ${bar} EMC`,
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[<</Type/OCG/Name(x)>>]>>>>",
          resources: "/Properties<</M 6 0 R>>",
          objects: { 6: "<</Type/OCG/Name(x)>>" },
        }),
    ],
    [
      "marks that name no resource",
      (draw) =>
        sheet({
          content: `${words(draw)} /OC <</Type/OCMD/OCGs/M>> BDC ${bar} EMC`,
          catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
          resources: "/Properties<</M 6 0 R>>",
          objects: { 6: "<</Type/OCG/Name(x)>>" },
        }),
    ],
  ],
};

export const drawingFamilies: readonly Family[] = [colourSpaces, lines, imageData, glyphs, memberships];

type Point = readonly [number, number];

/** A font's character map, from codes to glyphs. */
interface CharacterMap {
  platform: number;
  encoding: number;
  glyphs: Readonly<Record<number, number>>;
}

/**
 * Six distinguishable glyphs besides the empty one: the lower, upper, left, right and middle part of the square, and
 * all of it. Named A to F.
 */
const SQUARES: readonly (readonly Point[])[] = [
  [],
  box(0, 0, 900, 300),
  box(0, 600, 900, 900),
  box(0, 0, 300, 900),
  box(600, 0, 900, 900),
  box(300, 300, 600, 600),
  box(0, 0, 900, 900),
];
const NAMES: readonly string[] = [".notdef", "A", "B", "C", "D", "E", "F"];
const OWN_NAMES = 258;
const TABLE_ROW = 16;

/** A TrueType program of squares for Latin-1, with the given character maps and optional glyph names. */
function trueType(maps: readonly CharacterMap[], names: readonly string[] = NAMES): string {
  const outlines = SQUARES.map(outline);
  const places = outlines.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0]);
  const count = SQUARES.length;
  const tables: Readonly<Record<string, Buffer>> = {
    cmap: characterMaps(maps),
    glyf: Buffer.concat([...outlines, Buffer.alloc(4)]),
    head: Buffer.concat([
      long(0x10000, 0x10000, 0, 0x5f0f3cf5),
      short(0, 1000),
      Buffer.alloc(16),
      short(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([long(0x10000), short(1000, 0, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count)]),
    hmtx: short(...SQUARES.flatMap(() => [1000, 0])),
    loca: long(...places),
    maxp: Buffer.concat([long(0x10000), short(count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    post: Buffer.concat([
      long(0x20000),
      Buffer.alloc(28),
      short(count),
      short(...names.map((_, at) => OWN_NAMES + at)),
      ...names.map((name) => Buffer.from(String.fromCharCode(name.length) + name, "latin1")),
    ]),
  };
  return assembled(Object.entries(tables)).toString("latin1");
}

function assembled(tables: readonly (readonly [string, Buffer])[]): Buffer {
  let at = 12 + TABLE_ROW * tables.length;
  const rows: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of tables) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    rows.push(Buffer.from(tag, "latin1"), long(0, at, table.length));
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([long(0x10000), short(tables.length, 128, 3, 0), ...rows, ...bodies]);
}

function characterMaps(maps: readonly CharacterMap[]): Buffer {
  const bodies = maps.map(({ glyphs }) =>
    segments(Object.entries(glyphs).map(([code, glyph]) => [Number(code), glyph])),
  );
  let at = 4 + 8 * maps.length;
  const rows = maps.flatMap(({ platform, encoding }, index) => {
    const row = [short(platform, encoding), long(at)];
    at += bodies[index]?.length ?? 0;
    return row;
  });
  return Buffer.concat([short(0, maps.length), ...rows, ...bodies]);
}

/** Format 4, with one segment for each code. */
function segments(codes: readonly (readonly [number, number])[]): Buffer {
  const last = 0xffff;
  const count = codes.length + 1;
  const ends = codes.map(([code]) => code);
  const body = [
    short(count * 2, 0, 0, 0),
    short(...ends, last),
    short(0),
    short(...ends, last),
    short(...codes.map(([code, glyph]) => glyph - code), 1),
    short(...new Array<number>(count).fill(0)),
  ];
  return Buffer.concat([short(4, 14 + count * 8 + 2, 0), ...body]);
}

function outline(points: readonly Point[]): Buffer {
  if (points.length === 0) {
    return Buffer.alloc(0);
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const steps = (all: readonly number[]): number[] => all.map((value, at) => value - (all[at - 1] ?? 0));
  const glyph = Buffer.concat([
    short(1, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), points.length - 1, 0),
    Buffer.from(points.map(() => 1)),
    short(...steps(xs), ...steps(ys)),
  ]);
  return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)]);
}

function box(left: number, bottom: number, right: number, top: number): Point[] {
  return [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
}

function short(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2));
  return bytes;
}

function long(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
}
