import { inlineImages, type InlineImage } from "@/lib/pdf/content/inline-images";
import { oddTokens } from "@/lib/pdf/content/odd-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import { ContentReader, contentStreams, joinContent, type Content } from "@/lib/pdf/strict/content-streams";
import { readPageTree, type PageTree } from "@/lib/pdf/strict/page-tree";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import {
  canonicalDict,
  canonicalStream,
  canonicalValue,
  decodedContent,
  deflated,
  type Edits,
} from "./canonical-value";
import { FileWriter } from "./file-writer";
import { TreeEdits } from "./tree-edits";

/** Entries of a cross-reference section, which the new file rewrites. */
const SECTION_KEYS: ReadonlySet<string> = new Set([
  "Size",
  "Prev",
  "XRefStm",
  "Type",
  "W",
  "Index",
  "Length",
  "Filter",
  "DecodeParms",
  "F",
  "Encrypt",
]);
const HEADER_WINDOW = 32;

/**
 * Writes a document as our reader sees it to the open `file`, as one plain file: every object reachable from the
 * trailer, once, renumbered, with correct lengths, one cross-reference section, a consistent page tree, and content
 * that every reader interprets alike. Its content is preserved: metadata, outlines, structure, attachments, page
 * labels. Unreachable objects are dropped, including earlier revisions. Returns the size. Throws PdfError `damaged`
 * where an object cannot be resolved or content cannot be made unambiguous, and `too_large`.
 */
export function writeCanonical(document: PdfDocument, file: number, maxBytes: number): number {
  return new CanonicalWriter(document, file, maxBytes).write();
}

class CanonicalWriter {
  private readonly numbers = new Map<number, number>();
  private readonly queue = new Queue();
  private readonly writer: FileWriter;
  private readonly tree: PageTree;
  private readonly edits: TreeEdits;
  /** Pages and streams whose content must be rewritten. */
  private readonly contents = new Map<number, Content>();
  private readonly boxes = new Map<number, string>();
  private highest = 0;
  private loneNode: number | null = null;

  constructor(
    private readonly document: PdfDocument,
    file: number,
    maxBytes: number,
  ) {
    this.writer = new FileWriter(file, maxBytes, () => this.reserve());
    this.tree = readPageTree(document);
    this.edits = new TreeEdits(document, this.tree);
  }

  write(): number {
    this.findContents();
    const { source, trailer } = this.document;
    this.writer.push(headerOf(source.read(0, Math.min(HEADER_WINDOW, source.size))));
    let entries = "";
    for (const [key, value] of trailer.value.entries) {
      if (!SECTION_KEYS.has(key) && (key !== "ID" || isId(value))) {
        entries += `/${key} ${canonicalValue(value, trailer.bytes, this.renumber)}`;
      }
    }
    this.queue.run();
    return this.writer.finish(entries);
  }

  private findContents(): void {
    const reader = new ContentReader(this.document);
    for (const content of contentStreams(this.document, this.tree)) {
      if (reader.defectOf(content) !== null) {
        this.contents.set(content.num, content);
      }
      if (content.box !== null) {
        this.boxes.set(content.num, content.box);
      }
    }
  }

  private reserve(): number {
    this.highest += 1;
    return this.highest;
  }

  /** Assigns a number to the object that a reference points to, and queues it for writing. */
  private readonly renumber = (num: number): number | null => {
    const known = this.numbers.get(num);
    if (known !== undefined) {
      return known;
    }
    const target = this.document.locate({ kind: "ref", num, gen: 0, start: 0, end: 0, keyStart: -1 }, Buffer.alloc(0));
    if (target?.num == null) {
      return null;
    }
    const own = this.numbers.get(target.num) ?? this.assign(target.num);
    this.numbers.set(num, own);
    return own;
  };

  private assign(num: number): number {
    const own = this.reserve();
    this.numbers.set(num, own);
    this.queue.push(() =>
      this.writeObject(num, own, {
        ...this.edits.of(num, this.renumber, (page, parent) => this.copyPage(page, parent)),
        ...this.loneEdit(num),
      }),
    );
    return own;
  }

  /** A page that is the whole tree gets a node above it (7.7.3). */
  private loneEdit(num: number): Edits {
    const { lonePage } = this.edits;
    if (lonePage === null || (num !== lonePage && num !== this.document.catalog().num)) {
      return {};
    }
    if (this.loneNode === null) {
      const own = this.reserve();
      this.loneNode = own;
      this.queue.push(() =>
        this.writer.object(own, `<</Type/Pages/Kids[${pdfRef(this.renumber(lonePage) ?? 0)}]/Count 1>>`),
      );
    }
    return num === lonePage ? { Parent: pdfRef(this.loneNode) } : { Pages: pdfRef(this.loneNode) };
  }

  /** A page that occurs in the tree a second time is shown a second time, as a separate page. */
  private copyPage(num: number, parent: number): number {
    const own = this.reserve();
    this.queue.push(() =>
      this.writeObject(num, own, {
        ...this.edits.of(num, this.renumber, () => own),
        Parent: pdfRef(this.renumber(parent) ?? parent),
      }),
    );
    return own;
  }

  private writeObject(num: number, own: number, edits: Edits): void {
    const object = this.document.load(num);
    if (object === null) {
      throw new PdfError("damaged", `object ${num} cannot be resolved`);
    }
    if (object.streamStart >= 0 && isDictObject(object)) {
      this.writeStream(object, own);
      return;
    }
    const { value, bytes } = object;
    const text =
      value.kind === "dict"
        ? canonicalDict(value, bytes, this.renumber, { ...edits, ...this.contentEdit(num) })
        : canonicalValue(value, bytes, this.renumber);
    if (this.document.entry(num)?.type === "compressed") {
      this.writer.compressedObject(own, text);
    } else {
      this.writer.object(own, text);
    }
  }

  private writeStream(object: IndirectObject & { value: PdfDict }, own: number): void {
    const content = this.contents.get(object.num);
    const { edits, data } =
      content === undefined || content.isPage
        ? canonicalStream(this.document, object)
        : deflated(canonicalContent(decodedContent(this.document, object)));
    this.writer.stream(
      own,
      canonicalDict(object.value, object.bytes, this.renumber, { ...edits, ...this.boxEdit(object.num) }),
      data,
      this.document.source,
    );
  }

  private boxEdit(num: number): Edits {
    const box = this.boxes.get(num);
    return box === undefined ? {} : { BBox: box };
  }

  /** The streams of a page are joined if one of them, or their concatenation, is ambiguous. */
  private contentEdit(num: number): Edits {
    const content = this.contents.get(num);
    if (content === undefined || !content.isPage) {
      return {};
    }
    const own = this.reserve();
    this.queue.push(() => {
      const parts = content.streams.filter(isDictObject).map((stream) => decodedContent(this.document, stream));
      const { edits, data } = deflated(canonicalContent(joinContent(parts)));
      this.writer.stream(
        own,
        `<</Filter ${edits.Filter ?? ""}/Length ${edits.Length ?? ""}>>`,
        data,
        this.document.source,
      );
    });
    return { Contents: pdfRef(own) };
  }
}

/** A first-in, first-out queue of tasks that may add further tasks. */
class Queue {
  private waiting: (() => void)[] = [];

  push(work: () => void): void {
    this.waiting.push(work);
  }

  run(): void {
    while (this.waiting.length > 0) {
      const now = this.waiting;
      this.waiting = [];
      now.forEach((work) => work());
    }
  }
}

function isDictObject(object: IndirectObject): object is IndirectObject & { value: PdfDict } {
  return object.value.kind === "dict";
}

function isId(value: { kind: string; items?: { kind: string }[] }): boolean {
  return (
    value.kind === "ref" ||
    (value.kind === "array" && value.items?.length === 2 && value.items.every(({ kind }) => kind === "string"))
  );
}

/** The file's version, and four bytes that mark it as binary (7.5.2). */
function headerOf(head: Buffer): Buffer {
  const version = /%PDF-([12]\.\d)/.exec(head.toString("latin1"))?.[1] ?? "1.7";
  return Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, "latin1");
}

const HEX_LINE = 128;

/**
 * Rewrites content so that every reader interprets it alike. Inline image data gets an unambiguous end: unchanged
 * data is additionally encoded in hexadecimal, which cannot contain `EI` and ends at `>` (ISO 32000-2, 7.4.2 and
 * 8.9.7). Unusual numbers, names and strings are normalised. A string truncated at the end is omitted. Throws
 * PdfError `damaged` where the end of the data is undecidable.
 */
function canonicalContent(content: Buffer): Buffer {
  const images = imagesIn(content);
  const changes = [
    ...images
      .filter(({ isPlain }) => !isPlain)
      .map((image) => ({ start: image.start, end: image.end, bytes: inHex(content, image) })),
    ...[...oddTokens(content, images)].map(({ start, end, text }) => ({
      start,
      end,
      bytes: Buffer.from(` ${text} `, "latin1"),
    })),
  ].sort((one, other) => one.start - other.start);
  const parts: Buffer[] = [];
  let pos = 0;
  for (const { start, end, bytes } of changes) {
    parts.push(content.subarray(pos, start), bytes);
    pos = end;
  }
  return parts.length === 0 ? content : Buffer.concat([...parts, content.subarray(pos)]);
}

/**
 * Throws PdfError `damaged` for content in which the inline images cannot be found: readers draw it up to that point.
 */
function imagesIn(content: Buffer): InlineImage[] {
  try {
    return inlineImages(content);
  } catch (error) {
    if (error instanceof PdfError) {
      throw new PdfError("damaged", `an inline image that cannot be read: ${error.detail}`);
    }
    throw error;
  }
}

function inHex(content: Buffer, { data, dict }: InlineImage): Buffer {
  if (data === null) {
    throw new PdfError("damaged", "the end of an inline image is ambiguous");
  }
  const { Filter: filter, DecodeParms: parameters } = Object.fromEntries(dict.entries);
  const filters = filter === undefined || filter.kind === "null" ? [] : itemsOf(filter);
  const own = parameters === undefined || parameters.kind === "null" ? [] : itemsOf(parameters);
  const text = (value: PdfValue) =>
    value.kind === "dict"
      ? canonicalDict(value, content, () => null)
      : content.toString("latin1", value.start, value.end);
  const edits = {
    Filter: `[/AHx ${filters.map(text).join(" ")}]`,
    DecodeParms: own.length === 0 ? null : `[null ${own.map(text).join(" ")}]`,
    Length: null,
  };
  const entries = canonicalDict(dict, content, () => null, edits);
  const digits = content.toString("hex", data.start, data.end).replace(new RegExp(`.{${HEX_LINE}}`, "g"), "$&\n");
  return Buffer.from(`BI\n${entries.slice(2, -2)}\nID\n${digits}>\nEI`, "latin1");
}

function itemsOf(value: PdfValue): readonly PdfValue[] {
  return value.kind === "array" ? value.items : [value];
}
