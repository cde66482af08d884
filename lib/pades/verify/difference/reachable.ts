import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfValue } from "@/lib/pdf/objects";
import type { Deadline } from "@/lib/pades/verify/deadline";

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

/**
 * Object numbers among `wanted` that the signed revision reaches from its trailer without crossing a free place, each with
 * the object that led there. Throws TimeUp.
 */
export function reachWithout(document: PdfDocument, free: FreePlaces, wanted: ReadonlySet<number>, deadline: Deadline): Map<number, number> {
  const found = new Map<number, number>();
  if (wanted.size === 0) {
    return found;
  }
  const walk = new ReferenceWalk(document, free);
  const { trailer } = document;
  for (const key of ["Root", "Info", "Encrypt", "ID"]) {
    const value = trailer.value.entries.get(key);
    if (value && !free.pathsOf(trailerOwner)?.has(`/${key}`)) {
      walk.collect(value, trailerOwner);
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
  ) {}

  next(): { num: number; from: number } | undefined {
    return this.queue.pop();
  }

  enter(num: number): void {
    const value = this.valueOf(num);
    const paths = this.free.pathsOf(num);
    if (value && paths) {
      this.collectAround(value, num, "", paths);
    } else if (value) {
      this.collect(value, num);
    }
  }

  collect(value: PdfValue, owner: number): void {
    if (value.kind === "ref") {
      this.push(value.num, owner);
    } else if (value.kind === "array") {
      value.items.forEach((item) => this.collect(item, owner));
    } else if (value.kind === "dict") {
      value.entries.forEach((entry) => this.collect(entry, owner));
    }
  }

  private collectAround(value: PdfValue, owner: number, path: string, paths: ReadonlySet<string>): void {
    if (paths.has(path)) {
      return;
    }
    if (value.kind === "dict") {
      value.entries.forEach((entry, key) => this.collectAround(entry, owner, `${path}/${key}`, paths));
    } else if (value.kind === "array") {
      value.items.forEach((item, index) => this.collectAround(item, owner, `${path}/${index}`, paths));
    } else {
      this.collect(value, owner);
    }
  }

  private push(num: number, from: number): void {
    if (!this.seen.has(num)) {
      this.seen.add(num);
      this.queue.push({ num, from });
    }
  }

  // An object that cannot be read shows nothing; it stays in the set of wanted ones when it changed.
  private valueOf(num: number): PdfValue | null {
    try {
      return this.document.load(num)?.value ?? null;
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  }
}
