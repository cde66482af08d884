/** Which boxes are selected, in the order in which they were, and on which of all boxes the focus is or was last: that one need not be selected. */
export interface Selection {
  keys: readonly string[];
  current: string | null;
}

export const nothing: Selection = { keys: [], current: null };

export function only(key: string): Selection {
  return { keys: [key], current: key };
}

export function these(keys: readonly string[]): Selection {
  return { keys, current: keys.at(-1) ?? null };
}

/** The focus goes to a box: one selected box follows it, a selection of several stays as it was made. */
export function follow({ keys, current }: Selection, key: string): Selection {
  const isGathered = keys.length > 1 || (keys.length === 1 && keys[0] !== current);
  return isGathered ? { keys, current: key } : only(key);
}

/** One more, or one less. */
export function toggle({ keys }: Selection, key: string): Selection {
  return { keys: keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key], current: key };
}

/** These as well. */
export function gather({ keys }: Selection, more: readonly string[]): Selection {
  const all = [...keys.filter((key) => !more.includes(key)), ...more];
  return { keys: all, current: all.at(-1) ?? null };
}

/** A pointer is pressed on a box: what is selected together stays together, so that it can be dragged. */
export function press(selection: Selection, key: string): Selection {
  return selection.keys.includes(key) ? { keys: selection.keys, current: key } : only(key);
}

/** The boxes that an action on this box applies to: the whole selection that it is part of, else itself. */
export function meantBy({ keys }: Selection, key: string): readonly string[] {
  return keys.includes(key) ? keys : [key];
}

/** Without the boxes that are not there any more. */
export function among(selection: Selection, isThere: (key: string) => boolean): Selection {
  if (selection.keys.every(isThere) && (selection.current === null || isThere(selection.current))) return selection;
  return {
    keys: selection.keys.filter(isThere),
    current: selection.current !== null && isThere(selection.current) ? selection.current : null,
  };
}
