/** An object as written. `entry` is the target of its cross-reference entry if that is not its own position. */
export interface RawObject {
  num: number;
  body: string;
  gen?: number;
  /** Generation in the entry; by default that of the object. */
  entryGen?: number;
  /** The object that the entry points to, or an offset error in bytes. */
  entry?: { to: number } | { by: number } | "none";
}

export interface RawPdf {
  objects: readonly RawObject[];
  /** Additional lines of the cross-reference table; `{offset of N}` is replaced. */
  rows?: string;
  /** Additional entries; `{start}` is replaced by the offset of the table. */
  trailer?: string;
  /** Written before the header, after the last `%%EOF`, and instead of the offset of the table. */
  before?: string;
  behind?: string;
  startXref?: number;
}

/** Objects of a one-page document, from 1: catalog, pages, page, font, then the given ones. */
export function pageObjects(
  page: string,
  others: readonly string[],
  more: { catalog?: string; pages?: string } = {},
): RawObject[] {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  return [
    `<</Type/Catalog/Pages 2 0 R${more.catalog ?? ""}>>`,
    more.pages ?? "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]${page}>>`,
    font,
    ...others,
  ].map((body, index) => ({ num: index + 1, body }));
}

/** Resources with the font of `pageObjects` as /F. */
export const RESOURCES = "/Resources<</Font<</F 4 0 R>>>>";

/** Content that writes one line; `line` counts from the top. */
export function line(words: string, at = 1): string {
  return `BT /F 12 Tf 20 ${400 - 40 * at} Td (${words}) Tj ET\n`;
}

/** Exactly the specified bytes, correct or not. Latin-1. */
export function rawPdf({ objects, rows = "", trailer = "", before = "", behind = "", startXref }: RawPdf): Buffer {
  let file = `${before}%PDF-1.7\n`;
  const offsets = new Map<number, number>();
  for (const { num, gen = 0, body } of objects) {
    offsets.set(num, file.length - before.length);
    file += `${num} ${gen} obj\n${body}\nendobj\n`;
  }
  const start = file.length - before.length;
  const listed = objects.filter(({ entry }) => entry !== "none");
  const lines = listed.map(
    (object) => `${object.num} 1\n${row(entryOf(object, offsets), object.entryGen ?? object.gen ?? 0)}`,
  );
  const further = rows.replace(/\{offset of (\d+)\}/g, (_match, num: string) =>
    String(offsets.get(Number(num)) ?? 0).padStart(10, "0"),
  );
  const size = Math.max(...objects.map(({ num }) => num)) + 1;
  file += `xref\n0 1\n0000000000 65535 f \n${lines.join("")}${further}trailer\n<</Size ${size}/Root 1 0 R${trailer.replace("{start}", String(start))}>>\n`;
  return Buffer.from(`${file}startxref\n${startXref ?? start}\n%%EOF\n${behind}`, "latin1");
}

function entryOf({ num, entry }: RawObject, offsets: ReadonlyMap<number, number>): number {
  if (entry === undefined || entry === "none") {
    return offsets.get(num) ?? 0;
  }
  return "to" in entry ? (offsets.get(entry.to) ?? 0) : (offsets.get(num) ?? 0) + entry.by;
}

function row(offset: number, gen: number): string {
  return `${String(offset).padStart(10, "0")} ${String(gen).padStart(5, "0")} n \n`;
}
