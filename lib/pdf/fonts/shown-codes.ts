import { ContentTokens, type Operand } from "@/lib/pdf/content/content-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFirstPages, resourcesOf } from "@/lib/pdf/pages";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** A font whose glyphs are in the file, and its codes that pages show. */
export interface ShownFont {
  font: Located<PdfDict>;
  isType3: boolean;
}

/** A code of a font, as found in a string. */
export interface ShownCode {
  /** Index in `fonts`. */
  font: number;
  /** In hexadecimal digits. */
  code: string;
}

const mostNested = 64;
const mostSaved = 512;
const invisible = 3;
const shows: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"']);
const programKeys = ["FontFile", "FontFile2", "FontFile3"];
const operatorsBetweenLooks = 5_000;

/** The codes of a string, in hexadecimal digits. */
type ReadCodes = (text: Uint8Array) => Iterable<string>;

interface KnownFont {
  /** Null for a font whose glyphs are not in the file. */
  index: number | null;
  read: ReadCodes;
}

interface TextState {
  font: KnownFont | null;
  isSeen: boolean;
}

/** Thrown when the time limit is exceeded. */
class OutOfTime extends Error {}

/**
 * The codes that a document's pages show in embedded fonts, each once, in order of first occurrence, so that the
 * codes of the first pages come first. Content that is hidden by a layer, a clipping path or a cover counts as shown,
 * but text in the invisible rendering mode does not.
 */
export class ShownCodes {
  readonly fonts: ShownFont[] = [];
  readonly codes: ShownCode[] = [];
  private readonly places = new Map<string, number>();
  private readonly known = new Map<string, KnownFont>();
  private readonly streams = new Map<string, ReadonlySet<number>>();
  private found = new Set<number>();
  private operators = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly until: number,
  ) {}

  /** By page, from page 1: indexes in `codes`. Ends before the first page that could not be read in time. */
  read(mostPages: number): number[][] {
    const pages: number[][] = [];
    try {
      for (const { object } of readFirstPages(this.document, mostPages)) pages.push(this.readPage(object));
    } catch (error) {
      if (!(error instanceof OutOfTime || error instanceof PdfError)) throw error;
    }
    return pages;
  }

  private readPage(page: Located<PdfDict>): number[] {
    this.found = new Set();
    const { document } = this;
    const resources = resourcesOf(document, page);
    const contents = page.value.entries.get("Contents");
    const parts = document.array(contents, page.bytes)?.value.items ?? (contents ? [contents] : []);
    const content = parts.flatMap((part) => [this.decode(this.streamAt(part)), Buffer.from("\n")]);
    this.readContent(Buffer.concat(content), resources, { font: null, isSeen: true }, []);
    const list = document.array(page.value.entries.get("Annots"), page.bytes);
    for (const item of list?.value.items ?? []) {
      const annotation = document.dict(item, list?.bytes ?? page.bytes);
      const looks = annotation && document.dict(annotation.value.entries.get("AP"), annotation.bytes);
      for (const look of looks?.value.entries.values() ?? []) {
        this.followUnset(look, resources);
        for (const state of document.dict(look, looks?.bytes ?? page.bytes)?.value.entries.values() ?? [])
          this.followUnset(state, resources);
      }
    }
    return [...this.found];
  }

  private followUnset(value: PdfValue | undefined, outer: Located<PdfDict> | null): void {
    this.follow(this.streamAt(value), outer, { font: null, isSeen: true }, []);
  }

  /** Reads a form, a pattern or a mask, once for each state in which it is drawn. */
  private follow(
    stream: IndirectObject | null,
    outer: Located<PdfDict> | null,
    state: TextState,
    open: readonly number[],
  ): void {
    if (stream?.value.kind !== "dict" || open.includes(stream.num)) return;
    // Nested more deeply than any program draws.
    if (open.length === mostNested) throw new OutOfTime();
    const own = this.document.dict(stream.value.entries.get("Resources"), stream.bytes);
    const resources = own ?? outer;
    const place = own ? "" : `${outer?.num ?? ""} ${outer?.value.start ?? ""}`;
    const key = [stream.num, place, state.font?.index ?? "", state.isSeen].join(" ");
    let within = this.streams.get(key);
    if (!within) {
      const around = this.found;
      this.found = new Set();
      this.readContent(this.decode(stream), resources, state, [...open, stream.num]);
      within = this.found;
      this.found = around;
      this.streams.set(key, within);
    }
    for (const code of within) this.found.add(code);
  }

  private readContent(
    content: Buffer,
    resources: Located<PdfDict> | null,
    initial: TextState,
    open: readonly number[],
  ): void {
    let state = initial;
    const saved: TextState[] = [];
    const tokens = new ContentTokens(content);
    for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
      this.spend();
      const [first] = tokens.operands;
      if (shows.has(operator)) {
        if (state.isSeen && state.font) this.show(tokens.operands.at(-1), state.font);
        continue;
      }
      switch (operator) {
        case "q":
          if (saved.length < mostSaved) saved.push(state);
          break;
        case "Q":
          state = saved.pop() ?? state;
          break;
        case "Tf":
          state = { ...state, font: this.fontAt(this.entry(resources, "Font", first)) };
          break;
        case "Tr":
          state = { ...state, isSeen: first !== invisible };
          break;
        case "gs":
          state = this.applyState(resources, first, state, open);
          break;
        case "Do":
          this.follow(this.streamIn(resources, "XObject", first), resources, state, open);
          break;
        case "scn":
        case "SCN":
          this.follow(this.streamIn(resources, "Pattern", tokens.operands.at(-1)), resources, initial, open);
          break;
        default:
      }
    }
  }

  private applyState(
    resources: Located<PdfDict> | null,
    name: Operand | undefined,
    state: TextState,
    open: readonly number[],
  ): TextState {
    const found = this.entry(resources, "ExtGState", name);
    const settings = found && this.document.dict(found.value, found.bytes);
    if (!settings) return state;
    const mask = this.document.dict(settings.value.entries.get("SMask"), settings.bytes);
    if (mask) this.follow(this.streamAt(mask.value.entries.get("G")), resources, state, open);
    const list = this.document.array(settings.value.entries.get("Font"), settings.bytes);
    const [font] = list?.value.items ?? [];
    return list && font ? { ...state, font: this.fontAt({ value: font, bytes: list.bytes }) } : state;
  }

  private show(text: Operand | undefined, { index, read }: KnownFont): void {
    if (index === null) return;
    for (const part of Array.isArray(text) ? text : [text]) {
      if (!(part instanceof Uint8Array)) continue;
      for (const code of read(part)) {
        const key = `${index} ${code}`;
        let place = this.places.get(key);
        if (place === undefined) {
          place = this.codes.push({ font: index, code }) - 1;
          this.places.set(key, place);
        }
        this.found.add(place);
      }
    }
  }

  private fontAt(found: { value: PdfValue; bytes: Buffer } | null): KnownFont | null {
    const font = found && this.document.dict(found.value, found.bytes);
    if (!font) return null;
    const key = font.num === null ? font.bytes.toString("latin1", font.value.start, font.value.end) : String(font.num);
    const before = this.known.get(key);
    if (before) return before;
    const isType3 = this.document.name(font.value.entries.get("Subtype")) === "Type3";
    const index = isType3 || this.hasProgram(font) ? this.fonts.push({ font, isType3 }) - 1 : null;
    const known = { index, read: readCodes(this.document, font) };
    this.known.set(key, known);
    return known;
  }

  private hasProgram(font: Located<PdfDict>): boolean {
    const { document } = this;
    const list = document.array(font.value.entries.get("DescendantFonts"), font.bytes);
    const descendants = (list?.value.items ?? []).flatMap(
      (item) => document.dict(item, list?.bytes ?? font.bytes) ?? [],
    );
    return [font, ...descendants].some(({ value, bytes }) => {
      const descriptor = document.dict(value.entries.get("FontDescriptor"), bytes);
      return programKeys.some((key) => descriptor?.value.entries.has(key));
    });
  }

  private entry(
    resources: Located<PdfDict> | null,
    category: string,
    name: Operand | undefined,
  ): { value: PdfValue; bytes: Buffer } | null {
    if (typeof name !== "string") return null;
    const entries = resources && this.document.dict(resources.value.entries.get(category), resources.bytes);
    const value = entries?.value.entries.get(name.slice(1));
    return entries && value ? { value, bytes: entries.bytes } : null;
  }

  private streamIn(
    resources: Located<PdfDict> | null,
    category: string,
    name: Operand | undefined,
  ): IndirectObject | null {
    return this.streamAt(this.entry(resources, category, name)?.value);
  }

  private streamAt(value: PdfValue | undefined): IndirectObject | null {
    const num = value?.kind === "ref" ? this.document.locate(value, Buffer.alloc(0))?.num : null;
    const object = num == null ? null : this.document.load(num);
    return object && object.streamStart >= 0 ? object : null;
  }

  /** Empty for pictures, and for data that no program decodes. */
  private decode(stream: IndirectObject | null): Buffer {
    const isPicture =
      stream?.value.kind === "dict" && this.document.name(stream.value.entries.get("Subtype")) === "Image";
    if (!stream || isPicture) return Buffer.alloc(0);
    try {
      return this.document.decodedStream(stream);
    } catch (error) {
      if (error instanceof PdfError && error.code === "damaged") return Buffer.alloc(0);
      throw error;
    }
  }

  private spend(): void {
    this.operators += 1;
    if (this.operators % operatorsBetweenLooks === 0 && performance.now() > this.until) throw new OutOfTime();
  }
}

/** Predefined character maps (ISO 32000-2, table 116) whose codes all have two bytes. */
const twoBytes = /^(?:Identity-[HV]|[HV]|.*(?:UCS2|UTF16).*)$/;
const shortRange = /begincodespacerange\s*<[0-9a-fA-F]{2}>/;
const largestMap = 65_536;

/** How programs split a font's strings into codes (9.7.6.2). */
function readCodes(document: PdfDocument, font: Located<PdfDict>): ReadCodes {
  if (document.name(font.value.entries.get("Subtype")) !== "Type0") return (text) => parted(text, () => 1);
  const encoding = font.value.entries.get("Encoding");
  const name = document.name(encoding);
  if (name !== null) return twoBytes.test(name) ? pairs : mixed(name.includes("RKSJ"));
  const map = encoding?.kind === "ref" ? document.load(encoding.num) : null;
  if (!map || map.streamStart < 0) return pairs;
  return shortRange.test(document.decodedStream(map).toString("latin1", 0, largestMap))
    ? (text) => parted(text, () => 1)
    : pairs;
}

const pairs: ReadCodes = (text) => parted(text, () => 2);

const firstOfTwo = 0x81;
const [firstKana, lastKana] = [0xa1, 0xdf];

/** East Asian encodings mix codes of one and two bytes. In Shift JIS, Japanese syllables have one byte. */
function mixed(isShiftJis: boolean): ReadCodes {
  const isLong = (byte: number): boolean =>
    byte >= firstOfTwo && !(isShiftJis && byte >= firstKana && byte <= lastKana);
  return (text) => parted(text, (byte) => (isLong(byte) ? 2 : 1));
}

function* parted(text: Uint8Array, lengthOf: (byte: number) => number): Generator<string> {
  for (let at = 0; at < text.length;) {
    const length = lengthOf(text[at] ?? 0);
    yield Buffer.from(text.subarray(at, at + length)).toString("hex");
    at += length;
  }
}
