import { useEffect, useMemo, useState, type RefObject } from "react";
import { inReadingOrder, neighbourOf } from "./arrange";
import { latest, type EditorField, type EditorSurface, type Latest } from "./editor-field";

interface Selecting {
  selection: Selection;
  /** Stable functions. */
  actions: SelectionActions;
}

export interface SelectionActions {
  now: () => Selection;
  /** Selects exactly these; with `focus` on the last of them once it is rendered. */
  select: (keys: readonly string[], options?: { focus: boolean }) => void;
  /** Called when a field has received the focus. */
  follow: (key: string) => void;
  /** A pointer press on the field. Returns the keys of the fields that a drag would move. */
  press: (key: string, isAdding: boolean) => readonly string[];
  toggle: (key: string) => void;
  /** Selects all of these, in addition to the selection if `isAdding`. The focus goes to the last. */
  gather: (keys: readonly string[], isAdding: boolean) => void;
  gatherOther: (key: string, by: 1 | -1) => void;
  selectPage: (page: number) => void;
  /** Selects the field, scrolls it into view and focuses it once it is rendered. */
  focusField: (key: string) => void;
  /** Scrolls the field into view and focuses it, wherever it is rendered next. */
  refocus: (key: string) => void;
  focusOther: (key: string, by: 1 | -1) => void;
}

/** The selected fields and the focus that belongs to them. */
export function useSelection(fields: readonly EditorField[], surface: RefObject<EditorSurface | null>): Selecting {
  const [stored, setStored] = useState(nothing);
  const [request, setRequest] = useState<{ key: string } | null>(null);
  const [there] = useState(() => latest(fields));
  const [held] = useState(() => latest(stored));
  useEffect(() => there.write(fields), [there, fields]);
  useEffect(() => {
    const field = request && there.read().find(({ key }) => key === request.key);
    if (field) surface.current?.focusField(field);
  }, [request, there, surface]);
  const actions = useMemo(() => selectionActions(there, held, setStored, (key) => setRequest({ key })), [there, held]);
  const selection = useMemo(() => among(stored, (key) => fields.some((field) => field.key === key)), [stored, fields]);
  return { selection, actions };
}

function selectionActions(
  there: Latest<readonly EditorField[]>,
  held: Latest<Selection>,
  show: (selection: Selection) => void,
  refocus: (key: string) => void,
): SelectionActions {
  const change = (next: (before: Selection) => Selection): Selection => {
    const after = next(among(held.read(), (key) => there.read().some((field) => field.key === key)));
    held.write(after);
    show(after);
    return after;
  };
  const gatherAndFocus = (keys: readonly string[], isAdding: boolean): void => {
    const { current } = change((before) => (isAdding ? gather(before, keys) : these(keys)));
    if (current !== null && keys.length > 0) refocus(current);
  };
  return {
    now: held.read,
    select: (keys, options) => {
      const { current } = change(() => these(keys));
      if (options?.focus && current !== null) refocus(current);
    },
    follow: (key) => void change((before) => follow(before, key)),
    press: (key, isAdding) => {
      const after = change((before) => (isAdding ? toggle(before, key) : press(before, key)));
      return after.keys.includes(key) ? after.keys : [];
    },
    toggle: (key) => void change((before) => toggle(before, key)),
    gather: gatherAndFocus,
    gatherOther: (key, by) => {
      const other = neighbourOf(there.read(), key, by);
      if (other !== null) gatherAndFocus([key, other], true);
    },
    selectPage: (page) => {
      const { current } = held.read();
      const keys = inReadingOrder(there.read().filter((field) => field.page === page)).map(({ key }) => key);
      // The focus stays if it is on one of them.
      gatherAndFocus(
        current !== null && keys.includes(current) ? [...keys.filter((key) => key !== current), current] : keys,
        false,
      );
    },
    focusField: (key) => {
      change(() => only(key));
      refocus(key);
    },
    refocus,
    focusOther: (key, by) => {
      const other = neighbourOf(there.read(), key, by);
      if (other !== null) refocus(other);
    },
  };
}

/**
 * The selected fields in order of selection, and the field that has or last had the focus, which need not be selected.
 */
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
