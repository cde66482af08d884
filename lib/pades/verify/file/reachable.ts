import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";
import type { Deadline } from "./deadline";
import { edgesOf, trailerOwner, type Edge, type Places, type Role } from "./edges";
import { scanReferences, writtenReferences } from "./scan-references";

/**
 * Object offset → the numbers it refers to. Shared by the revisions of one file, because the same offset holds the
 * same bytes in all of them.
 */
export type ReferenceCache = Map<number, readonly number[]>;

/**
 * Entries that describe one cross-reference section (ISO 32000-2, tables 15 and 17). All others lead into the
 * document.
 */
const sectionKeys = new Set([
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
  "FFilter",
  "FDecodeParms",
  "DL",
]);
/** Levels of nested indirect arrays to follow. Items beyond them count as reachable for any purpose. */
const mostPasses = 4;

interface Search {
  document: PdfDocument;
  places: Places;
  /** Object numbers that may be reached only through places that the rules judged. */
  wanted: ReadonlySet<number>;
  cache: ReferenceCache;
  deadline: Deadline;
}

interface Reached {
  /**
   * The given objects that the signed revision uses in a place that no rule covers, each with the object that
   * references it.
   */
  found: Map<number, number>;
  /** Objects in use in which programs may find other references than we do, or which cannot be read here at all. */
  unclear: ReadonlySet<number>;
}

/** Walks the signed revision from its trailer. Throws TimeUp. */
export function reachUnjudged(search: Search): Reached {
  if (search.wanted.size === 0) {
    return { found: new Map(), unclear: new Set() };
  }
  const interesting = new Set([...search.wanted, ...search.places.objects]);
  for (let pass = 1; ; pass += 1) {
    const walk = new Walk(search, interesting);
    walk.run();
    // The meaning of an array's items is known only from the referencing object, which must be read to find it.
    const isDone = walk.bareArrays.every((num) => interesting.has(num)) || pass === mostPasses;
    if (isDone) {
      return walk;
    }
    walk.bareArrays.forEach((num) => interesting.add(num));
  }
}

interface Step {
  num: number;
  /** The role in which the object is entered, or null if it must be unchanged. */
  role: Role | null;
  /** For an array that must be unchanged: the role of its items. */
  itemRole: Role | null;
  from: number;
}

class Walk implements Reached {
  readonly found = new Map<number, number>();
  readonly unclear = new Set<number>();
  /** Arrays that were entered without knowing the meaning of their items, and that refer to an object of interest. */
  readonly bareArrays: number[] = [];
  private readonly seen = new Set<number>();
  private readonly seenInRole = new Set<string>();
  private readonly queue: Step[] = [];

  constructor(
    private readonly search: Search,
    private readonly interesting: ReadonlySet<number>,
  ) {}

  run(): void {
    const { document, places, deadline, wanted } = this.search;
    const { value } = document.trailer;
    const entries = new Map([...value.entries].filter(([key]) => !sectionKeys.has(key)));
    this.take(edgesOf({ ...value, entries }, places.leadsOf(trailerOwner, "trailer") ?? undefined), trailerOwner);
    for (let step = this.queue.pop(); step; step = this.queue.pop()) {
      deadline.tick();
      if (step.role === null && wanted.has(step.num) && !this.found.has(step.num)) {
        this.found.set(step.num, step.from);
      }
      this.enter(step);
    }
  }

  private enter({ num, role, itemRole }: Step): void {
    const references = role === null && itemRole === null ? this.referencesOf(num) : null;
    if (references && !references.some((reference) => this.interesting.has(reference))) {
      references.forEach((reference) => this.push({ num: reference, role: null, itemRole: null, from: num }));
      return;
    }
    const object = this.load(num);
    if (!object) {
      return;
    }
    if (role === null && itemRole === null && object.value.kind === "array") {
      this.bareArrays.push(num);
    }
    const leads = role === null ? null : this.search.places.leadsOf(num, role);
    this.take(edgesOf(object.value, leads ?? undefined, itemRole), num);
    this.otherReferences(object).forEach((reference) =>
      this.push({ num: reference, role: null, itemRole: null, from: num }),
    );
  }

  private take(edges: readonly Edge[], from: number): void {
    for (const { num, role, mayBeList } of edges) {
      const isJudged = role !== null && this.search.places.isJudged(num, role);
      const isList =
        role !== null && !isJudged && mayBeList && this.interesting.has(num) && this.load(num)?.value.kind === "array";
      this.push({ num, role: isJudged ? role : null, itemRole: isList ? role : null, from });
    }
  }

  private push(step: Step): void {
    const { num, role, itemRole } = step;
    if (role === null && itemRole === null) {
      if (!this.seen.has(num)) {
        this.seen.add(num);
        this.queue.push(step);
      }
      return;
    }
    const key = `${num} ${role ?? ""} ${itemRole ?? ""}`;
    if (!this.seenInRole.has(key)) {
      this.seenInRole.add(key);
      this.queue.push(step);
    }
  }

  private referencesOf(num: number): readonly number[] {
    const { document, cache } = this.search;
    const entry = document.entry(num);
    const offset = entry?.type === "offset" ? entry.offset : null;
    const known = offset === null ? undefined : cache.get(offset);
    if (known) {
      return known;
    }
    const object = this.load(num);
    const references = object ? [...referencesIn(object.value), ...this.otherReferences(object)] : [];
    if (offset !== null) {
      cache.set(offset, references);
    }
    return references;
  }

  /**
   * References that only some programs see: those in the first value of a key that occurs twice, and those in unusual
   * form.
   */
  private otherReferences({ num, value, bytes }: IndirectObject): number[] {
    const parsed = referencesIn(value);
    const { references, isClear } = writtenReferences(bytes.subarray(value.start, value.end));
    if (!isClear) {
      this.unclear.add(num);
    }
    return repeatsKey(value) ? references : without(references, parsed);
  }

  // An object that cannot be read here may be readable for others.
  private load(num: number): IndirectObject | null {
    try {
      return this.search.document.load(num);
    } catch (error) {
      if (error instanceof PdfError) {
        this.unclear.add(num);
        return null;
      }
      throw error;
    }
  }
}

/** The numbers in `references` that are not in `parsed`, counting repetitions. */
function without(references: readonly number[], parsed: readonly number[]): number[] {
  const left = new Map<number, number>();
  parsed.forEach((num) => left.set(num, (left.get(num) ?? 0) + 1));
  return references.filter((num) => {
    const count = left.get(num) ?? 0;
    left.set(num, count - 1);
    return count <= 0;
  });
}

/** The object numbers that a value refers to. */
export function referencesIn(value: PdfValue, found: number[] = []): number[] {
  if (value.kind === "ref") {
    found.push(value.num);
  } else if (value.kind === "array") {
    value.items.forEach((item) => referencesIn(item, found));
  } else if (value.kind === "dict") {
    value.entries.forEach((entry) => referencesIn(entry, found));
  }
  return found;
}

function repeatsKey(value: PdfValue): boolean {
  if (value.kind === "array") {
    return value.items.some(repeatsKey);
  }
  return value.kind === "dict" && (value.duplicates.length > 0 || [...value.entries.values()].some(repeatsKey));
}

/** Beyond this, the lists of references would cost more than reading the objects again. */
const mostObjects = 500_000;
/**
 * Greater than every object number that `verifyLimits` permits, so that offset and number can be combined in one
 * sortable value.
 */
const numberSpan = 2 ** 21;

/**
 * Records the references of every object while the file is read for hashing, so that comparing revisions does not
 * read the file a second time. Objects that cross a chunk boundary or are in object streams are left for later.
 */
export class PassingObjects {
  private readonly objects: Float64Array;
  private next = 0;

  constructor(
    document: PdfDocument,
    private readonly references: ReferenceCache,
    private readonly deadline: Deadline,
  ) {
    this.objects = objectsInOrder(document);
  }

  /** Receives the bytes that start at `from`. Chunks must come in file order. */
  take(chunk: Buffer, from: number): void {
    const end = from + chunk.length;
    for (let object = this.objects[this.next]; object !== undefined; object = this.objects[this.next]) {
      const offset = Math.floor(object / numberSpan);
      if (offset >= end) {
        return;
      }
      this.next += 1;
      const isTimely = offset >= from && !this.deadline.passed;
      const references = isTimely ? scanReferences(chunk, offset - from, object % numberSpan) : null;
      if (references) {
        this.references.set(offset, references);
      }
    }
  }
}

/** Offset and number of every uncompressed object, sorted by offset. */
function objectsInOrder(document: PdfDocument): Float64Array {
  const objects: number[] = [];
  for (let num = 1; num <= document.maxObjectNumber && objects.length < mostObjects; num += 1) {
    const entry = document.entry(num);
    if (entry?.type === "offset") {
      objects.push(entry.offset * numberSpan + num);
    }
  }
  return Float64Array.from(objects).sort();
}
