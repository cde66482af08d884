/** One row of a cross-reference section: in use at an offset, in an object stream, or free. */
export type Row = { at: number; gen?: number } | { inStream: number; index: number } | { free: number; gen?: number };

/**
 * A PDF written byte by byte, so that its cross-reference data can have any content. Objects are recorded as they are
 * written; `close` writes a section for them. Text is Latin-1.
 */
export class RawFile {
  readonly rows = new Map<number, Row>();
  private content: string;

  constructor(header = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n") {
    this.content = header;
  }

  get length(): number {
    return this.content.length;
  }

  /** Writes text unchanged and returns its offset. */
  write(text: string): number {
    const at = this.length;
    this.content += text;
    return at;
  }

  /** Writes an object, records its place, and returns its offset. */
  object(num: number, body: string, gen = 0): number {
    const at = this.write(`${num} ${gen} obj\n${body}\nendobj\n`);
    this.rows.set(num, { at, gen });
    return at;
  }

  /** Writes a classic section with one subsection for each run of numbers; returns its offset. */
  table(rows: ReadonlyMap<number, Row> = this.rows): number {
    const at = this.write("xref\n0 1\n0000000000 65535 f \n");
    for (const [num, row] of [...rows].sort(([one], [other]) => one - other)) {
      this.write(`${num} 1\n${tableRow(row)}`);
    }
    return at;
  }

  /** Trailer, `startxref` and the end. */
  trailer(entries: string, startXref: number): this {
    this.write(`trailer\n<<${entries}>>\nstartxref\n${startXref}\n%%EOF\n`);
    return this;
  }

  /** A section as an object, its entries completed with /W, /Index and /Length. Returns its offset. */
  xrefStream(num: number, entries: string, rows: ReadonlyMap<number, Row> = this.rows): number {
    const all = [...rows, [num, { at: this.length }] as const].sort(([one], [other]) => one - other);
    const data = all.map(([, row]) => streamRow(row)).join("");
    const index = all.map(([key]) => `${key} 1`).join(" ");
    return this.write(
      `${num} 0 obj\n<</Type/XRef/W[1 4 2]/Index[${index}]${entries}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`,
    );
  }

  /** Closes the file with a table over all objects, or the rows given. */
  close({
    trailer = "",
    rows = this.rows,
    size,
  }: { trailer?: string; rows?: ReadonlyMap<number, Row>; size?: number } = {}): Buffer {
    const at = this.table(rows);
    return this.trailer(`/Size ${size ?? Math.max(0, ...rows.keys()) + 1}/Root 1 0 R${trailer}`, at).bytes();
  }

  bytes(): Buffer {
    return Buffer.from(this.content, "latin1");
  }
}

function tableRow(row: Row): string {
  if ("free" in row) {
    return `${String(row.free).padStart(10, "0")} ${String(row.gen ?? 0).padStart(5, "0")} f \n`;
  }
  return `${String("at" in row ? row.at : 0).padStart(10, "0")} ${String("at" in row ? (row.gen ?? 0) : 0).padStart(5, "0")} n \n`;
}

function streamRow(row: Row): string {
  const [type, second, third] =
    "free" in row
      ? [0, row.free, row.gen ?? 0]
      : "at" in row
        ? [1, row.at, row.gen ?? 0]
        : [2, row.inStream, row.index];
  const buffer = Buffer.alloc(7);
  buffer.writeUInt8(type, 0);
  buffer.writeUInt32BE(second, 1);
  buffer.writeUInt16BE(third, 5);
  return buffer.toString("latin1");
}

export function stream(content: string, entries = ""): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

export interface SheetParts {
  /** Content of the one page. */
  content?: string;
  /** Replaces `/Contents 4 0 R`. */
  contents?: string;
  catalog?: string;
  pages?: string;
  page?: string;
  mediaBox?: string;
  /** Resources in addition to the font /F. */
  resources?: string;
  font?: string;
  /** Additional objects by number, written unchanged. */
  objects?: Readonly<Record<number, string>>;
}

/**
 * Objects 1 to 5 of a page of 300 by 400 points (catalog, pages, page, content, font), followed by the given objects.
 */
export function sheetObjects(parts: SheetParts): [number, string][] {
  const {
    content = "",
    contents = "/Contents 4 0 R",
    catalog = "",
    pages = "",
    page = "",
    mediaBox = "/MediaBox[0 0 300 400]",
    resources = "",
  } = parts;
  const standard: [number, string][] = [
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [2, `<</Type/Pages/Kids[3 0 R]/Count 1${pages}>>`],
    [3, `<</Type/Page/Parent 2 0 R${mediaBox}/Resources<</Font<</F 5 0 R>>${resources}>>${contents}${page}>>`],
    [4, stream(content)],
    [5, parts.font ?? "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
  ];
  const others = Object.entries(parts.objects ?? {}).map(([num, body]): [number, string] => [Number(num), body]);
  const replaced = new Set(others.map(([num]) => num));
  return [...standard.filter(([num]) => !replaced.has(num)), ...others];
}

/** A file of one page. */
export function sheet(parts: SheetParts, trailer = ""): Buffer {
  return openSheet(parts).close({ trailer });
}

/** The file before it is closed. */
export function openSheet(parts: SheetParts, header?: string): RawFile {
  const file = new RawFile(header);
  sheetObjects(parts).forEach(([num, body]) => file.object(num, body));
  return file;
}
