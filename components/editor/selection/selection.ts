/** The selected fields in order of selection, and the field that has or last had the focus, which need not be selected. */
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

/** Moves the focus to a field. A single selection follows it; a multiple selection stays. */
export function follow({ keys, current }: Selection, key: string): Selection {
  const isGathered = keys.length > 1 || (keys.length === 1 && keys[0] !== current);
  return isGathered ? { keys, current: key } : only(key);
}

/** Adds or removes one. */
export function toggle({ keys }: Selection, key: string): Selection {
  return { keys: keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key], current: key };
}

/** Adds these. */
export function gather({ keys }: Selection, more: readonly string[]): Selection {
  const all = [...keys.filter((key) => !more.includes(key)), ...more];
  return { keys: all, current: all.at(-1) ?? null };
}

/** A pointer press on a field. A multiple selection that contains it stays, so that it can be dragged. */
export function press(selection: Selection, key: string): Selection {
  return selection.keys.includes(key) ? { keys: selection.keys, current: key } : only(key);
}

/** The fields that an action on this field applies to: the selection if it contains the field, else the field alone. */
export function meantBy({ keys }: Selection, key: string): readonly string[] {
  return keys.includes(key) ? keys : [key];
}

/** Removes fields that no longer exist. */
export function among(selection: Selection, isThere: (key: string) => boolean): Selection {
  if (selection.keys.every(isThere) && (selection.current === null || isThere(selection.current))) return selection;
  return {
    keys: selection.keys.filter(isThere),
    current: selection.current !== null && isThere(selection.current) ? selection.current : null,
  };
}
