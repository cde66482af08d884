import { integer, pick, truths, type Family } from "./family";
import { sheet, stream } from "./raw-file";

const leaf = (content: number, entries = "", parent = 2): string =>
  `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents ${content} 0 R${entries}>>`;

const pageTree: Family = {
  id: "page_trees",
  name: "page trees",
  constructs: [
    [
      "an inner node with a count of 0",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: {
            2: "<</Type/Pages/Kids[7 0 R 3 0 R]/Count 1>>",
            6: stream(two),
            7: "<</Type/Pages/Parent 2 0 R/Kids[8 0 R]/Count 0>>",
            8: leaf(6, "", 7),
          },
        });
      },
    ],
    [
      "a root count that is too small",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: { 2: "<</Type/Pages/Kids[3 0 R 8 0 R]/Count 1>>", 6: stream(two), 8: leaf(6) },
        });
      },
    ],
    [
      "a root count that is too large",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: { 2: `<</Type/Pages/Kids[3 0 R]/Count ${integer(draw, 2, 9)}>>` },
        }),
    ],
    [
      "a negative count",
      (draw) => sheet({ content: truths(draw).one, objects: { 2: "<</Type/Pages/Kids[3 0 R]/Count -1>>" } }),
    ],
    [
      "a page twice",
      (draw) => sheet({ content: truths(draw).one, objects: { 2: "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>" } }),
    ],
    [
      "a kid that is null",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: { 2: "<</Type/Pages/Kids[null 3 0 R 8 0 R]/Count 3>>", 6: stream(two), 8: leaf(6) },
        });
      },
    ],
    [
      "a kid that is missing",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: { 2: "<</Type/Pages/Kids[3 0 R 66 0 R 8 0 R]/Count 3>>", 6: stream(two), 8: leaf(6) },
        });
      },
    ],
    [
      "a page without type",
      (draw) => sheet({ content: truths(draw).one, objects: { 3: leaf(4).replace("/Type/Page", "") } }),
    ],
    [
      "a page of another type",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: {
            3: leaf(4).replace("/Type/Page", `/Type/${pick(draw, ["Template", "Pages", "page", "Catalog"])}`),
          },
        }),
    ],
    [
      "a node declared as a page",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: {
            2: "<</Type/Pages/Kids[7 0 R]/Count 1>>",
            6: stream(two),
            7: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R/Kids[8 0 R]/Count 1>>`,
            8: leaf(6, "", 7),
          },
        });
      },
    ],
    [
      "a page written inside its parent",
      (draw) => sheet({ content: truths(draw).one, objects: { 2: `<</Type/Pages/Kids[${leaf(4)}]/Count 1>>` } }),
    ],
    [
      "a tree in a circle",
      (draw) => sheet({ content: truths(draw).one, objects: { 2: "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>" } }),
    ],
    [
      "a page with kids of its own",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          objects: { 3: leaf(4, "/Kids[8 0 R]/Count 1"), 6: stream(two), 8: leaf(6, "", 3) },
        });
      },
    ],
    [
      "a parent that is another tree",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: {
            3: leaf(4, "", 7).replace("/MediaBox[0 0 300 400]", ""),
            2: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 400]>>",
            7: `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 300]/Rotate ${pick(draw, [90, 180])}>>`,
          },
        }),
    ],
  ],
};

const boxes: Family = {
  id: "boxes_rotation_user_unit",
  name: "boxes, rotation, user unit",
  constructs: [
    [
      "a rotation that is not a multiple of 90 degrees",
      (draw) => sheet({ content: truths(draw).one, page: `/Rotate ${pick(draw, [45, 91, 89, 30])}` }),
    ],
    [
      "a rotation beyond a turn",
      (draw) => sheet({ content: truths(draw).one, page: `/Rotate ${pick(draw, [450, -90, -270, 720, 540])}` }),
    ],
    [
      "a rotation with a fraction",
      (draw) => sheet({ content: truths(draw).one, page: `/Rotate ${pick(draw, ["90.0", "89.9", "180.5"])}` }),
    ],
    [
      "a crop box beyond the media box",
      (draw) => sheet({ content: truths(draw).one, page: `/CropBox[-50 -50 ${integer(draw, 310, 500)} 500]` }),
    ],
    ["a crop box outside", (draw) => sheet({ content: truths(draw).one, page: "/CropBox[500 500 700 800]" })],
    [
      "a crop box the other way round",
      (draw) => sheet({ content: truths(draw).one, page: `/CropBox[${integer(draw, 200, 300)} 380 20 50]` }),
    ],
    ["an empty crop box", (draw) => sheet({ content: truths(draw).one, page: "/CropBox[0 0 0 0]" })],
    [
      "a media box of five numbers",
      (draw) => sheet({ content: truths(draw).one, mediaBox: "/MediaBox[0 0 300 400 5]" }),
    ],
    ["a crop box of three numbers", (draw) => sheet({ content: truths(draw).one, page: "/CropBox[10 10 200]" })],
    [
      "a crop box that hides a part",
      (draw) => sheet({ content: truths(draw).one, page: `/CropBox[0 0 300 ${integer(draw, 150, 250)}]` }),
    ],
    [
      "a user unit",
      (draw) => sheet({ content: truths(draw).one, page: `/UserUnit ${pick(draw, ["2", "0.5", "1.5"])}` }),
    ],
    [
      "a user unit that is none",
      (draw) => sheet({ content: truths(draw).one, page: `/UserUnit ${pick(draw, ["0", "-1", "(2)", "null"])}` }),
    ],
    ["no media box", (draw) => sheet({ content: truths(draw).one, mediaBox: "" })],
    [
      "a media box of null",
      (draw) => sheet({ content: truths(draw).one, mediaBox: "/MediaBox null", pages: "/MediaBox[0 0 200 300]" }),
    ],
    [
      "a media box that begins below zero",
      (draw) => sheet({ content: truths(draw).one, mediaBox: `/MediaBox[-${integer(draw, 10, 90)} -20 300 400]` }),
    ],
    [
      "inherited boxes that disagree",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: `/CropBox[0 0 150 400]/Rotate ${pick(draw, [0, 90])}`,
          page: "/CropBox[0 0 300 400]",
        }),
    ],
  ],
};

const resources: Family = {
  id: "inherited_resources",
  name: "inherited resources",
  constructs: [
    [
      "on the parent only",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: "/Resources<</Font<</F 5 0 R>>>>",
          objects: { 3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>" },
        }),
    ],
    [
      "empty on the page",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: "/Resources<</Font<</F 5 0 R>>>>",
          objects: { 3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<<>>/Contents 4 0 R>>" },
        }),
      "empty_own_resources",
    ],
    [
      "null on the page",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: "/Resources<</Font<</F 5 0 R>>>>",
          objects: { 3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources null/Contents 4 0 R>>" },
        }),
    ],
    [
      "of another kind on the page",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: "/Resources<</Font<</F 5 0 R>>>>",
          objects: {
            3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</ExtGState<<>>>>/Contents 4 0 R>>",
          },
        }),
      "own_resources_without_fonts",
    ],
    [
      "a form that uses the page's",
      (draw) =>
        sheet({
          content: "/X Do",
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: stream(truths(draw).one, "/Type/XObject/Subtype/Form/BBox[0 0 300 400]") },
        }),
    ],
    [
      "a form with empty resources",
      (draw) =>
        sheet({
          content: "/X Do",
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: stream(truths(draw).one, "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<<>>") },
        }),
    ],
    [
      "a form whose font has the page's name",
      (draw) =>
        sheet({
          content: "/X Do",
          resources: "/XObject<</X 6 0 R>>",
          objects: {
            6: stream(truths(draw).one, "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Font<</F 7 0 R>>>>"),
            7: "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold>>",
          },
        }),
    ],
    [
      "a form in itself",
      (draw) =>
        sheet({
          content: `${truths(draw).one} /X Do`,
          resources: "/XObject<</X 6 0 R>>",
          objects: {
            6: stream(
              "200 20 40 40 re f /X Do",
              "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</X 6 0 R>>>>",
            ),
          },
        }),
    ],
    [
      "a form without a bounding box",
      (draw) =>
        sheet({
          content: "/X Do",
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: stream(truths(draw).one, "/Type/XObject/Subtype/Form") },
        }),
    ],
    [
      "a drawing without subtype",
      (draw) =>
        sheet({
          content: `${truths(draw).one} /X Do`,
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: stream("200 20 40 40 re f", "/BBox[0 0 300 400]") },
        }),
    ],
    [
      "a PostScript drawing",
      (draw) =>
        sheet({
          content: `${truths(draw).one} /X Do`,
          resources: "/XObject<</X 6 0 R>>",
          objects: { 6: stream("200 20 40 40 re f", "/Type/XObject/Subtype/PS/BBox[0 0 300 400]") },
        }),
    ],
  ],
};

const contents: Family = {
  id: "contents_in_parts",
  name: "contents in parts",
  constructs: [
    ["split within a string", (draw) => parts(["BT /F 18 Tf 40 300 Td (Pay EUR 1", `${integer(draw, 10, 99)}) Tj ET`])],
    [
      "split within a number",
      (draw) => parts([`BT /F 18 Tf 40 30`, `0 Td (Pay) Tj ET 40 ${integer(draw, 50, 99)} 50 30 re f`]),
    ],
    ["split within an operator", () => parts(["40 100 50 30 r", "e f BT /F 18 Tf 40 300 Td (Pay) T", "j ET"])],
    ["split within a name", () => parts(["BT /", "F 18 Tf 40 300 Td (Pay) Tj ET 40 100 50 30 re f"])],
    [
      "split within an inline image",
      () =>
        parts(["q 60 0 0 60 40 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID ", "\x40 EI Q BT /F 18 Tf 40 300 Td (Pay) Tj ET"]),
    ],
    ["split behind a comment", (draw) => parts([`${truths(draw).one} % hidden`, "180 100 60 40 re f"])],
    ["states that are not closed", (draw) => parts(["q .5 0 0 .5 0 0 cm", truths(draw).one])],
    ["states closed too often", (draw) => parts(["q .5 0 0 .5 0 0 cm Q Q", truths(draw).one])],
    ["null among the parts", (draw) => sheet({ content: truths(draw).one, contents: "/Contents[null 4 0 R 77 0 R]" })],
    [
      "a list inside the list",
      (draw) =>
        sheet({
          content: truths(draw).one,
          contents: "/Contents[4 0 R[6 0 R]]",
          objects: { 6: stream("180 100 60 40 re f") },
        }),
    ],
    [
      "a reference to a list inside the list",
      (draw) =>
        sheet({
          content: truths(draw).one,
          contents: "/Contents[4 0 R 7 0 R]",
          objects: { 6: stream("180 100 60 40 re f"), 7: "[6 0 R]" },
        }),
    ],
    [
      "the same part twice",
      (draw) => sheet({ content: `1 0 0 1 20 -20 cm ${truths(draw).one}`, contents: "/Contents[4 0 R 4 0 R]" }),
    ],
    [
      "a dictionary instead of a stream",
      (draw) =>
        sheet({ content: truths(draw).one, contents: "/Contents[6 0 R 4 0 R]", objects: { 6: "<</Length 5>>" } }),
    ],
  ],
};

function parts(texts: readonly string[]): Buffer {
  const objects = Object.fromEntries(texts.map((text, index) => [10 + index, stream(text)]));
  return sheet({ contents: `/Contents[${texts.map((_, index) => `${10 + index} 0 R`).join(" ")}]`, objects });
}

export const pageFamilies: readonly Family[] = [pageTree, boxes, resources, contents];
