import type { NamedAddress } from "./read-addresses";
import { emptyEntry, isBlank, isCleared, type SignerEntry } from "./signer-entry";

/** The rows after an act, and the one that the focus belongs to. */
export interface EditedEntries {
  entries: SignerEntry[];
  focus: string | undefined;
}

const longestName = 255;

/** One more person, in the first blank row when there is one. */
export function withPerson(entries: readonly SignerEntry[], { email, name }: NamedAddress): SignerEntry[] {
  const blank = entries.find(isBlank);
  if (!blank) return [...entries, { ...emptyEntry(), email, name }];
  return entries.map((entry) => (entry.key === blank.key ? { ...blank, email, name } : entry));
}

/**
 * Pasted people behind the row they were pasted into, or in its place when it was cleared: the first of them is then who that row's stored
 * signer becomes. They sign as that row does.
 */
export function withPasted(
  entries: readonly SignerEntry[],
  at: SignerEntry,
  people: readonly NamedAddress[],
): EditedEntries {
  const isReplaced = isCleared(at);
  const pasted = people.map(({ email, name }, index) => ({
    ...emptyEntry(),
    email,
    name: name.slice(0, longestName),
    signMethod: at.signMethod,
    signRequestId: isReplaced && index === 0 ? at.signRequestId : null,
  }));
  return {
    entries: entries.flatMap((entry) => (entry.key !== at.key ? [entry] : isReplaced ? pasted : [at, ...pasted])),
    focus: pasted.at(-1)?.key,
  };
}

/** With one row a place earlier (-1) or later (1), where there is one. */
export function withMoved(entries: readonly SignerEntry[], moved: SignerEntry, by: -1 | 1): SignerEntry[] {
  const from = entries.indexOf(moved);
  const others = entries.filter((entry) => entry !== moved);
  return from + by < 0 || from + by >= entries.length ? [...entries] : others.toSpliced(from + by, 0, moved);
}

/** Without one row; a blank one stays to type into. */
export function withoutEntry(entries: readonly SignerEntry[], gone: SignerEntry): EditedEntries {
  const left = entries.filter((entry) => entry.key !== gone.key);
  const next = left.length > 0 ? left : [emptyEntry()];
  return { entries: next, focus: next[Math.max(0, entries.indexOf(gone) - 1)]?.key };
}
