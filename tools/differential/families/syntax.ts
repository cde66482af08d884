import { filler, integer, otherFont, pick, truths, type Family } from "./family";
import { openSheet, RawFile, sheet, sheetObjects, stream } from "./raw-file";

const page = (entries: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>${entries}>>`;

const duplicateKeys: Family = {
  id: "duplicate_keys",
  name: "duplicate keys",
  constructs: [
    [
      "a page's contents",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: one, objects: { 3: page("/Contents 4 0 R/Contents 6 0 R"), 6: stream(two) } });
      },
    ],
    [
      "a page's media box",
      (draw) => sheet({ content: truths(draw).one, page: `/MediaBox[0 0 ${integer(draw, 150, 250)} 380]` }),
    ],
    [
      "a page's resources",
      (draw) =>
        sheet({ content: truths(draw).one, page: "/Resources<</Font<</F 6 0 R>>>>", objects: { 6: otherFont } }),
    ],
    [
      "a stream's length",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          objects: {
            4: `<</Length ${one.length}/Length ${one.length + 1 + two.length}>>\nstream\n${one}\n${two}\nendstream`,
          },
        });
      },
    ],
    [
      "the catalog's pages",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          content: one,
          catalog: "/Pages 7 0 R",
          objects: {
            6: stream(two),
            7: "<</Type/Pages/Kids[8 0 R]/Count 1>>",
            8: "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>",
          },
        });
      },
    ],
    [
      "a font's encoding",
      (draw) =>
        sheet({
          content: truths(draw).one,
          font: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/Encoding<</Differences[48/A/B/C/D/E/F/G/H/I/J]>>>>",
        }),
    ],
    [
      "a page's contents, once escaped",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: one, objects: { 3: page("/Contents 4 0 R/C#6fntents 6 0 R"), 6: stream(two) } });
      },
    ],
    [
      "a page's rotation",
      (draw) => sheet({ content: truths(draw).one, page: `/Rotate 0/Rotate ${pick(draw, [90, 180, 270])}` }),
    ],
    [
      "a font in the resources",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: { 3: page("/Contents 4 0 R").replace("/F 5 0 R", "/F 5 0 R/F 6 0 R"), 6: otherFont },
        }),
    ],
  ],
};

const hiddenObjects: Family = {
  id: "comments_and_strings",
  name: "comments and strings",
  constructs: [
    [
      "an object in a comment",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one });
        file.write(`% 4 0 obj ${stream(two).replaceAll("\n", " ")} endobj\n`);
        return file.close();
      },
    ],
    [
      "the listed object behind a comment on its line",
      (draw) => {
        const { one, two } = truths(draw);
        const file = new RawFile();
        sheetObjects({ content: one }).forEach(([num, body]) => file.object(num, body));
        const at = file.write(`%4 0 obj\r4 0 obj\n${stream(two)}\nendobj\n`);
        return file.close({ rows: new Map([...file.rows, [4, { at: at + pick(draw, [1, 9]) }]]) });
      },
    ],
    [
      "endobj in a string",
      (draw) => sheet({ content: truths(draw).one, page: "/X(endobj 4 0 obj <</Length 0>> stream endstream endobj)" }),
    ],
    [
      "an unbalanced string in the page",
      (draw) => sheet({ content: truths(draw).one, page: `/X(a${pick(draw, ["(", "\\)("])}b)` }),
    ],
    [
      "a comment within a dictionary that holds its end",
      (draw) => sheet({ content: truths(draw).one, page: "/X 1 % >>\n/Y 2" }),
    ],
    [
      "a comment that ends with a carriage return",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: one, objects: { 3: page("/Contents %\r6 0 R %\n4 0 R\n"), 6: stream(two) } });
      },
    ],
    [
      "a comment in the content that ends with a carriage return",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: `${one} % hidden\r${two}` });
      },
    ],
    [
      "a comment in the content that ends with a form feed",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: `${one} % hidden${pick(draw, ["\f", "\0", "\v"])}${two}` });
      },
    ],
    [
      "a comment between number and keyword",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const at = file.write(`4 ${filler(draw)} 0 ${filler(draw)} obj\n${stream(truths(draw).two)}\nendobj\n`);
        return file.close({ rows: new Map([...file.rows, [4, { at }]]) });
      },
    ],
    [
      "a hexadecimal string with a comment",
      (draw) => sheet({ content: `${truths(draw).one} BT /F 12 Tf 40 60 Td <41 % 42 \n 43> Tj ET` }),
    ],
    [
      "octal escapes out of range",
      (draw) => sheet({ content: `BT /F 18 Tf 40 ${integer(draw, 200, 300)} Td (A\\501\\8B\\1) Tj ET` }),
    ],
  ],
};

const headers: Family = {
  id: "headers",
  name: "headers",
  constructs: [
    [
      "bytes before the header",
      (draw) => Buffer.concat([Buffer.from("x".repeat(integer(draw, 1, 900))), sheet({ content: truths(draw).one })]),
    ],
    [
      "bytes before the header, counted in the offsets",
      (draw) => {
        const file = openSheet({ content: truths(draw).one }, `${"junk ".repeat(integer(draw, 1, 90))}\n%PDF-1.7\n`);
        return file.close();
      },
    ],
    [
      "a header of another version",
      (draw) =>
        openSheet({ content: truths(draw).one }, `%PDF-${pick(draw, ["0.9", "1.", "9.9", "2.0", "x"])}\n`).close(),
    ],
    ["two headers", (draw) => openSheet({ content: truths(draw).one }, "%PDF-1.4\n%PDF-1.7\n").close()],
    ["no header", (draw) => openSheet({ content: truths(draw).one }, "%\n").close()],
    [
      "the header of a picture before that of the file",
      (draw) => openSheet({ content: truths(draw).one }, "GIF89a\n%PDF-1.7\n").close(),
    ],
  ],
};

const names: Family = {
  id: "escaped_names",
  name: "escaped names",
  constructs: [
    [
      "a page type",
      (draw) =>
        sheet({ content: truths(draw).one, objects: { 3: page("/Contents 4 0 R").replace("/Page/", "/P#61ge/") } }),
    ],
    ["a key", (draw) => sheet({ content: truths(draw).one, contents: "/#43ontents 4 0 R" })],
    [
      "a bad escape",
      (draw) =>
        sheet({
          content: truths(draw).one.replace("/F ", `/F${pick(draw, ["#", "#Z", "#4", "#G1"])} `),
          resources: "/Font<</F# 5 0 R/F#Z 5 0 R/F#4 6 0 R/F#G1 6 0 R>>",
          objects: { 6: otherFont },
        }),
    ],
    [
      "a resource name",
      (draw) =>
        sheet({
          content: truths(draw).one.replace("/F ", "/F#31 "),
          objects: { 3: page("/Contents 4 0 R").replace("/F 5 0 R", "/F1 5 0 R/F#2331 6 0 R"), 6: otherFont },
        }),
    ],
    [
      "a null byte",
      (draw) =>
        sheet({
          content: truths(draw).one.replace("/F ", "/F#00 "),
          objects: { 3: page("/Contents 4 0 R").replace("/F 5 0 R", "/F 6 0 R/F#00 5 0 R"), 6: otherFont },
        }),
    ],
    [
      "a name without letters",
      (draw) =>
        sheet({
          content: truths(draw).one.replace("/F ", "/ "),
          objects: { 3: page("/Contents 4 0 R").replace("/F 5 0 R", "/ 5 0 R") },
        }),
    ],
    [
      "a filter",
      (draw) =>
        sheet({
          objects: { 4: stream(`${Buffer.from(truths(draw).one).toString("hex")}>`, "/Filter/ASCII#48exDecode") },
        }),
    ],
  ],
};

const odd = ["4.", ".5", "+60", "--60", "6-0", "6e1", "60.5.5", "0060", "-.", "2147483648", "4294967336", "#60", "60f"];
const numbers: Family = {
  id: "odd_numbers",
  name: "odd numbers",
  constructs: [
    ["in the content", (draw) => sheet({ content: `${truths(draw).one} ${pick(draw, odd)} 20 50 30 re f` })],
    [
      "in the media box",
      (draw) =>
        sheet({
          content: truths(draw).one,
          mediaBox: `/MediaBox[0 0 300 ${pick(draw, ["400.", "+400", "00400", "400.4.4", "4e2", "--400"])}]`,
        }),
    ],
    [
      "as the count of pages",
      (draw) =>
        sheet({
          content: truths(draw).one,
          pages: "",
          objects: { 2: `<</Type/Pages/Kids[3 0 R]/Count ${pick(draw, ["1.0", "+1", "01", "1.9"])}>>` },
        }),
    ],
    [
      "as a matrix",
      (draw) =>
        sheet({ content: `q 1 0 0 ${pick(draw, ["1.", "+1", "-+1", "1-0", "0x1"])} 0 0 cm ${truths(draw).one} Q` }),
    ],
    [
      "as the size of the text",
      (draw) =>
        sheet({
          content: truths(draw).one.replace("18 Tf", `${pick(draw, ["18.", "+18", "1-8", "1.8.0", "18e0"])} Tf`),
        }),
    ],
    [
      "as a reference",
      (draw) =>
        sheet({
          content: truths(draw).one,
          contents: `/Contents ${pick(draw, ["+4 0 R", "04 0 R", "4.0 0 R", "4 00 R"])}`,
        }),
    ],
    [
      "with the word behind it",
      (draw) =>
        sheet({ content: `${truths(draw).one} 20 20 50 30re f 100 20 50 30 re${pick(draw, ["f*", "/x", "f%"])}` }),
    ],
  ],
};

const nulls: Family = {
  id: "null_and_references",
  name: "null and references",
  constructs: [
    ["contents of null", (draw) => sheet({ content: truths(draw).one, contents: "/Contents null" })],
    [
      "contents through a chain",
      (draw) => sheet({ content: truths(draw).one, contents: "/Contents 6 0 R", objects: { 6: "7 0 R", 7: "4 0 R" } }),
    ],
    [
      "contents in a circle",
      (draw) => sheet({ content: truths(draw).one, contents: "/Contents 6 0 R", objects: { 6: "7 0 R", 7: "6 0 R" } }),
    ],
    [
      "an indirect filter",
      (draw) =>
        sheet({
          objects: {
            4: stream(`${Buffer.from(truths(draw).one).toString("hex")}>`, "/Filter 6 0 R"),
            6: "/ASCIIHexDecode",
          },
        }),
    ],
    [
      "an indirect filter that is missing",
      (draw) =>
        sheet({ objects: { 4: stream(`${Buffer.from(truths(draw).one).toString("hex")}>`, "/Filter 66 0 R") } }),
    ],
    [
      "an indirect media box with indirect numbers",
      (draw) =>
        sheet({
          content: truths(draw).one,
          mediaBox: "/MediaBox 6 0 R",
          objects: { 6: "[0 0 7 0 R 8 0 R]", 7: "300", 8: String(integer(draw, 300, 500)) },
        }),
    ],
    [
      "an indirect rotation",
      (draw) =>
        sheet({ content: truths(draw).one, page: "/Rotate 6 0 R", objects: { 6: String(pick(draw, [90, 180, 270])) } }),
    ],
    [
      "an indirect type",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: { 3: page("/Contents 4 0 R").replace("/Type/Page", "/Type 6 0 R"), 6: "/Page" },
        }),
    ],
    [
      "an indirect count",
      (draw) =>
        sheet({
          content: truths(draw).one,
          objects: { 2: "<</Type/Pages/Kids 6 0 R/Count 7 0 R>>", 6: "[3 0 R]", 7: "1" },
        }),
    ],
    [
      "a key with null beside an inherited one",
      (draw) => sheet({ content: truths(draw).one, pages: `/Rotate ${pick(draw, [90, 180])}`, page: "/Rotate null" }),
    ],
  ],
};

export const syntaxFamilies: readonly Family[] = [duplicateKeys, hiddenObjects, headers, names, numbers, nulls];
