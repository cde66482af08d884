import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { activeEntryKinds, activeKind, type Role } from "./active-entry";

/** Active content of a file: anything that runs, plays or replaces its pages, wherever it is referenced. */
export interface ActiveContent {
  /** `contentKinds` of lib/documents, each once, sorted. */
  kinds: string[];
  /** Objects with an entry, or an item, that must be removed. */
  holders: ReadonlySet<number>;
  /** Objects that are active themselves. No reference to them may remain. */
  actions: ReadonlySet<number>;
}

/** Keys that make an object active. If one is repeated, readers disagree on its value. */
const ACTIVATING_KEYS = new Set([
  "A",
  "AA",
  "PA",
  "S",
  "JS",
  "Next",
  "OpenAction",
  "Names",
  "JavaScript",
  "Subtype",
  "URI",
  "Collection",
  "AcroForm",
]);

/**
 * All active content reachable from the trailer. No particular paths are followed: each object is checked together
 * with its position in its holder.
 */
export function findActive(document: PdfDocument): ActiveContent {
  const search = new ActiveSearch(document);
  for (const object of reachableObjects(document)) {
    search.object(object);
  }
  return { kinds: [...search.kinds].sort(), holders: search.holders, actions: search.actions };
}

/**
 * The roles of the catalog and of its name dictionary, in which some keys have a meaning that they have nowhere else.
 */
export function roleOf(document: PdfDocument, num: number): Role {
  const catalog = document.catalog();
  if (num === catalog.num) {
    return "catalog";
  }
  const names = catalog.value.entries.get("Names");
  return names !== undefined && document.locate(names, catalog.bytes)?.num === num ? "names" : "other";
}

export function annotationsOf(document: PdfDocument, page: PdfPage): Located<PdfDict>[] {
  const list = document.array(page.object.value.entries.get("Annots"), page.object.bytes);
  return list === null ? [] : list.value.items.flatMap((item) => document.dict(item, list.bytes) ?? []);
}

class ActiveSearch {
  readonly kinds = new Set<string>();
  readonly holders = new Set<number>();
  readonly actions = new Set<number>();
  private readonly catalog: number;
  private readonly names: number | null;

  constructor(private readonly document: PdfDocument) {
    const catalog = document.catalog();
    this.catalog = catalog.num;
    this.names = document.locate(catalog.value.entries.get("Names"), catalog.bytes)?.num ?? null;
  }

  object(object: IndirectObject): void {
    const { value, num } = object;
    if (value.kind === "dict") {
      const kind = activeKind(this.document, { ...object, value }, false);
      if (kind !== null) {
        this.kinds.add(kind);
        this.actions.add(num);
      }
    }
    const namesRole = num === this.names ? "names" : "other";
    this.value(value, object, num === this.catalog ? "catalog" : namesRole);
  }

  private value(value: PdfValue, object: IndirectObject, role: Role): void {
    if (value.kind === "dict") {
      this.dict({ value, bytes: object.bytes, num: object.num, gen: object.gen }, object, role);
    } else if (value.kind === "array") {
      for (const item of value.items) {
        this.nested(item, object, "other");
      }
    }
  }

  private dict(dict: Located<PdfDict>, object: IndirectObject, role: Role): void {
    const { entries, duplicates } = dict.value;
    if (isMediaAnnotation(this.document, dict)) {
      this.note(object, ["RichMedia"]);
    }
    if (duplicates.some((key) => ACTIVATING_KEYS.has(key))) {
      this.note(object, []);
    }
    for (const [key, value] of entries) {
      const kinds = activeEntryKinds(this.document, dict, key, role);
      if (kinds === null) {
        this.nested(value, object, role === "catalog" && key === "Names" ? "names" : "other");
      } else {
        this.note(object, kinds);
      }
    }
  }

  private nested(value: PdfValue, object: IndirectObject, role: Role): void {
    const kind =
      value.kind === "dict"
        ? activeKind(this.document, { value, bytes: object.bytes, num: null, gen: 0 }, false)
        : null;
    if (kind === null) {
      this.value(value, object, role);
    } else {
      this.note(object, [kind]);
    }
  }

  private note({ num }: IndirectObject, kinds: readonly string[]): void {
    this.holders.add(num);
    kinds.forEach((kind) => this.kinds.add(kind));
  }
}

/**
 * Far more than in any real document of 100 MB. A file with more is refused, so that nothing can be hidden beyond the
 * limit.
 */
const MAX_OBJECTS = 1_500_000;

/**
 * Every object reachable from the trailer, each once. Unreadable objects are skipped. Throws PdfError `too_large`
 * beyond the limit.
 */
function* reachableObjects(document: PdfDocument): Generator<IndirectObject> {
  const seen = new Set<number>();
  const waiting: number[] = [];
  const note = (num: number): void => {
    if (!seen.has(num)) {
      seen.add(num);
      waiting.push(num);
    }
  };
  for (const [key, value] of document.trailer.value.entries) {
    // `document` includes the earlier sections already.
    if (key !== "Prev" && key !== "XRefStm") {
      eachReference(value, note);
    }
  }
  for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
    if (seen.size > MAX_OBJECTS) {
      throw new PdfError("too_large", `more than ${MAX_OBJECTS} objects`);
    }
    const object = orNullWhenDamaged(() => document.load(num));
    if (object !== null) {
      eachReference(object.value, note);
      yield object;
    }
  }
}

function eachReference(value: PdfValue, note: (num: number) => void): void {
  switch (value.kind) {
    case "ref":
      note(value.num);
      return;
    case "array":
      value.items.forEach((item) => eachReference(item, note));
      return;
    case "dict":
      value.entries.forEach((entry) => eachReference(entry, note));
      return;
    default:
  }
}

function orNullWhenDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code === "damaged") {
      return null;
    }
    throw error;
  }
}

/** Annotations that play something or run their own scripts (12.5.6.16 to 12.5.6.19, 13.6.2, 13.7.2). */
const MEDIA = new Set(["RichMedia", "Screen", "Movie", "Sound", "3D"]);

/** The entries that make them play. */
export const MEDIA_KEYS = [
  "A",
  "AA",
  "PA",
  "MK",
  "Movie",
  "Sound",
  "T",
  "TU",
  "TM",
  "AS",
  "RichMediaContent",
  "RichMediaSettings",
  "3DD",
  "3DV",
  "3DA",
  "3DI",
  "3DB",
  "3DU",
  "GEO",
] as const;

/** A dictionary of that subtype with a position on a page: 3D is also a subtype of streams. */
export function isMediaAnnotation(document: PdfDocument, { value }: Located<PdfDict>): boolean {
  return value.entries.has("Rect") && MEDIA.has(document.name(value.entries.get("Subtype")) ?? "");
}
