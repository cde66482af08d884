import { useEffect, useMemo, useState, type RefObject } from "react";
import { latest, type EditorField, type EditorSurface, type Latest } from "@/components/editor/editor-field";
import { inReadingOrder, neighbourOf } from "@/components/editor/layout/arrange";
import * as selections from "./selection";
import type { Selection } from "./selection";

export interface Selecting {
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
  const [stored, setStored] = useState(selections.nothing);
  const [request, setRequest] = useState<{ key: string } | null>(null);
  const [there] = useState(() => latest(fields));
  const [held] = useState(() => latest(stored));
  useEffect(() => there.write(fields), [there, fields]);
  useEffect(() => {
    const field = request && there.read().find(({ key }) => key === request.key);
    if (field) surface.current?.focusField(field);
  }, [request, there, surface]);
  const actions = useMemo(() => selectionActions(there, held, setStored, (key) => setRequest({ key })), [there, held]);
  const selection = useMemo(
    () => selections.among(stored, (key) => fields.some((field) => field.key === key)),
    [stored, fields],
  );
  return { selection, actions };
}

function selectionActions(
  there: Latest<readonly EditorField[]>,
  held: Latest<Selection>,
  show: (selection: Selection) => void,
  refocus: (key: string) => void,
): SelectionActions {
  const change = (next: (before: Selection) => Selection): Selection => {
    const after = next(selections.among(held.read(), (key) => there.read().some((field) => field.key === key)));
    held.write(after);
    show(after);
    return after;
  };
  const gather = (keys: readonly string[], isAdding: boolean): void => {
    const { current } = change((before) => (isAdding ? selections.gather(before, keys) : selections.these(keys)));
    if (current !== null && keys.length > 0) refocus(current);
  };
  return {
    now: held.read,
    select: (keys, options) => {
      const { current } = change(() => selections.these(keys));
      if (options?.focus && current !== null) refocus(current);
    },
    follow: (key) => void change((before) => selections.follow(before, key)),
    press: (key, isAdding) => {
      const after = change((before) => (isAdding ? selections.toggle(before, key) : selections.press(before, key)));
      return after.keys.includes(key) ? after.keys : [];
    },
    toggle: (key) => void change((before) => selections.toggle(before, key)),
    gather,
    gatherOther: (key, by) => {
      const other = neighbourOf(there.read(), key, by);
      if (other !== null) gather([key, other], true);
    },
    selectPage: (page) => {
      const { current } = held.read();
      const keys = inReadingOrder(there.read().filter((field) => field.page === page)).map(({ key }) => key);
      // The focus stays if it is on one of them.
      gather(
        current !== null && keys.includes(current) ? [...keys.filter((key) => key !== current), current] : keys,
        false,
      );
    },
    focusField: (key) => {
      change(() => selections.only(key));
      refocus(key);
    },
    refocus,
    focusOther: (key, by) => {
      const other = neighbourOf(there.read(), key, by);
      if (other !== null) refocus(other);
    },
  };
}
