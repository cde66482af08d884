import { deflateSync } from "node:zlib";
import { editDict } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { freshNumber, offsetOf, pageBody } from "./cross-reference-mutations";
import { Target, type Mutation } from "./mutation";

export type Slot = readonly [num: number, body: string];
/** Object number, type, second and third field. */
export type StreamRow = readonly [num: number, type: number, second: number, third: number];

export interface Holder {
  num: number;
  gen?: number;
  slots: readonly Slot[];
  /** Replaces the correct header. */
  header?: string;
  /** Entries that replace /Type, /N and /First; /Length is added unless they contain one. */
  dict?: (fitting: { count: number; first: number }) => string;
  /** Encodes the data. */
  coded?: (data: string) => string;
}

interface PackedRevision {
  holders?: readonly Holder[];
  /** Objects outside of object streams. */
  plain?: readonly Slot[];
  /** Modifies the correct rows; the section's own is the last. */
  rows?: (rows: StreamRow[], offsetOfObject: (num: number) => number) => StreamRow[];
  widths?: readonly [number, number, number];
  /** Modifies the section's entries other than /Type and /Length. */
  section?: (entries: string, at: number) => string;
  codedSection?: (data: string) => string;
  /** Rows of a table that replaces the section and refers to the stream in /XRefStm. */
  hybrid?: (rows: readonly StreamRow[]) => readonly string[];
}

/** The number of the first object stream that a revision adds; its other objects follow. */
export const holderOf = (target: Target): number => freshNumber(target);
export const paintOf = (target: Target): number => freshNumber(target) + 2;
export const spareOf = (target: Target, index = 0): number => freshNumber(target) + 3 + index;
const sectionOf = (target: Target): number => freshNumber(target) + 9;

const painting = "0 g 10 80 280 240 re f";
/** The content stream of a forged page. */
export const paint = (target: Target): Slot => [
  paintOf(target),
  `<</Length ${painting.length}>>\nstream\n${painting}\nendstream`,
];
export const truePage = (target: Target): Slot => [target.page.num, pageBody(target)];
export const forgedPage = (target: Target): Slot => [
  target.page.num,
  editDict(target.page, { Contents: pdfRef(paintOf(target)) }),
];

/** The order in an object stream of the page as signed and the forged one. */
export type Order = "true_first" | "forged_first";
export const inOrder = (target: Target, order: Order): [Slot, Slot] =>
  order === "true_first" ? [truePage(target), forgedPage(target)] : [forgedPage(target), truePage(target)];

export const orders: readonly Order[] = ["true_first", "forged_first"];

export const orderNames = { true_first: "true first", forged_first: "forged first", free_first: "free first" };

export const hex = (data: string): string => `${Buffer.from(data, "latin1").toString("hex")}>`;
export const deflated = (data: string): string => deflateSync(Buffer.from(data, "latin1")).toString("latin1");
/** For a PNG predictor with rows of one byte. */
export const withRowTypes = (data: string): string => deflated([...data].map((byte) => `\0${byte}`).join(""));

export const withUnknownRowTypes = (data: string): string => deflated([...data].map((byte) => `\x09${byte}`).join(""));

export function headerOf(slots: readonly Slot[]): string {
  let at = 0;
  const words = slots.map(([num, body]) => {
    const word = `${num} ${at}`;
    at += body.length + 1;
    return word;
  });
  return `${words.join(" ")} `;
}

/** Appends a revision of object streams and a cross-reference stream, or a hybrid one, whatever kind the file uses. */
export function packedRevision(target: Target, revision: PackedRevision): Buffer {
  const { document, bytes, catalog } = target;
  let text = "\n";
  const offsets = new Map<number, number>();
  const rows: StreamRow[] = [];
  const write = (num: number, gen: number, body: string): void => {
    offsets.set(num, bytes.length + text.length);
    text += `${num} ${gen} obj\n${body}\nendobj\n`;
  };
  for (const holder of revision.holders ?? []) {
    write(holder.num, holder.gen ?? 0, holderBody(holder));
    rows.push(...holder.slots.map(([num], index): StreamRow => [num, 2, holder.num, index]));
    rows.push([holder.num, 1, offsets.get(holder.num) ?? 0, holder.gen ?? 0]);
  }
  for (const [num, body] of revision.plain ?? []) {
    write(num, 0, body);
    rows.push([num, 1, offsets.get(num) ?? 0, 0]);
  }
  const at = bytes.length + text.length;
  const section = sectionOf(target);
  const own: StreamRow[] = revision.hybrid ? [] : [[section, 1, at, 0]];
  const fitting = [...rows, ...own];
  const listed = revision.rows?.(fitting, (num) => offsets.get(num) ?? offsetOf(target, num)) ?? fitting;
  const widths = revision.widths ?? [1, 4, 2];
  const trailer = `/Size ${section + 1}/Prev ${document.startXref}/Root ${pdfRef(catalog.num)}`;
  const index = listed.map(([num]) => `${num} 1`).join(" ");
  const entries = `/W[${widths.join(" ")}]/Index[${index}]${trailer}`;
  const raw = listed.map((row) => rowBytes(row, widths)).join("");
  const data = revision.codedSection?.(raw) ?? raw;
  const written = revision.section?.(entries, at) ?? entries;
  text += `${section} 0 obj\n<</Type/XRef${written}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
  if (!revision.hybrid) {
    return Buffer.concat([bytes, Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, "latin1")]);
  }
  const table = bytes.length + text.length;
  const tableRows = [...revision.hybrid(rows), tableRow(section, at)];
  text += `xref\n${tableRows.join("")}trailer\n<<${trailer}/XRefStm ${at}>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(text, "latin1")]);
}

function holderBody({ slots, header = headerOf(slots), dict, coded = (data) => data }: Holder): string {
  const data = coded(`${header}${slots.map(([, body]) => body).join(" ")}`);
  const fitting = { count: slots.length, first: header.length };
  const entries = dict?.(fitting) ?? holderEntries(fitting);
  const length = /\/Length[ \d]/.test(entries) ? "" : `/Length ${data.length}`;
  return `<<${entries}${length}>>\nstream\n${data}\nendstream`;
}

export const holderEntries = ({ count, first }: { count: number; first: number }): string =>
  `/Type/ObjStm/N ${count}/First ${first}`;

/** A row of a table; a free entry if the offset is 0. */
export function tableRow(num: number, offset: number): string {
  return `${num} 1\n${String(offset).padStart(10, "0")} 00000 ${offset === 0 ? "f" : "n"} \n`;
}

function rowBytes([, ...fields]: StreamRow, widths: readonly [number, number, number]): string {
  return fields
    .map((value, index) => {
      const width = widths[index] ?? 0;
      const bytes = Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** (width - 1 - at)) % 256);
      return String.fromCharCode(...bytes);
    })
    .join("");
}

export function packed(name: string, make: (target: Target) => PackedRevision): Mutation {
  return {
    name,
    apply: (bytes) => {
      const target = new Target(bytes);
      return packedRevision(target, make(target));
    },
  };
}
