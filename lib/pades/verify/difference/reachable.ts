import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import type { Deadline } from "@/lib/pades/verify/deadline";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

/** The trailer, as the owner of paths. */
export const trailerOwner = 0;

/**
 * Places whose content may change freely: owner object number → paths inside it, such as `/AP` or `/AcroForm/DR`. What is
 * reached only through them may change with them; what is reached in any other way as well may not. This is what makes an
 * appearance that something else shares, a known trick, visible.
 */
export class FreePlaces {
  private readonly places = new Map<number, Set<string>>();

  allow(owner: number, path: string): void {
    const paths = this.places.get(owner) ?? new Set<string>();
    paths.add(path);
    this.places.set(owner, paths);
  }

  pathsOf(owner: number): ReadonlySet<string> | null {
    return this.places.get(owner) ?? null;
  }
}

/** Object offset → the numbers it refers to. Revisions of one file share it: what lies at one offset is the same in all. */
export type ReferenceCache = Map<number, readonly number[]>;

/**
 * Object numbers among `wanted` that the signed revision reaches from its trailer without crossing a free place, each with
 * the object that led there. Throws TimeUp.
 */
export function reachWithout(document: PdfDocument, free: FreePlaces, wanted: ReadonlySet<number>, cache: ReferenceCache, deadline: Deadline): Map<number, number> {
  const found = new Map<number, number>();
  if (wanted.size === 0) {
    return found;
  }
  const walk = new ReferenceWalk(document, free, cache);
  const { trailer } = document;
  for (const key of ["Root", "Info", "Encrypt", "ID"]) {
    const value = trailer.value.entries.get(key);
    if (value && !free.pathsOf(trailerOwner)?.has(`/${key}`)) {
      walk.push(referencesIn(value), trailerOwner);
    }
  }
  for (let next = walk.next(); next; next = walk.next()) {
    deadline.tick();
    if (wanted.has(next.num)) {
      found.set(next.num, next.from);
    }
    walk.enter(next.num);
  }
  return found;
}

class ReferenceWalk {
  private readonly seen = new Set<number>();
  private readonly queue: { num: number; from: number }[] = [];

  constructor(
    private readonly document: PdfDocument,
    private readonly free: FreePlaces,
    private readonly cache: ReferenceCache,
  ) {}

  next(): { num: number; from: number } | undefined {
    return this.queue.pop();
  }

  enter(num: number): void {
    const paths = this.free.pathsOf(num);
    this.push(paths ? referencesIn(this.valueOf(num), paths) : this.referencesOf(num), num);
  }

  push(references: readonly number[], from: number): void {
    for (const num of references) {
      if (!this.seen.has(num)) {
        this.seen.add(num);
        this.queue.push({ num, from });
      }
    }
  }

  private referencesOf(num: number): readonly number[] {
    const entry = this.document.entry(num);
    const offset = entry?.type === "offset" ? entry.offset : null;
    const known = offset === null ? undefined : this.cache.get(offset);
    if (known) {
      return known;
    }
    const references = referencesIn(this.valueOf(num));
    if (offset !== null) {
      this.cache.set(offset, references);
    }
    return references;
  }

  // An object that cannot be read shows nothing; it stays in the set of wanted ones when it changed.
  private valueOf(num: number): PdfValue | null {
    return unlessDamaged(() => this.document.load(num)?.value ?? null, null);
  }
}

const nowhere: ReadonlySet<string> = new Set();

/** The object numbers that a value refers to, outside the given paths. */
export function referencesIn(value: PdfValue | null, except: ReadonlySet<string> = nowhere): number[] {
  const found: number[] = [];
  if (value) {
    collect(value, except.size > 0 ? "" : null, except, found);
  }
  return found;
}

// Paths are only spelled out where some of them are excepted.
function collect(value: PdfValue, path: string | null, except: ReadonlySet<string>, found: number[]): void {
  if (path !== null && except.has(path)) {
    return;
  }
  if (value.kind === "ref") {
    found.push(value.num);
  } else if (value.kind === "array") {
    value.items.forEach((item, index) => collect(item, path === null ? null : `${path}/${index}`, except, found));
  } else if (value.kind === "dict") {
    value.entries.forEach((entry, key) => collect(entry, path === null ? null : `${path}/${key}`, except, found));
  }
}
