import { inflateSync } from "node:zlib";
import { inlineImages } from "@/lib/pdf/content/inline-images";
import { oddTokens } from "@/lib/pdf/content/odd-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import { decodeRaw, decodesAlike, filtersOf, FULL_FILTER_NAMES } from "@/lib/pdf/filters-of";
import { inflateChunk } from "@/lib/pdf/filters/filters";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfNumbers } from "@/lib/pdf/syntax/serialize";
import type { PageTree, TreeNode } from "./page-tree";

/** For a form without a box, which most programs draw without clipping. */
const WHOLE_PAGE = "[-14400 -14400 14400 14400]";

/** Content to draw: that of a page, joined from `streams`, or a single stream that others draw. */
export interface Content {
  /** Object number of the page, or of the stream. */
  num: number;
  isPage: boolean;
  streams: IndirectObject[];
  /** Whether /Contents refers only to streams. */
  isWhole: boolean;
  /** The /BBox to add to a form without one. Null if it has one, or if none is needed. */
  box: string | null;
}

/**
 * Every content stream that the pages reach, each once: pages, form XObjects, patterns, glyphs of Type 3 fonts, soft
 * masks, appearances of annotations (ISO 32000-2, 7.8.2). An object that serves two purposes is returned for both.
 */
export function* contentStreams(document: PdfDocument, { nodes }: PageTree): Generator<Content> {
  const walk = new ResourceWalk(document);
  for (const node of nodes) {
    if (node.kids === null) {
      yield { num: node.object.num, isPage: true, box: null, ...pageStreams(document, node) };
      walk.addResources(node.resources);
      walk.addAnnotations(node.object);
    }
    yield* walk.drain();
  }
}

function pageStreams(document: PdfDocument, { object }: TreeNode): Pick<Content, "streams" | "isWhole"> {
  const contents = object.value.entries.get("Contents");
  const several = document.array(contents, object.bytes);
  const items = several?.value.items ?? (contents === undefined ? [] : [contents]);
  const streams = items.flatMap((item) => streamOf(document, item) ?? []);
  return { streams, isWhole: streams.length === items.length };
}

/** The stream behind a reference, or behind a chain of references. */
function streamOf(document: PdfDocument, value: PdfValue | undefined): IndirectObject | null {
  const num = value?.kind === "ref" ? (document.locate(value, Buffer.alloc(0))?.num ?? null) : null;
  const object = num === null ? null : document.load(num);
  return object !== null && object.streamStart >= 0 ? object : null;
}

class ResourceWalk {
  private readonly seen = new Set<number>();
  private readonly drawn = new Set<number>();
  private readonly boxes = new Map<number, string>();
  private readonly waiting: IndirectObject[] = [];
  /** Resource dictionaries written inside their owner, which is visited once. */
  constructor(private readonly document: PdfDocument) {}

  *drain(): Generator<Content> {
    for (let stream = this.waiting.pop(); stream !== undefined; stream = this.waiting.pop()) {
      yield { num: stream.num, isPage: false, streams: [stream], isWhole: true, box: this.missingBox(stream) };
      if (stream.value.kind === "dict") {
        this.addResources(this.document.locate(stream.value.entries.get("Resources"), stream.bytes));
      }
    }
  }

  private missingBox({ num, value, bytes }: IndirectObject): string | null {
    const box = this.boxes.get(num);
    if (box === undefined || value.kind !== "dict") {
      return null;
    }
    const own = this.document.array(value.entries.get("BBox"), bytes);
    return own?.value.items.length === 4 && own.value.items.every((item) => this.document.number(item) !== null)
      ? null
      : box;
  }

  addResources(found: Located | null): void {
    if (found?.value.kind !== "dict" || this.isKnown(found)) {
      return;
    }
    const resources: Located<PdfDict> = { ...found, value: found.value };
    this.eachStream(
      resources,
      "XObject",
      (dict) => this.document.name(dict.entries.get("Subtype")) !== "Image",
      WHOLE_PAGE,
    );
    this.eachStream(resources, "Pattern", () => true);
    for (const state of this.valuesOf(resources, "ExtGState")) {
      const mask = this.document.dict(state.value.entries.get("SMask"), state.bytes);
      this.addStream(mask?.value.entries.get("G"));
    }
    for (const font of this.valuesOf(resources, "Font")) {
      if (!this.isKnown(font) && font.value.entries.has("CharProcs")) {
        this.eachStream(font, "CharProcs", () => true);
        this.addResources(this.document.locate(font.value.entries.get("Resources"), font.bytes));
      }
    }
  }

  addAnnotations(page: Located<PdfDict>): void {
    const list = this.document.array(page.value.entries.get("Annots"), page.bytes);
    for (const item of list?.value.items ?? []) {
      const annotation = this.document.dict(item, list?.bytes ?? page.bytes);
      const looks = annotation && this.document.dict(annotation.value.entries.get("AP"), annotation.bytes);
      const box = annotation === null ? null : this.sizeOf(annotation);
      for (const look of looks?.value.entries.values() ?? []) {
        this.addStream(look, box);
        const states = this.document.dict(look, looks?.bytes ?? page.bytes);
        for (const state of states?.value.entries.values() ?? []) {
          this.addStream(state, box);
        }
      }
    }
  }

  private isKnown({ num }: Located): boolean {
    if (num === null) {
      return false;
    }
    const isKnown = this.seen.has(num);
    this.seen.add(num);
    return isKnown;
  }

  private valuesOf(owner: Located<PdfDict>, key: string): Located<PdfDict>[] {
    const group = this.document.dict(owner.value.entries.get(key), owner.bytes);
    if (group === null || (group.num !== null && this.isKnown(group))) {
      return [];
    }
    return [...group.value.entries.values()].flatMap((value) => this.document.dict(value, group.bytes) ?? []);
  }

  private eachStream(
    owner: Located<PdfDict>,
    key: string,
    isContent: (dict: PdfDict) => boolean,
    box: string | null = null,
  ): void {
    const group = this.document.dict(owner.value.entries.get(key), owner.bytes);
    if (group === null || (group.num !== null && this.isKnown(group))) {
      return;
    }
    for (const value of group.value.entries.values()) {
      if (value.kind === "ref" && !this.drawn.has(value.num)) {
        const dict = this.document.dict(value, group.bytes);
        if (dict !== null && isContent(dict.value)) {
          this.addStream(value, box);
        }
      }
    }
  }

  /** An appearance without a box is drawn in its own size from the corner of the annotation. */
  private sizeOf({ value, bytes }: Located<PdfDict>): string {
    const rect = this.document.array(value.entries.get("Rect"), bytes);
    const [a = 0, b = 0, c = 0, d = 0] = rect?.value.items.map((item) => this.document.number(item) ?? 0) ?? [];
    return pdfNumbers([0, 0, Math.abs(c - a), Math.abs(d - b)]);
  }

  private addStream(value: PdfValue | undefined, box: string | null = null): void {
    const stream = streamOf(this.document, value);
    if (stream !== null && !this.drawn.has(stream.num)) {
      if (box !== null) {
        this.boxes.set(stream.num, box);
      }
      this.drawn.add(stream.num);
      this.waiting.push(stream);
    }
  }
}

/** Limit for the decoded bytes of all content streams. A file with more is refused as too large. */
const MOST_CONTENT = 256 << 20;

type ContentDefect = "stream_data" | "inline_image" | "content_syntax" | "content_states";

/** Reads content streams and checks whether every reader interprets them alike. */
export class ContentReader {
  private left = MOST_CONTENT;

  constructor(private readonly document: PdfDocument) {}

  /** Null for unambiguous content. Throws PdfError `too_large`. */
  defectOf({ streams, isWhole }: Content): ContentDefect | null {
    if (!isWhole) {
      return "stream_data";
    }
    const parts: Buffer[] = [];
    for (const stream of streams) {
      const data = this.decodeAlike(stream);
      if (data === null) {
        return "stream_data";
      }
      parts.push(data);
    }
    const content = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : joinContent(parts);
    return defectIn(content);
  }

  private decodeAlike(stream: IndirectObject): Buffer | null {
    const { offset, length } = this.document.rawStream(stream);
    const { names, isDecodable } = filtersOf(this.document, stream);
    if (!isDecodable || stream.value.kind !== "dict") {
      return null;
    }
    if (length > this.document.limits.streamBytes) {
      throw new PdfError("too_large", `a content stream of ${length} bytes`);
    }
    const raw = this.document.source.read(offset, length);
    try {
      const whole =
        names.length === 0 ? raw : wholeInflated(names, raw, stream.value, this.document.limits.streamBytes);
      const data = whole ?? decodeRaw(this.document, raw, stream.value);
      this.left -= data.length;
      if (this.left < 0) {
        throw new PdfError("too_large", "content streams decode to too many bytes");
      }
      if (whole !== null) {
        return data;
      }
      const full = names.map((name) => FULL_FILTER_NAMES[name] ?? name);
      const wanted = { dict: stream.value, maxBytes: this.document.limits.streamBytes };
      return decodesAlike(this.document, full, raw, wanted) ? data : null;
    } catch (error) {
      if (error instanceof PdfError && error.code === "damaged") {
        return null;
      }
      throw error;
    }
  }
}

/**
 * The data of a usual content stream, with one Flate filter without parameters. Null for any other filter, and for
 * incomplete data.
 */
function wholeInflated(names: readonly string[], raw: Buffer, dict: PdfDict, maxOutputLength: number): Buffer | null {
  if (names.length !== 1 || names[0] !== "FlateDecode" || dict.entries.has("DecodeParms")) {
    return null;
  }
  try {
    return inflateSync(raw, { maxOutputLength, chunkSize: inflateChunk(raw.length) });
  } catch {
    return null;
  }
}

/** Joins streams as readers do: a token never continues in the next stream (ISO 32000-2, 7.8.2). */
export function joinContent(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [part, LINE_END]));
}

const LINE_END = Buffer.from("\n");

function defectIn(content: Buffer): ContentDefect | null {
  try {
    const images = inlineImages(content);
    if (!images.every(({ isPlain }) => isPlain)) {
      return "inline_image";
    }
    let defect: ContentDefect | null = null;
    for (const { isLoneRestore } of oddTokens(content, images)) {
      if (!isLoneRestore) {
        return "content_syntax";
      }
      defect = "content_states";
    }
    return defect;
  } catch (error) {
    if (error instanceof PdfError) {
      return "inline_image";
    }
    throw error;
  }
}
