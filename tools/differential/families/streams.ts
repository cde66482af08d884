import { deflateSync } from "node:zlib";
import { integer, pick, truths, type Family } from "./family";
import { openSheet, sheet, stream } from "./raw-file";

const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex");
const flate = (text: string): string => deflateSync(Buffer.from(text, "latin1")).toString("latin1");
/** A stream with the given /Length. */
const withLength = (content: string, length: string | number, entries = ""): string =>
  `<<${entries}/Length ${length}>>\nstream\n${content}\nendstream`;

const lengths: Family = {
  id: "stream_lengths",
  name: "stream lengths",
  constructs: [
    [
      "too short",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: withLength(`${one}\n${two}`, one.length) } });
      },
    ],
    [
      "too long, over the next object",
      (draw) => {
        const { one } = truths(draw);
        return sheet({ objects: { 4: withLength(one, one.length + integer(draw, 20, 120)) } });
      },
    ],
    ["zero", (draw) => sheet({ objects: { 4: withLength(truths(draw).one, 0) } })],
    ["negative", (draw) => sheet({ objects: { 4: withLength(truths(draw).one, -integer(draw, 1, 99)) } })],
    ["missing", (draw) => sheet({ objects: { 4: `<<>>\nstream\n${truths(draw).one}\nendstream` } })],
    [
      "endstream inside the declared bytes",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: stream(`${one}\nendstream\nendobj\n${two}`) } });
      },
    ],
    [
      "endstream in a string inside the declared bytes",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ content: `${one} BT /F 9 Tf 20 20 Td (endstream endobj) Tj ET ${two}` });
      },
    ],
    [
      "a carriage return alone behind the keyword",
      (draw) => sheet({ objects: { 4: stream(truths(draw).one).replace("stream\n", "stream\r") } }),
    ],
    [
      "white space before the line end of the keyword",
      (draw) => sheet({ objects: { 4: stream(truths(draw).one).replace("stream\n", "stream  \n") } }),
    ],
  ],
};

const indirectLengths: Family = {
  id: "indirect_lengths",
  name: "indirect lengths",
  constructs: [
    [
      "to a missing object",
      (draw) => sheet({ objects: { 4: withLength(truths(draw).one, `${integer(draw, 20, 90)} 0 R`) } }),
    ],
    ["to null", (draw) => sheet({ objects: { 4: withLength(truths(draw).one, "6 0 R"), 6: "null" } })],
    [
      "too short",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: withLength(`${one}\n${two}`, "6 0 R"), 6: String(one.length) } });
      },
    ],
    ["to itself", (draw) => sheet({ objects: { 4: withLength(truths(draw).one, "4 0 R") } })],
    [
      "through a chain",
      (draw) => {
        const { one } = truths(draw);
        return sheet({ objects: { 4: withLength(one, "6 0 R"), 6: "7 0 R", 7: String(one.length) } });
      },
    ],
    [
      "a real number",
      (draw) => {
        const { one } = truths(draw);
        return sheet({ objects: { 4: withLength(one, "6 0 R"), 6: `${one.length}.0` } });
      },
    ],
    [
      "in two revisions",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ objects: { 4: withLength(`${one}\n${two}`, "6 0 R"), 6: String(one.length) } });
        const at = file.table();
        file.trailer("/Size 7/Root 1 0 R", at);
        const later = file.object(6, String(one.length + 1 + two.length));
        return file.trailer(`/Size 7/Root 1 0 R/Prev ${at}`, file.table(new Map([[6, { at: later }]]))).bytes();
      },
    ],
  ],
};

const filters: Family = {
  id: "filters",
  name: "filters",
  constructs: [
    [
      "hexadecimal digits behind the end",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: stream(`${hex(one)}>${hex(two)}>`, "/Filter/ASCIIHexDecode") } });
      },
    ],
    [
      "bytes behind the end of deflated data",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: stream(flate(`${one}\n`) + flate(two), "/Filter/FlateDecode") } });
      },
    ],
    [
      "deflated data that are cut off",
      (draw) => {
        const { one, two } = truths(draw);
        const data = flate(`${one}\n${two}`);
        return sheet({
          objects: { 4: stream(data.slice(0, data.length - integer(draw, 1, 30)), "/Filter/FlateDecode") },
        });
      },
    ],
    [
      "deflated data with a wrong checksum",
      (draw) =>
        sheet({ objects: { 4: stream(`${flate(truths(draw).one).slice(0, -4)}\0\0\0\0`, "/Filter/FlateDecode") } }),
    ],
    [
      "a broken byte in deflated data",
      (draw) => {
        const { one, two } = truths(draw);
        const data = flate(`${one}\n${two}`);
        const at = integer(draw, 30, 60);
        return sheet({
          objects: { 4: stream(`${data.slice(0, at)}\xff${data.slice(at + 1)}`, "/Filter/FlateDecode") },
        });
      },
    ],
    [
      "an unknown filter",
      (draw) =>
        sheet({
          objects: { 4: stream(truths(draw).one, `/Filter/${pick(draw, ["Unknown", "flatedecode", "None"])}`) },
        }),
    ],
    ["an abbreviated filter", (draw) => sheet({ objects: { 4: stream(`${hex(truths(draw).one)}>`, "/Filter/AHx") } })],
    ["a filter that is null", (draw) => sheet({ objects: { 4: stream(truths(draw).one, "/Filter null") } })],
    [
      "filters with null among them",
      (draw) => sheet({ objects: { 4: stream(`${hex(truths(draw).one)}>`, "/Filter[null/ASCIIHexDecode]") } }),
    ],
    [
      "a predictor that the data do not have",
      (draw) =>
        sheet({
          objects: {
            4: stream(
              flate(truths(draw).one),
              `/Filter/FlateDecode/DecodeParms<</Predictor ${pick(draw, [2, 12, 15])}/Columns ${integer(draw, 2, 9)}>>`,
            ),
          },
        }),
    ],
    [
      "more parameters than filters",
      (draw) =>
        sheet({
          objects: { 4: stream(flate(truths(draw).one), "/Filter/FlateDecode/DecodeParms[null<</Predictor 12>>]") },
        }),
    ],
    [
      "data in another file",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({ objects: { 4: stream(one, `/F(other.txt)/FFilter/ASCIIHexDecode`), 6: stream(two) } });
      },
    ],
    [
      "base 85 with an early end",
      (draw) => {
        const { one, two } = truths(draw);
        return sheet({
          contents: "/Contents[4 0 R 6 0 R]",
          content: one,
          objects: { 6: stream(`~>${hex(two)}`, "/Filter/ASCII85Decode") },
        });
      },
    ],
    [
      "run lengths without an end",
      (draw) => {
        const { one } = truths(draw);
        return sheet({
          objects: {
            4: stream(`${String.fromCharCode(Math.min(127, one.length - 1))}${one}`, "/Filter/RunLengthDecode"),
          },
        });
      },
    ],
    [
      "the crypt filter",
      (draw) => sheet({ objects: { 4: stream(truths(draw).one, "/Filter/Crypt/DecodeParms<</Name/Identity>>") } }),
    ],
    [
      "an abbreviated filter beside the whole one",
      (draw) => sheet({ objects: { 4: stream(`${hex(truths(draw).one)}>`, "/F/AHx/Filter/ASCIIHexDecode") } }),
    ],
  ],
};

export const streamFamilies: readonly Family[] = [lengths, indirectLengths, filters];
