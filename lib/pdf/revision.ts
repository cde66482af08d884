import { randomBytes } from "node:crypto";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { sliceOf, type Located, type PdfDict } from "@/lib/pdf/objects";
import { pdfName } from "@/lib/pdf/serialize";
import { buildXrefStreamData, buildXrefTable, formatIndex, type WrittenObject } from "@/lib/pdf/xref-write";

const LF = 10;
const CR = 13;

/** Entries that belong to one cross-reference section only; all others are carried on (7.5.6). */
const SECTION_KEYS = new Set([
  "Size",
  "Prev",
  "XRefStm",
  "ID",
  "Type",
  "W",
  "Index",
  "Length",
  "Filter",
  "DecodeParms",
]);

interface PendingObject {
  gen: number;
  body: Buffer;
}

/**
 * One incremental update under construction (ISO 32000-2, 7.5.6). It keeps the file's own kind of
 * cross-reference data. Throws PdfError `encrypted`: our objects would have to be encrypted as well.
 */
export class Revision {
  private readonly pending = new Map<number, PendingObject>();
  private readonly bodyOffsets = new Map<number, number>();
  private next: number;

  constructor(readonly document: PdfDocument) {
    if (document.isEncrypted) {
      throw new PdfError("encrypted", "an encrypted file cannot be appended to");
    }
    this.next = document.maxObjectNumber + 1;
  }

  /** Takes the next free number without a body yet, so that objects can name one another. */
  reserve(): number {
    const num = this.next;
    this.next += 1;
    return num;
  }

  /** Adds a new object and answers its number. Strings are Latin-1. */
  add(body: string | Buffer): number {
    const num = this.reserve();
    this.replace(num, 0, body);
    return num;
  }

  /** Sets the body of an object that the file has already, or of a reserved number. */
  replace(num: number, gen: number, body: string | Buffer): void {
    this.pending.set(num, { gen, body: typeof body === "string" ? Buffer.from(body, "latin1") : body });
  }

  /** Adds a stream; `dictEntries` are written as they are, /Length is added. */
  addStream(dictEntries: string, data: Buffer): number {
    return this.add(streamBody(dictEntries, data));
  }

  /** The bytes to append to the file. */
  build(): Buffer {
    const { source } = this.document;
    const parts: Buffer[] = [];
    let length = 0;
    const push = (part: Buffer): void => {
      parts.push(part);
      length += part.length;
    };
    const last = source.read(source.size - 1, 1)[0];
    if (last !== LF && last !== CR) {
      push(Buffer.from("\n"));
    }
    const written: WrittenObject[] = [];
    for (const [num, { gen, body }] of [...this.pending].sort(([one], [other]) => one - other)) {
      written.push({ num, gen, offset: source.size + length });
      push(Buffer.from(`${num} ${gen} obj\n`));
      this.bodyOffsets.set(num, length);
      push(body);
      push(Buffer.from("\nendobj\n"));
    }
    push(this.buildXref(written, source.size + length));
    return Buffer.concat(parts, length);
  }

  /** Offset of an object's body in the tail that `build` answered. */
  bodyOffset(num: number): number {
    const offset = this.bodyOffsets.get(num);
    if (offset === undefined) {
      throw new RangeError(`object ${num} is not in this revision, or it is not built yet`);
    }
    return offset;
  }

  private buildXref(written: WrittenObject[], offset: number): Buffer {
    const ending = `startxref\n${offset}\n%%EOF\n`;
    if (this.document.xrefKind === "table") {
      const trailer = `trailer\n<<${this.trailerEntries(this.next)}>>\n`;
      return Buffer.from(`${buildXrefTable(written)}${trailer}${ending}`, "latin1");
    }
    const num = this.reserve();
    const rows = [...written, { num, gen: 0, offset }];
    const entries = `/Type/XRef/W[1 5 2]/Index[${formatIndex(rows)}]${this.trailerEntries(this.next)}`;
    const head = Buffer.from(`${num} 0 obj\n`);
    return Buffer.concat([
      head,
      streamBody(entries, buildXrefStreamData(rows)),
      Buffer.from(`\nendobj\n${ending}`),
    ]);
  }

  private trailerEntries(size: number): string {
    const { value, bytes } = this.document.trailer;
    const carried = [...value.entries]
      .filter(([key]) => !SECTION_KEYS.has(key))
      .map(([key, entry]) => `${pdfName(key)} ${sliceOf(bytes, entry).toString("latin1")}`);
    return `/Size ${size}/Prev ${this.document.startXref}${carried.join("")}/ID[${this.fileIdentifier()}]`;
  }

  /** The first half names the file for good, the second each state of it (14.4). */
  private fileIdentifier(): string {
    const { value, bytes } = this.document.trailer;
    const id = this.document.array(value.entries.get("ID"), bytes);
    const first = id?.value.items[0];
    const fresh = `<${randomBytes(16).toString("hex")}>`;
    const kept = id !== null && first?.kind === "string" ? sliceOf(id.bytes, first).toString("latin1") : fresh;
    return `${kept}${fresh}`;
  }
}

function streamBody(dictEntries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<<${dictEntries}/Length ${data.length}>>\nstream\n`, "latin1");
  return Buffer.concat([head, data, Buffer.from("\nendstream")]);
}

/**
 * A dictionary with some entries set or (null) removed, every other entry copied byte for byte.
 * `changes` maps a key without its slash to its value as it is to be written.
 */
export function editDict(dict: Located<PdfDict>, changes: Record<string, string | null>): string {
  let written = "<<";
  for (const [key, value] of dict.value.entries) {
    if (!Object.hasOwn(changes, key)) {
      written += `${dict.bytes.toString("latin1", value.keyStart, value.end)}\n`;
    }
  }
  for (const [key, value] of Object.entries(changes)) {
    if (value !== null) {
      written += `${pdfName(key)} ${value}\n`;
    }
  }
  return `${written}>>`;
}
