import { hasSameContent, type EditorField, type StoredField } from "@/components/editor/editor-field";

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
  base: readonly StoredField[];
  mine: readonly EditorField[];
  /** The server's fields now. A field of `base` has the same key here and in `mine`. */
  theirs: readonly StoredField[];
}

export function countChanges(base: readonly StoredField[], theirs: readonly StoredField[]): OthersChanges {
  const before = new Map(base.map(({ id, field }) => [id, field]));
  const now = new Set(theirs.map(({ id }) => id));
  const changed = theirs.filter(({ id, field }) => before.has(id) && !isSame(before.get(id), field));
  return {
    added: theirs.filter(({ id }) => !before.has(id)).length,
    changed: changed.length,
    removed: base.filter(({ id }) => !now.has(id)).length,
  };
}

/** The keys of fields that were added, changed or removed. */
export function changedKeys(base: readonly StoredField[], theirs: readonly StoredField[]): string[] {
  const before = new Map(base.map(({ field }) => [field.key, field]));
  const now = new Map(theirs.map(({ field }) => [field.key, field]));
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => !isSame(before.get(key), now.get(key)));
}

/**
 * Merges the fields. With `both`, all changes apply: a field that one side deleted and the other changed stays, and a field that both moved to different places
 * appears twice, so that no change is lost. `newKey` creates the key of the second one.
 */
export function mergeFields(
  choice: ConflictChoice,
  { base, mine, theirs }: Versions,
  newKey: () => string,
): EditorField[] {
  if (choice === "mine") return [...mine];
  if (choice === "theirs") return theirs.map(({ field }) => field);
  const before = new Map(base.map(({ field }) => [field.key, field]));
  const here = new Map(mine.map((field) => [field.key, field]));
  const there = new Map(theirs.map(({ field }) => [field.key, field]));
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
export function isSameSet(first: readonly StoredField[], second: readonly StoredField[]): boolean {
  const others = new Map(second.map(({ id, field }) => [id, field]));
  return first.length === second.length && first.every(({ id, field }) => isSame(field, others.get(id)));
}

function isSame(first: EditorField | undefined, second: EditorField | undefined): boolean {
  return first && second ? hasSameContent(first, second) : first === second;
}

function isSamePlace(first: EditorField, second: EditorField): boolean {
  return first.page === second.page && JSON.stringify(first.box) === JSON.stringify(second.box);
}
