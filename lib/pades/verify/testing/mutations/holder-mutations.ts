import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { Mutation, Target } from "./mutation";
import {
  deflated,
  headerOf,
  hex,
  holderEntries,
  holderOf,
  inOrder,
  orders,
  packed,
  paint,
  spareOf,
  truePage,
  withRowTypes,
  withUnknownRowTypes,
} from "./packed-revision";

/** The true page in an object stream with an anomalous dictionary: the correct entries, and their replacement. */
const dictionaries: readonly (readonly [
  string,
  (fitting: { count: number; first: number }, target: Target) => string,
])[] = [
  ["no /Type", ({ count, first }) => `/N ${count}/First ${first}`],
  ["another /Type", ({ count, first }) => `/Type/XObject/N ${count}/First ${first}`],
  ["an escaped /Type", ({ count, first }) => `/Type/Obj#53tm/N ${count}/First ${first}`],
  ["the /Type of a section", ({ count, first }) => `/Type/XRef/N ${count}/First ${first}`],
  [
    "a /Type that is an object",
    ({ count, first }, target) => `/Type ${pdfRef(spareOf(target))}/N ${count}/First ${first}`,
  ],
  ["an /N that is an object", ({ first }, target) => `/Type/ObjStm/N ${pdfRef(spareOf(target, 1))}/First ${first}`],
  ["a /First that is an object", ({ count }, target) => `/Type/ObjStm/N ${count}/First ${pdfRef(spareOf(target, 2))}`],
  ["/N too large", ({ count, first }) => `/Type/ObjStm/N ${count + 3}/First ${first}`],
  ["/N 0", ({ first }) => `/Type/ObjStm/N 0/First ${first}`],
  ["/N with a point", ({ count, first }) => `/Type/ObjStm/N ${count}.0/First ${first}`],
  ["/N with a fraction", ({ count, first }) => `/Type/ObjStm/N ${count}.9/First ${first}`],
  ["/First with a point", ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}.0`],
  ["/First with a fraction", ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}.9`],
  ["/First with a sign", ({ count, first }) => `/Type/ObjStm/N ${count}/First +${first}`],
  ["/First twice, the true one last", ({ count, first }) => `/Type/ObjStm/N ${count}/First 2/First ${first}`],
  ["/First twice, the true one first", ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/First 2`],
  ["/N twice", ({ count, first }) => `/Type/ObjStm/N ${count}/N 0/First ${first}`],
  ["/Extends itself", (fitting, target) => `${holderEntries(fitting)}/Extends ${pdfRef(holderOf(target))}`],
  ["/Extends nothing", (fitting) => `${holderEntries(fitting)}/Extends 9999999 0 R`],
  ["/Extends its section", (fitting, target) => `${holderEntries(fitting)}/Extends ${pdfRef(spareOf(target, 6))}`],
  ["a /Length too small", (fitting) => `${holderEntries(fitting)}/Length 20`],
  ["a /Length too large", (fitting) => `${holderEntries(fitting)}/Length 9000`],
  ["no usable /Length", (fitting) => `${holderEntries(fitting)}/Length 0`],
  ["an external file", (fitting) => `${holderEntries(fitting)}/F(other.bin)`],
  ["an external filter", (fitting) => `${holderEntries(fitting)}/F(other.bin)/FFilter/FlateDecode`],
  ["a filter that is an object", (fitting, target) => `${holderEntries(fitting)}/Filter ${pdfRef(spareOf(target, 3))}`],
  ["an empty list of filters", (fitting) => `${holderEntries(fitting)}/Filter[]`],
  ["a null filter", (fitting) => `${holderEntries(fitting)}/Filter null`],
  ["an unknown filter", (fitting) => `${holderEntries(fitting)}/Filter/Nothing`],
  ["an identity filter", (fitting) => `${holderEntries(fitting)}/Filter/Crypt/DecodeParms<</Name/Identity>>`],
  ["a /DL too small", (fitting) => `${holderEntries(fitting)}/DL 10`],
];

const odd: Mutation[] = dictionaries.map(([what, dict]) =>
  packed(`a page occurs in an object stream with ${what}`, (target) => ({
    holders: [{ num: holderOf(target), slots: [truePage(target)], dict: (fitting) => dict(fitting, target) }],
    plain: [
      [spareOf(target), "/ObjStm"],
      [spareOf(target, 1), "1"],
      [spareOf(target, 2), String(headerOf([truePage(target)]).length)],
      [spareOf(target, 3), "null"],
    ],
  })),
);

/** Encodings of an object stream's data. */
const codes: readonly (readonly [string, string, (data: string) => string])[] = [
  ["abbreviated hexadecimal digits", "/Filter/AHx", hex],
  ["hexadecimal digits with others behind their end", "/Filter/ASCIIHexDecode", (data) => `${hex(data)}20202020>`],
  ["hexadecimal digits without an end", "/Filter/ASCIIHexDecode", (data) => hex(data).slice(0, -1)],
  ["the name of the filters under /F", "/F/ASCIIHexDecode", hex],
  ["deflated data without a checksum", "/Filter/FlateDecode", (data) => deflated(data).slice(0, -4)],
  ["deflated data with a wrong checksum", "/Filter/FlateDecode", (data) => `${deflated(data).slice(0, -4)}abcd`],
  ["deflated data cut short", "/Filter/FlateDecode", (data) => deflated(data).slice(0, -9)],
  [
    "deflated data twice",
    "/Filter/FlateDecode",
    (data) => deflated(data) + deflated(data.replace("/Contents", "/Contentz")),
  ],
  ["deflated data behind a space", "/Filter/FlateDecode", (data) => ` ${deflated(data)}`],
  ["a predictor that does nothing", "/Filter/FlateDecode/DecodeParms<</Predictor 1/Columns 7>>", deflated],
  ["a predictor of rows of one byte", "/Filter/FlateDecode/DecodeParms<</Predictor 15>>", withRowTypes],
  ["a predictor of an unknown kind", "/Filter/FlateDecode/DecodeParms<</Predictor 99>>", withRowTypes],
  ["a TIFF predictor that changes nothing", "/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 1>>", deflated],
  ["a predictor under an abbreviated key", "/Filter/FlateDecode/DP<</Predictor 15>>", deflated],
  ["a predictor beside an array of filters", "/Filter[/FlateDecode]/DecodeParms<</Predictor 15>>", withRowTypes],
  ["a predictor with a point", "/Filter/FlateDecode/DecodeParms<</Predictor 15.0>>", withRowTypes],
  ["a predictor of rows of an unknown kind", "/Filter/FlateDecode/DecodeParms<</Predictor 15>>", withUnknownRowTypes],
  ["two lists of filters", "/Filter/ASCIIHexDecode/Filter/FlateDecode", hex],
  [
    "parameters for another filter",
    "/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[<</Predictor 15>>null]",
    (data) => hex(deflated(data)),
  ],
];

const coded: Mutation[] = codes.flatMap(([what, entries, code]) =>
  orders.map((order) =>
    packed(
      `a page occurs in an object stream with ${what}, ${order === "true_first" ? "the true one" : "a forged one"}`,
      (target) => ({
        holders: [
          {
            num: holderOf(target),
            slots: [inOrder(target, order)[0]],
            coded: code,
            dict: (fitting) => `${holderEntries(fitting)}${entries}`,
          },
        ],
        plain: [paint(target)],
      }),
    ),
  ),
);

/** Later revisions with an object stream whose dictionary or data is anomalous. */
export const holderMutations: readonly Mutation[] = [...odd, ...coded];
