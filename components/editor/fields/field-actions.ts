import type { GuideStore } from "@/components/editor/snapping/snap";
import type { FieldActions } from "@/components/editor/state/editor-context";
import { hasSameContent, type EditorField, type Latest } from "@/components/editor/state/editor-field";
import { shiftBox, type AddAction, type LayoutCommand, type LayoutState } from "@/components/editor/state/layout-state";
import { meantBy, type SelectionActions } from "@/components/editor/state/selection";
import { fitOnPage, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { ActionText } from "./use-action-text";

export interface FieldActionParts {
  run: (command: LayoutCommand) => void;
  selecting: SelectionActions;
  now: Latest<{ layout: LayoutState; clipboard: readonly EditorField[] }>;
  /** Sets the clipboard. */
  keep: (clipboard: readonly EditorField[]) => void;
  newKey: () => string;
  guides: GuideStore;
  focusPages: () => void;
  focusInspector: () => void;
  text: ActionText;
}

type MoveActions = Pick<FieldActions, "nudge" | "grow" | "turnPage" | "arrange">;
type CopyActions = Pick<FieldActions, "duplicate" | "remove" | "copy" | "cut" | "paste" | "repeat">;

export function fieldActions(parts: FieldActionParts): FieldActions {
  const { run, selecting, now, guides, focusPages, focusInspector } = parts;
  const leave = (): void => {
    selecting.select([]);
    focusPages();
  };
  return {
    ...selecting,
    ...moveActions(parts),
    ...copyActions(parts, leave),
    run,
    guides,
    peek: () => ({ ...now.read().layout, selection: selecting.now() }),
    select: (keys) => selecting.select(keys),
    press: (key, isAdding) => fieldsOf(now, selecting.press(key, isAdding)),
    inspect: focusInspector,
    leave,
  };
}

function moveActions({ run, selecting, text }: FieldActionParts): MoveActions {
  const nameBurst = burstNames();
  const keysOf = (key: string): readonly string[] => meantBy(selecting.now(), key);
  const gesture = (does: string, key: string): string => nameBurst(`${does} ${keysOf(key).join(" ")}`);
  return {
    nudge: (key, rightPt, downPt) =>
      run({ kind: "nudge", keys: keysOf(key), rightPt, downPt, gesture: gesture("move", key) }),
    grow: (key, widthPt, heightPt) =>
      run({ kind: "grow", keys: keysOf(key), widthPt, heightPt, gesture: gesture("grow", key) }),
    turnPage: (key, by) => {
      run({ kind: "turn", keys: keysOf(key), by });
      selecting.refocus(key);
    },
    arrange: (key, how) => {
      run({ kind: "arrange", keys: keysOf(key), how, lead: key });
      text.arranged(how, keysOf(key).length);
    },
  };
}

function copyActions({ run, selecting, now, keep, newKey, text }: FieldActionParts, leave: () => void): CopyActions {
  const meant = (key: string): EditorField[] => fieldsOf(now, meantBy(selecting.now(), key));
  const add = (action: AddAction, fields: readonly EditorField[]): void => {
    if (fields.length === 0) return text.nothingAdded();
    run({ kind: "add", action, fields });
    text.added(action, fields);
    // Repeated fields are on many pages, so the focus stays on the original.
    if (action !== "repeat")
      selecting.select(
        fields.map(({ key }) => key),
        { focus: true },
      );
  };
  const remove = (key: string, action: "remove" | "cut"): void => {
    const fields = meant(key);
    text.removed(action, fields);
    run({ kind: "remove", action, keys: fields.map(({ key: removed }) => removed) });
    leave();
  };
  return {
    duplicate: (key) => add("duplicate", duplicatesOf(meant(key), newKey)),
    remove: (key) => remove(key, "remove"),
    copy: (key) => {
      keep(meant(key));
      text.copied(meant(key));
    },
    cut: (key) => {
      keep(meant(key));
      remove(key, "cut");
    },
    paste: (page) => {
      const { layout, clipboard } = now.read();
      if (clipboard.length > 0) add("paste", pasted(clipboard, page, { ...layout, newKey }));
    },
    repeat: (key, pages) => add("repeat", repeated(meant(key), pages, { ...now.read().layout, newKey })),
  };
}

function fieldsOf(now: FieldActionParts["now"], keys: readonly string[]): EditorField[] {
  const { fields } = now.read().layout;
  return keys.flatMap((key) => fields.find((field) => field.key === key) ?? []);
}

/** Repeated key presses of the same kind within this time are one step of the history. */
const burstMs = 1000;

/** Names for bursts: the name stays the same while the same action is repeated within `burstMs`. */
function burstNames(): (of: string) => string {
  let burst = { of: "", name: "", at: -Infinity };
  return (of) => {
    const now = Date.now();
    const continues = burst.of === of && now - burst.at < burstMs;
    burst = { of, name: continues ? burst.name : `${of} ${now}`, at: now };
    return burst.name;
  };
}

/** Offset of a copy from a field that it would cover, right and down, in points. */
const offsetPt = 12;

/** Copies beside their originals, in the same order. */
function duplicatesOf(originals: readonly EditorField[], newKey: () => string): EditorField[] {
  return originals.map((field) => ({
    ...field,
    key: newKey(),
    box: shiftBox(field.box, { rightPt: offsetPt, downPt: offsetPt }),
  }));
}

/**
 * Copies on `page`, at the places of the originals. If the originals span several pages, the first goes to `page` and
 * the others follow at the same distance. Copies are shifted a little if the same field is already there. Copies
 * beyond the last page are left out.
 */
export function pasted(
  originals: readonly EditorField[],
  page: number,
  { pages, fields, newKey }: { pages: readonly PageSize[]; fields: readonly EditorField[]; newKey: () => string },
): EditorField[] {
  const first = Math.min(...originals.map((field) => field.page));
  const placed = originals
    .map((field) => ({ ...field, page: page + field.page - first }))
    .filter((field) => pages[field.page - 1]);
  for (let tries = 0; tries < fields.length; tries++) {
    if (!placed.some((copy) => isThere(fitted(copy, pages), fields))) break;
    for (const copy of placed) copy.box = shiftBox(copy.box, { rightPt: offsetPt, downPt: offsetPt });
  }
  return placed.map((copy) => ({ ...copy, key: newKey() }));
}

/** One copy of each original per page, at the same place, unless an identical field is there already. */
export function repeated(
  originals: readonly EditorField[],
  onPages: readonly number[],
  { pages, fields, newKey }: { pages: readonly PageSize[]; fields: readonly EditorField[]; newKey: () => string },
): EditorField[] {
  return onPages.flatMap((page) =>
    originals
      .map((field) => ({ ...field, page }))
      .filter((copy) => pages[page - 1] && !isThere(fitted(copy, pages), fields))
      .map((copy) => ({ ...copy, key: newKey() })),
  );
}

function isThere(field: EditorField, fields: readonly EditorField[]): boolean {
  return fields.some((other) => other.page === field.page && hasSameContent(field, other));
}

function fitted(field: EditorField, pages: readonly PageSize[]): EditorField {
  const page = pages[field.page - 1];
  return page ? { ...field, box: fitOnPage(field.box, page) } : field;
}
