import { integer, pick, truths, type Draw, type Family } from "./family";
import { sheet, stream } from "./raw-file";

const otherFont =
  "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[48/A/B/C/D/E/F/G/H/I/J]>>>>";
const form = (content: string, resources = ""): string =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>${resources}>>`);

/** `inner` is drawn by a form, in the graphics state that `outer` sets. */
const inForm =
  (outer: string, inner: string, resources = "", objects: Readonly<Record<number, string>> = {}) =>
  (draw: Draw): Buffer =>
    sheet({
      content: `${outer} /X Do Q q ${truths(draw).one}`,
      resources: `/XObject<</X 6 0 R>>${resources}`,
      objects: { 6: form(inner), ...objects },
    });

const state = (entries: string): string => `/ExtGState<</G<<${entries}>>>>`;
const tile = stream(
  "0 0 20 20 re f",
  "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 60 60]/XStep 60/YStep 60/Resources<<>>",
);
const line = "40 200 m 260 200 l S";

const formStates: Family = {
  id: "states_that_forms_begin_with",
  name: "states that forms begin with",
  constructs: [
    ["ends of lines", inForm("q 2 J", "40 w 100 200 m 100 200 l S")],
    ["dashes", inForm("q 2 J 20 w [0 40] 0 d", line)],
    [
      "overprinting",
      inForm("q 0 1 0 0 k 40 100 200 100 re f /G gs", "1 0 0 0 k 60 120 100 100 re f", state("/op true/OPM 1")),
    ],
    [
      "mixed inks",
      inForm("q 1 0 0 0 k 40 100 200 100 re f /G gs", "0 1 0 0 k 60 120 100 100 re f", state("/BM/Multiply")),
    ],
    ["an unset colour", inForm("q /C cs", "40 100 100 100 re f", "/ColorSpace<</C[/Indexed/DeviceGray 1<E000>]>>")],
    [
      "a tile",
      inForm("q 1 0 0 1 33 47 cm /Pattern cs /P scn", "0 0 200 200 re f", "/Pattern<</P 7 0 R>>", { 7: tile }),
    ],
    ["stretched text", inForm("q 50 Tz", "BT /F 18 Tf 40 200 Td (9 9 99) Tj ET")],
    ["a distance of lines", inForm("q 30 TL", "BT /F 18 Tf 40 200 Td (9) Tj T* (8) Tj ET")],
    ["a path that the form leaves", inForm("q", "40 100 100 100 re")],
    [
      "more forms within one another than are read",
      (draw) => {
        const depth = integer(draw, 26, 40);
        const objects = Object.fromEntries(
          Array.from({ length: depth }, (_, at) => [
            at + 6,
            at === depth - 1 ? form(truths(draw).two) : form("/X Do", `/XObject<</X ${at + 7} 0 R>>`),
          ]),
        );
        return sheet({ content: `${truths(draw).one} /X Do`, resources: "/XObject<</X 6 0 R>>", objects });
      },
    ],
    [
      "a line style of a graphics state",
      (draw) =>
        sheet({ content: `q /G gs 40 w 100 200 m 100 200 l S Q ${truths(draw).one}`, resources: state("/LC 2") }),
    ],
    [
      "a width below zero",
      (draw) => sheet({ content: `q /G gs ${line} Q ${truths(draw).one}`, resources: state("/LW -20") }),
    ],
  ],
};

const limits: Family = {
  id: "limits_of_programs",
  name: "limits of programs",
  constructs: [
    [
      "long names that differ at their end",
      (draw) => {
        const name = "A".repeat(integer(draw, 127, 600));
        return sheet({
          content: `BT /${name}1 18 Tf 40 300 Td (Pay EUR 123) Tj ET`,
          objects: {
            3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</${name}1 5 0 R/${name}2 6 0 R>>>>/Contents 4 0 R>>`,
            6: otherFont,
          },
        });
      },
    ],
    [
      "a number of many digits",
      (draw) =>
        sheet({
          content: `${truths(draw).one} ${pick(draw, ["0".repeat(260) + "180", `180.${"0".repeat(260)}1`])} 100 60 40 re f`,
        }),
    ],
    [
      "a word of many letters",
      (draw) =>
        sheet({ content: `BX ${truths(draw).one} ${"z".repeat(integer(draw, 128, 400))} ${truths(draw).two} EX` }),
    ],
    [
      "operands without end",
      (draw) => sheet({ content: `BX ${"1 ".repeat(integer(draw, 34, 200))} foo EX ${truths(draw).one}` }),
    ],
    [
      "too many operands where unknown operators may stand",
      (draw) => sheet({ content: `BX 180 40 100 60 40 re f EX ${truths(draw).one}` }),
    ],
    [
      "two drawings where unknown operators may stand",
      (draw) =>
        sheet({
          content: "BX /Y /X Do EX",
          resources: "/XObject<</X 6 0 R/Y 7 0 R>>",
          objects: { 6: form(truths(draw).one), 7: form(truths(draw).two) },
        }),
    ],
    [
      "a key that ends before a byte",
      (draw) =>
        sheet({
          content: truths(draw).one,
          contents: `/Contents 4 0 R/Contents${pick(draw, ["\x80", "\xff"])} 6 0 R`,
          objects: { 6: stream(truths(draw).two) },
        }),
    ],
    [
      "other white space in hexadecimal digits",
      (draw) => sheet({ content: `BT /F 18 Tf 40 300 Td <5061${pick(draw, ["\x0b", "\xa0"])}79> Tj ET` }),
    ],
    ["a null byte in base 85", () => sheet({ objects: { 4: stream(`6<#\0'\\7PQ#@1a#~>`, "/Filter/ASCII85Decode") } })],
    [
      "text squeezed to a line",
      (draw) => sheet({ content: `${truths(draw).one} BT /F 18 Tf .001 Tz 40 60 Td (and 999999) Tj ET` }),
    ],
  ],
};

const annotation =
  (entries: string, appearance = "0 0 50 100 re f", box = "[0 0 100 100]") =>
  (draw: Draw): Buffer =>
    sheet({
      content: truths(draw).one,
      page: "/Annots[6 0 R]",
      objects: {
        6: `<</Type/Annot/Rect[40 150 240 250]/F 4${entries}>>`,
        7: stream(appearance, `/Type/XObject/Subtype/Form/BBox${box}`),
      },
    });
const quads = "/QuadPoints[40 250 240 250 40 150 240 150]/C[0 0 0]";

const annotations: Family = {
  id: "annotations_of_the_programs_own_drawing",
  name: "annotations of the programs' own drawing",
  isTextCompared: false,
  constructs: [
    ...["Highlight", "Underline", "StrikeOut", "Squiggly"].map((kind): [string, (draw: Draw) => Buffer] => [
      kind,
      annotation(`/Subtype/${kind}${quads}`),
    ]),
    ["Polygon", annotation("/Subtype/Polygon/Vertices[0 0 300 0 300 400]/IC[0 0 0]")],
    ["free text", annotation("/Subtype/FreeText/Contents(999999)/DA(/Helv 30 Tf 0 g)")],
    ["a caption", annotation("/Subtype/Line/L[40 200 240 200]/Cap true/Contents(999999)/C[0 0 0]")],
    ["a line beyond its rectangle", annotation("/Subtype/Line/L[0 0 300 400]/C[0 0 0]/BS<</W 30>>")],
    ["a border of a link", annotation("/Subtype/Link/Border[0 0 20]/C[0 0 0]")],
    ["another drawing of a highlight", annotation(`/Subtype/Highlight${quads}/AP<</N 7 0 R>>`)],
    ["a drawing in no box", annotation("/Subtype/Stamp/AP<</N 7 0 R>>", "0 0 300 400 re f", "[0 0 100 0]")],
    ["a stamp with a flag for unknown kinds", annotation("/Subtype/Stamp/F 5/AP<</N 7 0 R>>")],
  ],
};

export const stateAndLimitFamilies: readonly Family[] = [formStates, limits, annotations];
