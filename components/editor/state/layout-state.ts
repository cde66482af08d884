import { referenceOf, withNewName } from "@/lib/platform/field-rules/conditions/value-types";
import { hasExpression, readTick, type FieldDetails } from "@/lib/platform/field-rules/details";
import type { TextStyle } from "@/lib/platform/geometry/field-text";
import { fitOnPage, resizeOnPage, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { arrange, type Arrangement } from "./arrange";
import { hasSameContent, type EditorField } from "./editor-field";

/** How fields were added. */
export type AddAction = "place" | "duplicate" | "paste" | "repeat" | "suggest";

/** The kind of a history step, for the label of the undo button. */
type Action = AddAction | "move" | "resize" | "align" | "distribute" | "size" | "change" | "remove" | "cut" | "merge";

interface Step {
  action: Action;
  /** The fields before the step, or after it when redoing. */
  fields: readonly EditorField[];
  gesture: string | null;
}

export interface LayoutState {
  pages: readonly PageSize[];
  fields: readonly EditorField[];
  past: readonly Step[];
  future: readonly Step[];
}

/**
 * A command is one step, regardless of the number of fields. Consecutive steps with the same `gesture` are undone as
 * one.
 */
export type LayoutCommand =
  | { kind: "add"; action: AddAction; fields: readonly EditorField[] }
  | { kind: "move"; key: string; page?: number; leftPt?: number; topPt?: number; gesture?: string }
  /** Moves all by the same distance, limited by the first page edge that one of them reaches. */
  | { kind: "nudge"; keys: readonly string[]; rightPt: number; downPt: number; gesture?: string }
  /** Moves all to another page, shifted together as far as its edges allow. */
  | { kind: "carry"; keys: readonly string[]; page: number; rightPt: number; downPt: number; gesture?: string }
  /** Moves all to the next or previous page. Nothing moves if one of them has no such page. */
  | { kind: "turn"; keys: readonly string[]; by: 1 | -1 }
  | { kind: "resize"; key: string; box: Partial<Box>; gesture?: string }
  | { kind: "grow"; keys: readonly string[]; widthPt: number; heightPt: number; gesture?: string }
  /** `lead`: the field whose size the others take. */
  | { kind: "arrange"; keys: readonly string[]; how: Arrangement; lead: string }
  | {
      kind: "change";
      keys: readonly string[];
      change: Partial<
        Pick<
          EditorField,
          "type" | "signRequestId" | "required" | "label" | "value" | "readOnly" | keyof TextStyle | keyof FieldDetails
        >
      >;
      gesture?: string;
    }
  | { kind: "remove"; action?: "remove" | "cut"; keys: readonly string[] }
  /** Replaces all fields, as one step of the history. */
  | { kind: "replace"; fields: readonly EditorField[] }
  | { kind: "undo" }
  | { kind: "redo" }
  /** Replaces everything by the server's state and clears the history. */
  | { kind: "load"; fields: readonly EditorField[] };

const historyLength = 100;
type Edit = Exclude<LayoutCommand, { kind: "undo" | "redo" | "load" }>;

export function initialLayout(pages: readonly PageSize[], fields: readonly EditorField[]): LayoutState {
  return { pages, fields, past: [], future: [] };
}

/**
 * The state after the command. Every field is on its page, in hundredths of a point. A command without effect returns
 * the same state.
 */
export function layoutReducer(state: LayoutState, command: LayoutCommand): LayoutState {
  if (command.kind === "load") return initialLayout(state.pages, command.fields);
  if (command.kind === "undo") return travel(state, "past", "future");
  if (command.kind === "redo") return travel(state, "future", "past");
  const fields = withOneChoice(state.fields, withReferences(state.fields, apply(state, command), command));
  if (fields === state.fields) return state;
  const gesture = "gesture" in command ? (command.gesture ?? null) : null;
  const last = state.past.at(-1);
  const continues = gesture !== null && last?.gesture === gesture;
  const past = continues
    ? state.past
    : [...state.past, { action: actionOf(command), fields: state.fields, gesture }].slice(-historyLength);
  return { ...state, fields, past, future: [] };
}

/** Updates expressions when a field is renamed, as long as it is the only one of that name. */
function withReferences(
  before: readonly EditorField[],
  after: readonly EditorField[],
  command: Edit,
): readonly EditorField[] {
  if (command.kind !== "change" || after === before || !after.some(hasExpression)) return after;
  const changed = after.find(({ key }) => key === command.keys[0]);
  const old = before.find(({ key }) => key === command.keys[0]);
  const [from, to] = [old && referenceOf(old), changed && referenceOf(changed)];
  const isTaken = (name: string): boolean =>
    after.some((field) => !command.keys.includes(field.key) && referenceOf(field) === name);
  if (!from || !to || from === to || isTaken(from) || isTaken(to)) return after;
  return after.map((field) => withNewName(field, from, to));
}

/** Keeps one radio button per group chosen: the one chosen last and, among copies, the original. */
function withOneChoice(before: readonly EditorField[], after: readonly EditorField[]): readonly EditorField[] {
  const chosen = after.filter(({ type, value }) => type === "radio" && readTick(value) === true);
  if (after === before || chosen.length < 2) return after;
  const was = new Map(before.map(({ key, value }) => [key, value]));
  const isNew = ({ key }: EditorField): boolean => was.has(key) && readTick(was.get(key) ?? null) !== true;
  const kept = new Map<string, string>();
  for (const field of chosen) {
    const group = `${field.signRequestId} ${field.group ?? ""}`;
    if (!kept.has(group) || isNew(field)) kept.set(group, field.key);
  }
  const keys = new Set(kept.values());
  return after.map((field) =>
    field.type === "radio" && readTick(field.value) === true && !keys.has(field.key)
      ? { ...field, value: null }
      : field,
  );
}

/** The field with this key. */
export function findField(state: Pick<LayoutState, "fields">, key: string | null): EditorField | null {
  return state.fields.find((field) => field.key === key) ?? null;
}

function actionOf(command: Edit): Action {
  switch (command.kind) {
    case "add":
      return command.action;
    case "move":
    case "nudge":
    case "carry":
    case "turn":
      return "move";
    case "resize":
    case "grow":
      return "resize";
    case "arrange":
      return command.how.kind;
    case "change":
      return "change";
    case "remove":
      return command.action ?? "remove";
    case "replace":
      return "merge";
  }
}

function travel(state: LayoutState, from: "past" | "future", to: "past" | "future"): LayoutState {
  const step = state[from].at(-1);
  if (!step) return state;
  const back: Step = { action: step.action, fields: state.fields, gesture: null };
  return { ...state, fields: step.fields, [from]: state[from].slice(0, -1), [to]: [...state[to], back] };
}

function apply(state: LayoutState, command: Edit): readonly EditorField[] {
  switch (command.kind) {
    case "add":
      return added(state.fields, fittedOn(state.pages, command.fields));
    case "replace":
      return fittedOn(state.pages, command.fields);
    case "remove": {
      const left = state.fields.filter(({ key }) => !command.keys.includes(key));
      return left.length === state.fields.length ? state.fields : left;
    }
    case "move":
      return edit(state, [command.key], ({ page, box, ...field }) => ({
        ...field,
        page: command.page ?? page,
        box: { ...box, leftPt: command.leftPt ?? box.leftPt, topPt: command.topPt ?? box.topPt },
      }));
    case "turn": {
      const canTurn = chosen(state, command.keys).every(({ page }) => state.pages[page + command.by - 1]);
      return canTurn
        ? edit(state, command.keys, (field) => ({ ...field, page: field.page + command.by }))
        : state.fields;
    }
    case "nudge": {
      const shift = shiftTogether(chosen(state, command.keys), state.pages, command);
      return edit(state, command.keys, (field) => ({ ...field, box: shiftBox(field.box, shift) }));
    }
    case "carry": {
      const there = chosen(state, command.keys).map((field) => ({ ...field, page: command.page }));
      const shift = shiftTogether(there, state.pages, command);
      return edit(state, command.keys, (field) => ({
        ...field,
        page: command.page,
        box: shiftBox(field.box, shift),
      }));
    }
    case "resize":
      return edit(state, [command.key], (field) => ({ ...field, box: { ...field.box, ...command.box } }));
    case "grow":
      return edit(state, command.keys, (field, page) => ({
        ...field,
        box: resizeOnPage(field.box, command, page),
      }));
    case "arrange": {
      const places = arrange(chosen(state, command.keys), command.how, command.lead);
      return edit(state, command.keys, (field) => ({ ...field, box: places.get(field.key) ?? field.box }));
    }
    case "change":
      return edit(state, command.keys, (field) => ({ ...field, ...command.change }));
  }
}

function chosen(state: LayoutState, keys: readonly string[]): EditorField[] {
  return state.fields.filter(({ key }) => keys.includes(key));
}

function added(fields: readonly EditorField[], more: readonly EditorField[]): readonly EditorField[] {
  return more.length > 0 ? [...fields, ...more] : fields;
}

/** Fields on existing pages, fitted to them. */
function fittedOn(pages: readonly PageSize[], fields: readonly EditorField[]): EditorField[] {
  return fields.flatMap((field) => {
    const page = pages[field.page - 1];
    return page ? [{ ...field, box: fitOnPage(field.box, page) }] : [];
  });
}

/** Returns the same list if nothing has changed. */
function edit(
  state: LayoutState,
  keys: readonly string[],
  change: (field: EditorField, page: PageSize) => EditorField,
): readonly EditorField[] {
  let hasChanged = false;
  const fields = state.fields.map((field) => {
    const page = state.pages[field.page - 1];
    if (!page || !keys.includes(field.key)) return field;
    const wanted = change(field, page);
    const newPage = state.pages[wanted.page - 1];
    if (!newPage) return field;
    const changed = { ...wanted, box: fitOnPage(wanted.box, newPage) };
    if (hasSameContent(field, changed)) return field;
    hasChanged = true;
    return changed;
  });
  return hasChanged ? fields : state.fields;
}

/** A shift on the page, in points. */
export interface Shift {
  rightPt: number;
  downPt: number;
}

/**
 * The part of the shift that all fields can make together, so that their relative positions stay and each stays on its
 * page.
 */
export function shiftTogether(
  fields: readonly EditorField[],
  pages: readonly PageSize[],
  { rightPt, downPt }: Shift,
): Shift {
  let [left, up, right, down] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { page, box } of fields) {
    const size = pages[page - 1];
    if (!size) continue;
    left = Math.max(left, -box.leftPt);
    up = Math.max(up, -box.topPt);
    right = Math.min(right, size.widthPt - box.leftPt - box.widthPt);
    down = Math.min(down, size.heightPt - box.topPt - box.heightPt);
  }
  return { rightPt: Math.max(left, Math.min(right, rightPt)), downPt: Math.max(up, Math.min(down, downPt)) };
}

export function shiftBox(box: Box, { rightPt, downPt }: Shift): Box {
  return { ...box, leftPt: box.leftPt + rightPt, topPt: box.topPt + downPt };
}
