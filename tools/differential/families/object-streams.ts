import { deflateSync } from "node:zlib";
import { pick, truths, type Construct, type Draw, type Family } from "./family";
import { openSheet, type Row } from "./raw-file";

/** How the object stream with the page is written. By default it contains the page with `one`. */
interface Odd {
  dict?: (fitting: { count: number; first: number }) => string;
  /** The header and the bodies, from the pages that show `one` and `two`. */
  data?: (one: string, two: string) => { header: string; bodies: string };
  coded?: (data: string) => string;
  gen?: number;
  /** Objects 8 and 9. */
  others?: Readonly<Record<number, string>>;
}

const hex = (data: string): string => `${Buffer.from(data, "latin1").toString("hex")}>`;
const deflated = (data: string): string => deflateSync(Buffer.from(data, "latin1")).toString("latin1");
const withRowTypes = (data: string): string => deflated([...data].map((byte) => `\0${byte}`).join(""));

/** A file whose page is object 3, at index 0 of object stream 7. */
function packedPage(draw: Draw, odd: Odd): Buffer {
  const { one, two } = truths(draw);
  const page = (content: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents ${content} 0 R>>`;
  const written = odd.data?.(page(4), page(6)) ?? { header: "3 0 ", bodies: page(4) };
  const whole = written.header + written.bodies;
  const data = odd.coded?.(whole) ?? whole;
  const fitting = { count: 1, first: written.header.length };
  const entries = odd.dict?.(fitting) ?? `/Type/ObjStm/N 1/First ${fitting.first}`;
  const file = openSheet({ content: one, objects: { 3: "null", 6: streamOf(two), ...odd.others } });
  file.object(7, `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`, odd.gen ?? 0);
  const rows = new Map<number, Row>([...file.rows, [3, { inStream: 7, index: 0 }]]);
  const at = file.xrefStream(10, "/Size 11/Root 1 0 R", rows);
  file.write(`startxref\n${at}\n%%EOF\n`);
  return file.bytes();
}

const streamOf = (content: string): string => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;

/** An offset of the page in the header that /First truncates. */
function cutOffset(one: string, two: string): { header: string; bodies: string } {
  const far = 10 * (one.length + 10);
  return { header: `3 ${far}`, bodies: `${`${" ".repeat(far / 10 - 1)}${one}`.padEnd(far - 1)}${two}` };
}

const constructs: readonly Construct[] = [
  ["no /Type", (draw) => packedPage(draw, { dict: ({ count, first }) => `/N ${count}/First ${first}` })],
  [
    "another /Type",
    (draw) =>
      packedPage(draw, {
        dict: ({ count, first }) => `/Type/${pick(draw, ["XRef", "XObject", "Objstm"])}/N ${count}/First ${first}`,
      }),
  ],
  [
    "entries that are objects",
    (draw) =>
      packedPage(draw, {
        dict: ({ count, first }) =>
          pick(draw, [
            `/Type 8 0 R/N ${count}/First ${first}`,
            `/Type/ObjStm/N 9 0 R/First ${first}`,
            `/Type/ObjStm/N ${count}/First ${first}/Filter 10 0 R`,
          ]),
        others: { 8: "/ObjStm", 9: "1" },
      }),
  ],
  [
    "/N or /First with a point",
    (draw) =>
      packedPage(draw, {
        dict: ({ count, first }) =>
          pick(draw, [`/Type/ObjStm/N ${count}.0/First ${first}`, `/Type/ObjStm/N ${count}/First ${first}.0`]),
      }),
  ],
  [
    "/First twice",
    (draw) =>
      packedPage(draw, {
        dict: ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/First ${first + pick(draw, [1, 7])}`,
      }),
  ],
  [
    "/First in the middle of the last number",
    (draw) => packedPage(draw, { data: cutOffset, dict: ({ first }) => `/Type/ObjStm/N 1/First ${first - 1}` }),
  ],
  [
    "/First behind the first body",
    (draw) =>
      packedPage(draw, {
        data: (one, two) => ({ header: "3 0 ", bodies: `${one} ${two}` }),
        dict: ({ first }) => `/Type/ObjStm/N 1/First ${first + 113}`,
      }),
  ],
  [
    "an /N that leaves pairs out",
    (draw) =>
      packedPage(draw, {
        data: (one, two) => ({ header: `3 0 3 ${one.length + 1} `, bodies: `${one} ${two}` }),
      }),
  ],
  ["another generation", (draw) => packedPage(draw, { gen: pick(draw, [1, 7]) })],
  [
    "a predictor of an unknown kind",
    (draw) =>
      packedPage(draw, {
        coded: withRowTypes,
        dict: ({ count, first }) =>
          `/Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode/DecodeParms<</Predictor ${pick(draw, [3, 9, 16, 99])}>>`,
      }),
  ],
  [
    "parameters under an abbreviated key",
    (draw) =>
      packedPage(draw, {
        coded: withRowTypes,
        dict: ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode/DP<</Predictor 15>>`,
      }),
  ],
  [
    "an abbreviated filter",
    (draw) =>
      packedPage(draw, {
        coded: hex,
        dict: ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/Filter/AHx`,
      }),
  ],
  [
    "deflated data cut short",
    (draw) =>
      packedPage(draw, {
        coded: (data) => deflated(data).slice(0, -pick(draw, [3, 5, 8])),
        dict: ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode`,
      }),
  ],
  [
    "data in another file",
    (draw) => packedPage(draw, { dict: ({ count, first }) => `/Type/ObjStm/N ${count}/First ${first}/F(objects.bin)` }),
  ],
];

export const objectStreamFamilies: readonly Family[] = [
  { id: "dictionaries_of_object_streams", name: "dictionaries of object streams", constructs },
];
