import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { missing, type Mutation, type Target } from "./mutation";
import {
  deflated,
  hex,
  holderOf,
  inOrder,
  orderNames,
  orders,
  packed,
  paint,
  spareOf,
  tableRow,
  withRowTypes,
  type Order,
  type packedRevision,
  type StreamRow,
} from "./packed-revision";

/** Sections. `rows` list a page at its true position, or in an object stream. */
const section = (
  name: string,
  make: (target: Target) => Omit<Parameters<typeof packedRevision>[1], "holders" | "plain">,
  order: Order = "true_first",
): Mutation =>
  packed(name, (target) => ({
    holders: [{ num: holderOf(target), slots: [inOrder(target, order)[0]] }],
    plain: [paint(target)],
    ...make(target),
  }));

const forgedRow = (target: Target, change: (row: StreamRow) => StreamRow) => ({
  rows: (rows: StreamRow[]) => rows.map((row) => (row[0] === target.page.num ? change(row) : row)),
});
const high = 2 ** 32;

/** Later revisions with an object stream whose cross-reference stream is anomalous. */
export const sectionMutations: readonly Mutation[] = [
  section("fields of a section are eight bytes wide", () => ({ widths: [1, 8, 2] })),
  section("fields of a section are six bytes wide", () => ({ widths: [2, 6, 6] })),
  section("an object stream's number has a bit beyond 32", (target) => ({
    widths: [1, 6, 2],
    ...forgedRow(target, ([num, type, holder, index]) => [num, type, holder + high, index]),
  })),
  section("a page's index has a bit beyond 32", (target) => ({
    widths: [1, 4, 6],
    ...forgedRow(target, ([num, type, holder, index]) => [num, type, holder, index + high]),
  })),
  section("a page's index has a bit beyond 16", (target) => ({
    widths: [1, 4, 4],
    ...forgedRow(target, ([num, type, holder, index]) => [num, type, holder, index + 65_536]),
  })),
  section("a page's type has a bit beyond 8", (target) => ({
    widths: [2, 4, 2],
    ...forgedRow(target, ([num, , holder, index]) => [num, 258, holder, index]),
  })),
  section("a page's type is unknown", (target) =>
    forgedRow(target, ([num, , holder, index]) => [num, 3, holder, index]),
  ),
  section("a page's index is that of nothing", (target) =>
    forgedRow(target, ([num, type, holder]) => [num, type, holder, 7]),
  ),
  section("indexes are not written", () => ({ widths: [1, 4, 0] })),
  section("types are not written", () => ({ widths: [0, 4, 2] })),
  section("a section has four widths", () => ({
    section: (entries) => entries.replace(/\/W\[[^\]]*\]/, "/W[1 4 2 0]"),
  })),
  section("widths are written with points", () => ({
    section: (entries) => entries.replace(/\/W\[[^\]]*\]/, "/W[1.0 4.0 2.0]"),
  })),
  section("widths are written twice", () => ({ section: (entries) => `/W[1 2 1]${entries}` })),
  section("the /Index is written twice", () => ({ section: (entries) => `/Index[0 1]${entries}` })),
  section("the /Index counts too few rows", () => ({
    section: (entries) => entries.replace(/ 1\]/, "]"),
  })),
  section("the /Index counts too many rows", () => ({ section: (entries) => entries.replace(/ 1\]/, " 9]") })),
  section("the /Index has an empty range", (target) => ({
    section: (entries) => entries.replace("/Index[", `/Index[${target.page.num} 0 `),
  })),
  section("the /Index has a negative range", (target) => ({
    section: (entries) => entries.replace("/Index[", `/Index[${target.page.num} -1 `),
  })),
  section("the /Index is missing", () => ({ section: (entries) => entries.replace(/\/Index\[[^\]]*\]/, "") })),
  section("the /Index is an object", (target) => ({
    section: (entries) => entries.replace(/\/Index\[[^\]]*\]/, `/Index ${pdfRef(spareOf(target))}`),
  })),
  section("a page's row comes twice, in two ranges", (target) => ({
    rows: (rows) => [...rows, [target.page.num, 1, 20, 0]],
  })),
  section("a page's row comes twice, the first free", (target) => ({
    rows: (rows) => [[target.page.num, 0, 0, 0], ...rows],
  })),
  section("a section's own row is missing", () => ({ rows: (rows) => rows.slice(0, -1) })),
  section("a section's own row leads elsewhere", () => ({
    rows: (rows) => rows.map((row, at): StreamRow => (at === rows.length - 1 ? [row[0], 1, 15, 0] : row)),
  })),
  section("the object stream's row is missing", (target) => ({
    rows: (rows) => rows.filter(([num]) => num !== holderOf(target)),
  })),
  section("the object stream's row is free", (target) => ({
    rows: (rows) => rows.map((row): StreamRow => (row[0] === holderOf(target) ? [row[0], 0, 0, 0] : row)),
  })),
  section("/Prev leads to the section itself", () => ({
    section: (entries, at) => entries.replace(/\/Prev \d+/, `/Prev ${at}`),
  })),
  section("/Prev leaps over the last revision", (target) => {
    const older = target.document.xrefSections[1]?.offset ?? missing("a second section");
    return { section: (entries) => entries.replace(/\/Prev \d+/, `/Prev ${older}`) };
  }),
  section("there is no /Prev", () => ({ section: (entries) => entries.replace(/\/Prev \d+/, "") })),
  section("/Prev is an object", (target) => ({
    section: (entries) => entries.replace(/\/Prev \d+/, `/Prev ${pdfRef(spareOf(target))}`),
  })),
  section("a section names an encryption", () => ({
    section: (entries) => `${entries}/Encrypt<</Filter/Standard/V 1/R 2/P -4>>`,
  })),
  section("a section names another catalog first", (target) => ({
    section: (entries) => `/Root ${pdfRef(target.page.num)}${entries}`,
  })),
  section("a section is coded with abbreviated digits", () => ({
    codedSection: hex,
    section: (entries) => `${entries}/Filter/AHx`,
  })),
  section("a section's rows go on behind their end", () => ({
    codedSection: (data) => `${hex(data)}${hex(data)}`,
    section: (entries) => `${entries}/Filter/ASCIIHexDecode`,
  })),
  section("a section's rows are deflated and cut short", () => ({
    codedSection: (data) => deflated(data).slice(0, -3),
    section: (entries) => `${entries}/Filter/FlateDecode`,
  })),
  section("a section's rows have a predictor of an odd width", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter/FlateDecode/DecodeParms<</Predictor 12>>`,
  })),
  section("a section's rows have a predictor under an abbreviated key", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter/FlateDecode/DP<</Predictor 12>>`,
  })),
  section("a section's rows have a predictor of an unknown kind", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter/FlateDecode/DecodeParms<</Predictor 99>>`,
  })),
  section("a section's rows have a predictor with a point", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter/FlateDecode/DecodeParms<</Predictor 12.0>>`,
  })),
  section("a section's rows have a predictor of 64 colours", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter/FlateDecode/DecodeParms<</Predictor 12/Colors 64>>`,
  })),
  section("a section's rows have a predictor beside an array of filters", () => ({
    codedSection: withRowTypes,
    section: (entries) => `${entries}/Filter[/FlateDecode]/DecodeParms<</Predictor 12>>`,
  })),
  section("a section's data are in another file", () => ({ section: (entries) => `${entries}/F(rows.bin)` })),
  section("a section's type is written twice", () => ({ section: (entries) => `${entries}/Type/ObjStm` })),
  ...orders.flatMap((order) => [
    section(
      `a hybrid revision lists a compressed page in its stream alone, ${orderNames[order]}`,
      () => ({
        hybrid: (rows) => rows.filter(([, type]) => type === 1).map(([num, , offset]) => tableRow(num, offset)),
      }),
      order,
    ),
    section(
      `a hybrid revision frees a compressed page in its table, ${orderNames[order]}`,
      (target) => ({
        hybrid: (rows) => [
          tableRow(target.page.num, 0),
          ...rows.filter(([, type]) => type === 1).map(([num, , offset]) => tableRow(num, offset)),
        ],
      }),
      order,
    ),
    section(
      `a hybrid revision lists its object stream in its stream alone, ${orderNames[order]}`,
      (target) => ({
        hybrid: (rows) =>
          rows
            .filter(([num, type]) => type === 1 && num !== holderOf(target))
            .map(([num, , offset]) => tableRow(num, offset)),
      }),
      order,
    ),
  ]),
];
