import { truths, type Construct, type Draw, type Family } from "./family";
import { sheet, stream } from "./raw-file";

const fill = "/Pattern cs /P scn 20 20 260 150 re f";
const tile = (content: string, entries: string): string =>
  stream(content, `/Type/Pattern/PatternType 1/TilingType 1/Resources<<>>${entries}`);
const tiled =
  (content: string, entries: string, before = "") =>
  (draw: Draw): Buffer =>
    sheet({
      content: `${truths(draw).one.replace(/40 100 60 40 re f$/, "")} ${before} ${fill}`,
      resources: "/Pattern<</P 6 0 R>>",
      objects: { 6: tile(content, `/PaintType 1${entries}`) },
    });
const corner = "1 0 0 rg 0 0 20 20 re f 0 0 1 rg 40 40 20 20 re f";

const tiles: Family = {
  id: "tiles_that_overlap",
  name: "tiles that overlap",
  constructs: [
    ["a step below the box", tiled(corner, "/BBox[0 0 60 60]/XStep 30/YStep 30")],
    ["a step below the box, across alone", tiled(corner, "/BBox[0 0 60 60]/XStep 30/YStep 60")],
    ["a step below the box, up alone", tiled(corner, "/BBox[0 0 60 60]/XStep 60/YStep 30")],
    ["a negative step below the box", tiled(corner, "/BBox[0 0 60 60]/XStep -30/YStep -30")],
    ["a step a little below the box", tiled(corner, "/BBox[0 0 60 60]/XStep 58/YStep 58")],
    ["a step above the box", tiled(corner, "/BBox[0 0 60 60]/XStep 80/YStep 80")],
    ["a box below the drawing", tiled("1 0 0 rg -40 -40 200 200 re f", "/BBox[0 0 30 30]/XStep 60/YStep 60")],
    ["a box that begins elsewhere", tiled("1 0 0 rg -30 -30 40 40 re f", "/BBox[-30 -30 30 30]/XStep 30/YStep 30")],
    ["a box far from the origin", tiled("1 0 0 rg 500 500 20 20 re f", "/BBox[490 490 550 550]/XStep 30/YStep 30")],
    ["a box as large as the page", tiled("1 0 0 rg 0 0 20 20 re f", "/BBox[0 0 300 400]/XStep 50/YStep 50")],
    [
      "a step of a whole page below the box",
      tiled("1 0 0 rg 0 0 600 20 re f", "/BBox[0 0 600 600]/XStep 300/YStep 300"),
    ],
    ["a turned tile", tiled(corner, "/BBox[0 0 60 60]/XStep 30/YStep 30/Matrix[.8 .6 -.6 .8 0 0]")],
    ["a tile that is drawn once", tiled(corner, "/BBox[0 0 300 400]/XStep 299/YStep 399")],
    [
      "a tile that is drawn once beyond its box",
      tiled("1 0 0 rg 0 0 900 900 re f", "/BBox[0 0 100 100]/XStep 1000/YStep 1000"),
    ],
    [
      "a see-through tile",
      tiled(
        "/G gs 1 0 0 rg 0 0 60 60 re f",
        "/BBox[0 0 60 60]/XStep 30/YStep 30/Resources<</ExtGState<</G<</ca .3>>>>>>",
      ),
    ],
  ],
};

const inline =
  (entries: string, data = "\x10\x40\x80\xf0") =>
  (draw: Draw): Buffer =>
    sheet({ content: `${truths(draw).one} q 120 0 0 60 40 20 cm BI ${entries} ID ${data} EI Q` });

const heights: Family = {
  id: "inline_images_without_rows",
  name: "inline images without rows",
  constructs: [
    ["no height", inline("/W 2 /BPC 8 /CS /G")],
    ["a height of 0", inline("/W 2 /H 0 /BPC 8 /CS /G")],
    ["a height below 0", inline("/W 2 /H -2 /BPC 8 /CS /G")],
    ["a height below 0 without data", inline("/W 2 /H -2 /BPC 8 /CS /G", "")],
    ["a width of 0", inline("/W 0 /H 2 /BPC 8 /CS /G")],
    ["a width below 0", inline("/W -2 /H 2 /BPC 8 /CS /G")],
    ["both below 0", inline("/W -2 /H -2 /BPC 8 /CS /G")],
    ["a height with a point", inline("/W 2 /H 1.5 /BPC 8 /CS /G")],
    ["a height below 1", inline("/W 2 /H .5 /BPC 8 /CS /G")],
    ["a stencil of 0", inline("/W 8 /H 0 /IM true", "\x55\xaa")],
    ["a stencil below 0", inline("/W 8 /H -2 /IM true", "\x55\xaa")],
    ["a height that is a name", inline("/W 2 /H /X /BPC 8 /CS /G")],
    ["a height of 0 in digits", inline("/W 2 /H 0 /BPC 8 /CS /G /F /AHx", "104080f0>")],
  ],
};

interface GroupParts {
  entries: string;
  mode: string;
  /** The graphics state in which the group is drawn. */
  outer?: string;
  before?: string;
  within?: string;
  page?: string;
}

const grouped =
  ({
    entries,
    mode,
    outer = "",
    before = "0 .6 .9 rg 40 60 200 100 re f",
    within = "1 .8 0 rg 60 40 120 80 re f",
    page = "",
  }: GroupParts) =>
  (draw: Draw): Buffer =>
    sheet({
      content: `${truths(draw).one.replace(/40 100 60 40 re f$/, "")} ${before} q ${outer === "" ? "" : "/H gs "}/X Do Q`,
      resources: `/XObject<</X 6 0 R>>/ExtGState<</H<<${outer}>>>>`,
      page,
      objects: {
        6: stream(
          `/G gs ${within}`,
          `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Group<</S/Transparency${entries}>>/Resources<</ExtGState<</G<<${mode}>>>>>>`,
        ),
      },
    });

const groups: Family = {
  id: "blending_within_groups",
  name: "blending within groups",
  constructs: [
    ...["Multiply", "Screen", "Overlay", "Darken", "ColorBurn", "HardLight", "Difference"].flatMap(
      (mode): Construct[] => [
        [`${mode}, not isolated`, grouped({ entries: "", mode: `/BM/${mode}` })],
        [`${mode}, isolated`, grouped({ entries: "/I true", mode: `/BM/${mode}` })],
      ],
    ),
    ["Multiply, not isolated, half of it", grouped({ entries: "", mode: "/BM/Multiply/ca .5" })],
    ["Multiply, not isolated, drawn by half", grouped({ entries: "", mode: "/BM/Multiply", outer: "/ca .5" })],
    [
      "Multiply, not isolated, drawn by Multiply",
      grouped({ entries: "", mode: "/BM/Multiply", outer: "/BM/Multiply" }),
    ],
    ["Multiply, not isolated, on the bare page", grouped({ entries: "", mode: "/BM/Multiply", before: "" })],
    ["Multiply, isolated, on the bare page", grouped({ entries: "/I true", mode: "/BM/Multiply", before: "" })],
    ["Multiply, knocking out", grouped({ entries: "/K true", mode: "/BM/Multiply" })],
    [
      "Multiply, twice in the group",
      grouped({
        entries: "",
        mode: "/BM/Multiply",
        within: "1 .8 0 rg 60 40 120 80 re f .5 1 .5 rg 90 50 120 80 re f",
      }),
    ],
    [
      "Multiply, on a page that is a group",
      grouped({ entries: "", mode: "/BM/Multiply", page: "/Group<</S/Transparency/CS/DeviceRGB/I true>>" }),
    ],
    [
      "Multiply, on a page that is a group of its own colours",
      grouped({ entries: "/CS/DeviceRGB", mode: "/BM/Multiply", page: "/Group<</S/Transparency/CS/DeviceRGB>>" }),
    ],
    [
      "Multiply, on a page that is no isolated group",
      grouped({
        entries: "",
        mode: "/BM/Multiply",
        page: "/Group<</S/Transparency/CS/DeviceRGB/I false>>",
        before: "",
      }),
    ],
  ],
};

const u16 = (...values: number[]): string =>
  values.map((value) => String.fromCharCode((value >> 8) & 255, value & 255)).join("");

/** A patch of 12 or 16 points in a square of 300 points, with four colours. */
const patch =
  (points: readonly (readonly [number, number])[], more = "") =>
  (draw: Draw): Buffer => {
    const colours = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
    ];
    const data = `\0${points.map(([x, y]) => u16(Math.round((x / 300) * 65_535), Math.round((y / 300) * 65_535))).join("")}${colours.map((colour) => String.fromCharCode(...colour)).join("")}`;
    return sheet({
      content: `${truths(draw).one.replace(/40 100 60 40 re f$/, "")} q /S sh Q`,
      resources: "/Shading<</S 6 0 R>>",
      objects: {
        6: stream(
          data,
          `/ShadingType ${points.length === 12 ? 6 : 7}/ColorSpace/DeviceRGB/BitsPerCoordinate 16/BitsPerComponent 8/BitsPerFlag 8/Decode[0 300 0 300 0 1 0 1 0 1]${more}`,
        ),
      },
    });
  };

const square: readonly (readonly [number, number])[] = [
  [50, 20],
  [50, 60],
  [50, 110],
  [50, 160],
  [110, 160],
  [170, 160],
  [230, 160],
  [230, 110],
  [230, 60],
  [230, 20],
  [170, 20],
  [110, 20],
];
const withPoint = (changes: Readonly<Record<number, readonly [number, number]>>): (readonly [number, number])[] =>
  square.map((point, at) => changes[at] ?? point);
const inner: readonly (readonly [number, number])[] = [
  [110, 60],
  [110, 110],
  [170, 110],
  [170, 60],
];

const patches: Family = {
  id: "patches_that_fold",
  name: "patches that fold",
  constructs: [
    ["a plain one", patch(square)],
    ["a plain one of sixteen points", patch([...square, ...inner])],
    [
      "a bow tie",
      patch(withPoint({ 6: [230, 20], 7: [230, 60], 8: [230, 110], 9: [230, 160], 10: [170, 160], 11: [110, 20] })),
    ],
    ["a side that comes back", patch(withPoint({ 4: [290, 160], 5: [60, 160] }))],
    ["a side through the other one", patch(withPoint({ 4: [110, 5], 5: [170, 5] }))],
    ["two sides that cross", patch(withPoint({ 4: [110, 5], 5: [170, 5], 10: [170, 250], 11: [110, 250] }))],
    ["a loop in a side", patch(withPoint({ 1: [290, 200], 2: [5, 5] }))],
    ["no area", patch(square.map(([x]) => [x, 60] as const))],
    ["two corners in one place", patch(withPoint({ 6: [50, 160], 4: [50, 160], 5: [50, 160] }))],
    ["inner points outside", patch([...square, [290, 60], [290, 110], [10, 110], [10, 60]])],
    ["inner points far outside", patch([...square, [290, 290], [290, 5], [10, 5], [10, 290]])],
    ["inner points turned", patch([...square, [170, 110], [170, 60], [110, 60], [110, 110]])],
    ["the other way round", patch([...square].reverse())],
  ],
};

interface InkParts {
  names: string;
  tint: string;
  colour: string;
  ranges: number;
  base?: string;
  outputs?: number;
}

const inks =
  ({ names, tint, colour, ranges, base = "/DeviceRGB", outputs = 3 }: InkParts) =>
  (draw: Draw): Buffer =>
    sheet({
      content: `${truths(draw).one.replace(/40 100 60 40 re f$/, "")} /C cs ${colour} scn 40 60 200 80 re f`,
      resources: `/ColorSpace<</C[/DeviceN[${names}]${base} 6 0 R]>>`,
      objects: {
        6: stream(tint, `/FunctionType 4/Domain[${"0 1 ".repeat(ranges)}]/Range[${"0 1 ".repeat(outputs)}]`),
      },
    });
const two = { names: "/A/B", colour: ".3 .8", ranges: 2 };

const severalInks: Family = {
  id: "functions_of_several_inks",
  name: "functions of several inks",
  constructs: [
    ["both and nothing", inks({ ...two, tint: "{1 exch sub exch 1 exch sub 0}" })],
    ["too few results", inks({ ...two, tint: "{pop}" })],
    ["too many results", inks({ ...two, tint: "{dup dup dup}" })],
    ["a result left below", inks({ ...two, tint: "{0 0 1 1 0}" })],
    ["results beyond the range", inks({ ...two, tint: "{pop pop 3 -2 .5}" })],
    ["a roll the other way", inks({ ...two, tint: "{.5 3 -1 roll}" })],
    ["a roll by more than there is", inks({ ...two, tint: "{.5 3 7 roll}" })],
    ["a roll of none", inks({ ...two, tint: "{.9 0 1 roll}" })],
    ["a roll of too many", inks({ ...two, tint: "{.9 9 1 roll}" })],
    ["an index too deep", inks({ ...two, tint: "{7 index}" })],
    ["a copy of too many", inks({ ...two, tint: "{9 copy pop}" })],
    ["a comparison", inks({ ...two, tint: "{2 copy gt {0} {1} ifelse}" })],
    ["a comparison of equals", inks({ ...two, colour: ".5 .5", tint: "{2 copy eq {0} {1} ifelse}" })],
    ["a division by the other", inks({ ...two, tint: "{2 copy div 3 1 roll pop dup}" })],
    ["a root", inks({ ...two, tint: "{sqrt exch sqrt 0}" })],
    ["a power", inks({ ...two, tint: "{2 exp exch 0}" })],
    ["an angle", inks({ ...two, tint: "{90 mul sin exch 1 atan 360 div 0}" })],
    ["a whole number", inks({ ...two, tint: "{3 mul round 3 div exch cvi 0}" })],
    ["half to the next", inks({ ...two, colour: ".5 .5", tint: "{round exch neg round neg 0}" })],
    ["bits", inks({ ...two, tint: "{8 mul cvi 3 and 3 div exch pop dup 0}" })],
    ["a shift", inks({ ...two, tint: "{4 mul cvi 1 bitshift 8 div exch 0}" })],
    ["four inks", inks({ names: "/A/B/C/D", colour: ".1 .4 .7 .2", ranges: 4, tint: "{pop 3 copy pop pop pop}" })],
    [
      "four inks of the press",
      inks({
        names: "/Cyan/Magenta/Yellow/Black",
        colour: ".1 .4 .7 .2",
        ranges: 4,
        tint: "{}",
        base: "/DeviceCMYK",
        outputs: 4,
      }),
    ],
    ["an ink that is none", inks({ names: "/A/None", colour: ".3 .8", ranges: 2, tint: "{0}" })],
    ["one ink twice", inks({ names: "/A/A", colour: ".3 .8", ranges: 2, tint: "{0}" })],
    ["the ink of all plates among others", inks({ names: "/A/All", colour: ".3 .8", ranges: 2, tint: "{0}" })],
    ["fewer ranges than inks", inks({ ...two, ranges: 1, tint: "{0}" })],
    ["a grey base", inks({ ...two, tint: "{mul}", base: "/DeviceGray", outputs: 1 })],
    [
      "a base of light",
      inks({
        ...two,
        tint: "{100 mul exch 100 mul exch 0}",
        base: "[/Lab<</WhitePoint[.95 1 1.09]/Range[-100 100 -100 100]>>]",
      }),
    ],
    ["a fraction of a condition", inks({ ...two, tint: "{dup .5 gt {exch} if 0}" })],
  ],
};

export const oddPaintingFamilies: readonly Family[] = [tiles, heights, groups, patches, severalInks];
