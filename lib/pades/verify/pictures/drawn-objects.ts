import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/**
 * `same`: every object has the same bytes in both revisions. `changed`: at least one differs. `unknown`: undetermined.
 */
type Sameness = "same" | "changed" | "unknown";

/**
 * The role in which an object is reached. `any`: everything that it refers to counts. `node`: an ancestor of a page,
 * from which entries are inherited.
 */
type DrawnAs = "any" | "page" | "node" | "annotations" | "annotation" | "field";

export interface DrawnStep {
  num: number;
  as: DrawnAs;
}

const kinds: readonly DrawnAs[] = ["any", "page", "node", "annotations", "annotation", "field"];

/** Entries that draw nothing, and the roles of other entries' targets. An unlisted entry leads to `any`. */
const entriesOf: Readonly<Record<Exclude<DrawnAs, "any" | "annotations">, ReadonlyMap<string, DrawnAs | null>>> = {
  page: new Map<string, DrawnAs | null>([
    ["Parent", "node"],
    ["Annots", "annotations"],
    ["B", null],
    ["Metadata", null],
    ["AA", null],
    ["PieceInfo", null],
  ]),
  node: new Map<string, DrawnAs | null>([
    ["Parent", "node"],
    ["Kids", null],
  ]),
  annotation: new Map<string, DrawnAs | null>([
    ["Parent", "field"],
    ["Popup", "annotation"],
    ["IRT", "annotation"],
    ["P", null],
    ["Kids", null],
    ["A", null],
    ["AA", null],
    ["PA", null],
    ["Dest", null],
  ]),
  field: new Map<string, DrawnAs | null>([
    ["Parent", "field"],
    ["Kids", null],
    ["P", null],
    ["A", null],
    ["AA", null],
  ]),
};

/**
 * Follows what a page is drawn from, in a revision and in the file of which it is a prefix. Back references to pages
 * and fields count only where the standard puts them. An object that is reached in any other way counts with
 * everything that it refers to. The result for one page does not apply to another: if a page is reached from
 * anywhere except the page tree, the answer is `unknown`.
 */
export class DrawnObjects {
  /** Objects that were followed to the end without finding a change. */
  private readonly same = new Set<number>();

  /**
   * @param structure numbers of the catalog, the nodes of the page tree and the pages
   * @param left the remaining number of objects to inspect, for all walks together
   */
  constructor(
    private readonly before: PdfDocument,
    private readonly after: PdfDocument,
    private readonly structure: ReadonlySet<number>,
    private left: number,
  ) {}

  /** Whether these objects have the same bytes, regardless of what they refer to. */
  areAtSamePlace(nums: Iterable<number>): boolean {
    return [...nums].every((num) => {
      const entry = this.before.entry(num);
      return (
        isSamePlace(this.before, this.after, num) &&
        (entry?.type !== "compressed" || this.follow([{ num: entry.offset, as: "any" }]) === "same")
      );
    });
  }

  follow(steps: readonly DrawnStep[]): Sameness {
    const walk = new Walk(this.before, steps);
    let outcome: Sameness = "same";
    for (let step = walk.next(); step; step = walk.next()) {
      const { num, as } = step;
      if (as === "any" && this.same.has(num)) continue;
      this.left -= 1;
      if (!isSamePlace(this.before, this.after, num)) return "changed";
      if (this.left < 0) return "unknown";
      const isMisused = as === "any" && this.structure.has(num);
      if (isMisused || !walk.enter(step)) outcome = "unknown";
    }
    if (outcome === "same") walk.followed.forEach((num) => this.same.add(num));
    return outcome;
  }
}

/** The steps of one walk, each object once in each role. */
class Walk {
  /** Objects that were reached as `any`. */
  readonly followed: number[] = [];
  private readonly waiting: DrawnStep[] = [];
  private readonly seen = new Set<number>();

  constructor(
    private readonly before: PdfDocument,
    steps: readonly DrawnStep[],
  ) {
    for (const { num, as } of steps) this.push(num, as);
  }

  next(): DrawnStep | undefined {
    return this.waiting.pop();
  }

  /** Returns false if the targets of the object's references cannot be determined. */
  enter({ num, as }: DrawnStep): boolean {
    const entry = this.before.entry(num);
    if (entry === null || entry.type === "free") return true;
    if (entry.type === "compressed") this.push(entry.offset, "any");
    const object = wholeObject(this.before, num);
    if (object === null) return false;
    if (as === "any") this.followed.push(num);
    return this.value(object.value, as, object);
  }

  private push(num: number, as: DrawnAs): void {
    const key = num * kinds.length + kinds.indexOf(as);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.waiting.push({ num, as });
  }

  private value(value: PdfValue, as: DrawnAs, object: IndirectObject): boolean {
    switch (value.kind) {
      case "ref":
        this.push(value.num, as);
        return true;
      case "array":
        return value.items
          .map((item) => this.value(item, as === "annotations" ? "annotation" : "any", object))
          .every(Boolean);
      case "dict":
        return this.dict(value, as, object);
      default:
        return true;
    }
  }

  private dict(dict: PdfDict, as: DrawnAs, object: IndirectObject): boolean {
    const { entries, duplicates } = dict;
    const isStreamOutOfPlace = as !== "any" && object.streamStart >= 0;
    if (
      duplicates.length > 0 ||
      isStreamOutOfPlace ||
      as === "annotations" ||
      (as === "annotation" && !showsItself(dict))
    )
      return false;
    const leads = as === "any" ? null : entriesOf[as];
    return [...entries]
      .map(([key, value]) => {
        const lead = leads?.get(key);
        return lead === null || this.value(value, lead ?? "any", object);
      })
      .every(Boolean);
  }
}

/**
 * A widget without an appearance is drawn from its field, which other objects may share. A widget without area is not
 * drawn.
 */
function showsItself({ entries }: PdfDict): boolean {
  const subtype = entries.get("Subtype");
  return subtype?.kind === "name" && (subtype.value !== "Widget" || entries.has("AP") || isPoint(entries.get("Rect")));
}

function isPoint(rect: PdfValue | undefined): boolean {
  return (
    rect?.kind === "array" &&
    rect.items.length === 4 &&
    rect.items.every((item) => item.kind === "number" && item.value === 0)
  );
}

/**
 * A revision ends with its cross-reference data: an object that extends to the very end could continue in the appended
 * bytes.
 */
const leastBehind = 9;

/**
 * Whether an object is at the same offset in both. The revision is a prefix of the file, so these are the same bytes.
 */
function isSamePlace(before: PdfDocument, after: PdfDocument, num: number): boolean {
  const [was, is] = [before.entry(num), after.entry(num)];
  if (was === null || is === null || was.type === "free" || is.type === "free") {
    return (was?.type ?? "free") === "free" && (is?.type ?? "free") === "free";
  }
  return was.type === is.type && was.offset === is.offset && was.gen === is.gen;
}

/** The complete object in the revision, including stream data. Null if it cannot be determined. */
function wholeObject(before: PdfDocument, num: number): IndirectObject | null {
  return orWhenUnreadable(() => {
    const object = before.load(num);
    return object !== null && endOf(before, object) + leastBehind <= before.source.size ? object : null;
  }, null);
}

function endOf(before: PdfDocument, object: IndirectObject): number {
  if (object.streamStart >= 0) {
    const { offset, length } = before.rawStream(object);
    return offset + length;
  }
  // An object in an object stream ends with that stream, which is checked separately.
  return before.entry(object.num)?.type === "compressed" ? 0 : object.offset + object.value.end;
}
