import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { PageTree, TreeNode } from "./page-tree";

/** What draws: the content of a page, joined from `streams`, or one stream that is drawn by others. */
export interface Content {
  /** Object number of the page, or of the stream. */
  num: number;
  isPage: boolean;
  streams: IndirectObject[];
  /** /Contents names nothing that is no stream. */
  isWhole: boolean;
}

/**
 * Every content stream that the pages reach, each once: pages, form XObjects, patterns, glyphs of Type 3 fonts, soft masks, appearances
 * of annotations (ISO 32000-2, 7.8.2). An object that serves two purposes is answered for both.
 */
export function* contentStreams(document: PdfDocument, { nodes }: PageTree): Generator<Content> {
  const walk = new ResourceWalk(document);
  for (const node of nodes) {
    if (node.kids === null) {
      yield { num: node.object.num, isPage: true, ...pageStreams(document, node) };
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

/** Of a reference, over references to references. */
function streamOf(document: PdfDocument, value: PdfValue | undefined): IndirectObject | null {
  const num = value?.kind === "ref" ? (document.locate(value, Buffer.alloc(0))?.num ?? null) : null;
  const object = num === null ? null : document.load(num);
  return object !== null && object.streamStart >= 0 ? object : null;
}

class ResourceWalk {
  private readonly seen = new Set<number>();
  private readonly drawn = new Set<number>();
  private readonly waiting: IndirectObject[] = [];
  /** Resource dictionaries written inside their owner, which is visited once. */
  constructor(private readonly document: PdfDocument) {}

  *drain(): Generator<Content> {
    for (let stream = this.waiting.pop(); stream !== undefined; stream = this.waiting.pop()) {
      yield { num: stream.num, isPage: false, streams: [stream], isWhole: true };
      if (stream.value.kind === "dict") {
        this.addResources(this.document.locate(stream.value.entries.get("Resources"), stream.bytes));
      }
    }
  }

  addResources(found: Located | null): void {
    if (found?.value.kind !== "dict" || this.isKnown(found)) {
      return;
    }
    const resources: Located<PdfDict> = { ...found, value: found.value };
    this.eachStream(resources, "XObject", (dict) => this.document.name(dict.entries.get("Subtype")) !== "Image");
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
      for (const look of looks?.value.entries.values() ?? []) {
        this.addStream(look);
        const states = this.document.dict(look, looks?.bytes ?? page.bytes);
        for (const state of states?.value.entries.values() ?? []) {
          this.addStream(state);
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

  private eachStream(owner: Located<PdfDict>, key: string, isContent: (dict: PdfDict) => boolean): void {
    const group = this.document.dict(owner.value.entries.get(key), owner.bytes);
    if (group === null || (group.num !== null && this.isKnown(group))) {
      return;
    }
    for (const value of group.value.entries.values()) {
      if (value.kind === "ref" && !this.drawn.has(value.num)) {
        const dict = this.document.dict(value, group.bytes);
        if (dict !== null && isContent(dict.value)) {
          this.addStream(value);
        }
      }
    }
  }

  private addStream(value: PdfValue | undefined): void {
    const stream = streamOf(this.document, value);
    if (stream !== null && !this.drawn.has(stream.num)) {
      this.drawn.add(stream.num);
      this.waiting.push(stream);
    }
  }
}
