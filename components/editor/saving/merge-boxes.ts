import { hasSameContent, type EditorElement, type StoredElement } from "@/components/editor/editor-element";

/** The outcome when another person changed the fields in the meantime. */
export type ConflictChoice = "both" | "theirs" | "mine";

/** Number of fields that another person added, changed and removed. */
export interface OthersChanges {
  added: number;
  changed: number;
  removed: number;
}

interface Versions {
  /** The server's fields when last read. */
  base: readonly StoredElement[];
  mine: readonly EditorElement[];
  /** The server's fields now. A field of `base` has the same key here and in `mine`. */
  theirs: readonly StoredElement[];
}

export function countChanges(base: readonly StoredElement[], theirs: readonly StoredElement[]): OthersChanges {
  const before = new Map(base.map(({ id, element }) => [id, element]));
  const now = new Set(theirs.map(({ id }) => id));
  const changed = theirs.filter(({ id, element }) => before.has(id) && !isSame(before.get(id), element));
  return {
    added: theirs.filter(({ id }) => !before.has(id)).length,
    changed: changed.length,
    removed: base.filter(({ id }) => !now.has(id)).length,
  };
}

/** The keys of fields that were added, changed or removed. */
export function changedKeys(base: readonly StoredElement[], theirs: readonly StoredElement[]): string[] {
  const before = new Map(base.map(({ element }) => [element.key, element]));
  const now = new Map(theirs.map(({ element }) => [element.key, element]));
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => !isSame(before.get(key), now.get(key)));
}

/**
 * Merges the fields. With `both`, all changes apply: a field that one side deleted and the other changed stays, and a field that both moved to different places
 * appears twice, so that no change is lost. `newKey` creates the key of the second one.
 */
export function mergeBoxes(
  choice: ConflictChoice,
  { base, mine, theirs }: Versions,
  newKey: () => string,
): EditorElement[] {
  if (choice === "mine") return [...mine];
  if (choice === "theirs") return theirs.map(({ element }) => element);
  const before = new Map(base.map(({ element }) => [element.key, element]));
  const here = new Map(mine.map((element) => [element.key, element]));
  const there = new Map(theirs.map(({ element }) => [element.key, element]));
  const keys = new Set([...there.keys(), ...here.keys()]);
  return [...keys].flatMap((key) => {
    const [was, my, their] = [before.get(key), here.get(key), there.get(key)];
    if (isSame(my, was)) return their ? [their] : [];
    if (isSame(their, was) || !their) return my ? [my] : [];
    if (!my) return [their];
    return isSamePlace(my, their) ? [my] : [their, { ...my, key: newKey() }];
  });
}

/** Whether both hold the same fields with the same content. */
export function isSameSet(first: readonly StoredElement[], second: readonly StoredElement[]): boolean {
  const others = new Map(second.map(({ id, element }) => [id, element]));
  return first.length === second.length && first.every(({ id, element }) => isSame(element, others.get(id)));
}

function isSame(first: EditorElement | undefined, second: EditorElement | undefined): boolean {
  return first && second ? hasSameContent(first, second) : first === second;
}

function isSamePlace(first: EditorElement, second: EditorElement): boolean {
  return first.page === second.page && JSON.stringify(first.box) === JSON.stringify(second.box);
}
