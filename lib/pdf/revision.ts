import { randomBytes } from "node:crypto";
import { sliceOf, type Located, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfName } from "@/lib/pdf/syntax/serialize";
import { buildXrefStreamData, buildXrefTable, formatIndex, type WrittenObject } from "@/lib/pdf/xref/xref-write";
import type { PdfDocument } from "./document";
import { PdfError } from "./syntax/errors";

const LF = 10;
const CR = 13;
const END_OF_OBJECT = "\nendobj\n";
const END_OF_STREAM = "\nendstream";
/** How far above the last object number our revisions may use numbers. */
const FARTHEST_REFERENCE = 10_000;

/** Entries that belong to one cross-reference section only. All others are carried over (7.5.6). */
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
  /** Text is Latin-1. */
  body: string | Buffer;
}

export type NumberedDict = Located<PdfDict> & { num: number };

/**
 * An incremental update under construction (ISO 32000-2, 7.5.6). It uses the file's own kind of cross-reference data.
 * Throws PdfError `encrypted`, because our objects would have to be encrypted as well.
 */
export class Revision {
  private readonly pending = new Map<number, PendingObject>();
  private readonly changed = new Map<number, { object: NumberedDict; entries: Record<string, string | null> }>();
  private readonly bodyOffsets = new Map<number, number>();
  private next: number;

  constructor(readonly document: PdfDocument) {
    if (document.isEncrypted) {
      throw new PdfError("encrypted", "an encrypted file cannot be appended to");
    }
    this.next = firstFreeNumber(document);
  }

  /** Allocates the next free number without a body, so that objects can refer to each other. */
  reserve(): number {
    const num = this.next;
    this.next += 1;
    return num;
  }

  /** Adds a new object and returns its number. Strings are Latin-1. */
  add(body: string | Buffer): number {
    const num = this.reserve();
    this.replace(num, 0, body);
    return num;
  }

  /** Sets the body of an existing object of the file, or of a reserved number. */
  replace(num: number, gen: number, body: string | Buffer): void {
    this.pending.set(num, { gen, body });
  }

  /** Sets or (null) removes entries of an existing dictionary. Changes by several callers are merged. */
  change(object: NumberedDict, entries: Record<string, string | null>): void {
    const known = this.changed.get(object.num);
    this.changed.set(object.num, { object, entries: { ...known?.entries, ...entries } });
  }

  /** Adds a stream. `dictEntries` are written unchanged, and /Length is added. Text is Latin-1. */
  addStream(dictEntries: string, data: string | Buffer): number {
    return this.add(streamBody(dictEntries, data));
  }

  /** The bytes to append to the file. */
  build(): Buffer {
    const { source } = this.document;
    for (const { object, entries } of this.changed.values()) {
      this.replace(object.num, object.gen, editDict(object, entries));
    }
    const last = source.read(source.size - 1, 1)[0];
    const parts: (string | Buffer)[] = last === LF || last === CR ? [] : ["\n"];
    let length = parts.length;
    const written: WrittenObject[] = [];
    for (const [num, { gen, body }] of [...this.pending].sort(([one], [other]) => one - other)) {
      const head = `${num} ${gen} obj\n`;
      written.push({ num, gen, offset: source.size + length });
      this.bodyOffsets.set(num, length + head.length);
      parts.push(head, body, END_OF_OBJECT);
      length += head.length + body.length + END_OF_OBJECT.length;
    }
    const xref = this.buildXref(written, source.size + length);
    return joinParts([...parts, xref], length + xref.length);
  }

  /** Offset of an object's body in the tail that `build` returned. */
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
    const parts = [`${num} 0 obj\n`, streamBody(entries, buildXrefStreamData(rows)), END_OF_OBJECT, ending];
    return joinParts(
      parts,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
  }

  private trailerEntries(size: number): string {
    const { value, bytes } = this.document.trailer;
    const carried = [...value.entries]
      .filter(([key]) => !SECTION_KEYS.has(key))
      .map(([key, entry]) => `${pdfName(key)} ${sliceOf(bytes, entry).toString("latin1")}`);
    return `/Size ${size}/Prev ${this.document.startXref}${carried.join("")}/ID[${this.fileIdentifier()}]`;
  }

  /** The first half identifies the file permanently, the second half each state of it (14.4). */
  private fileIdentifier(): string {
    const { value, bytes } = this.document.trailer;
    const id = this.document.array(value.entries.get("ID"), bytes);
    const first = id?.value.items[0];
    const fresh = `<${randomBytes(16).toString("hex")}>`;
    const kept = id !== null && first?.kind === "string" ? sliceOf(id.bytes, first).toString("latin1") : fresh;
    return `${kept}${fresh}`;
  }
}

// Some writers' trailers refer to an object that was never written, with the next free number. Using it would define
// an object that was null for an earlier signer.
function firstFreeNumber({ maxObjectNumber, trailer }: PdfDocument): number {
  const named = referencesIn(trailer.value).filter((num) => num <= maxObjectNumber + FARTHEST_REFERENCE);
  return Math.max(maxObjectNumber, ...named) + 1;
}

function referencesIn(value: PdfValue): number[] {
  switch (value.kind) {
    case "ref":
      return [value.num];
    case "array":
      return value.items.flatMap(referencesIn);
    case "dict":
      return [...value.entries.values()].flatMap(referencesIn);
    default:
      return [];
  }
}

function streamBody(dictEntries: string, data: string | Buffer): string | Buffer {
  const head = `<<${dictEntries}/Length ${data.length}>>\nstream\n`;
  return typeof data === "string"
    ? `${head}${data}${END_OF_STREAM}`
    : Buffer.concat([Buffer.from(head, "latin1"), data, Buffer.from(END_OF_STREAM)]);
}

/** One buffer for all parts, because many small buffers would cost more than their content. */
function joinParts(parts: readonly (string | Buffer)[], length: number): Buffer {
  const joined = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    at += typeof part === "string" ? joined.write(part, at, "latin1") : part.copy(joined, at);
  }
  return joined;
}

/**
 * A dictionary with some entries set or (null) removed, and every other entry copied byte for byte. `changes` maps a
 * key without its slash to its value as PDF text.
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
