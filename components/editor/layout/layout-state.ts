import { hasSameContent, type EditorElement } from "@/components/editor/editor-element";
import type { TextStyle } from "@/lib/platform/geometry/field-text";
import { fitOnPage, resizeOnPage, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { arrange, type Arrangement } from "./arrange";

/** How fields were added. */
export type AddAction = "place" | "duplicate" | "paste" | "repeat" | "suggest";

/** The kind of a history step, for the label of the undo button. */
type Action = AddAction | "move" | "resize" | "align" | "distribute" | "size" | "change" | "remove" | "cut" | "merge";

interface Step {
  action: Action;
  /** The fields before the step, or after it when redoing. */
  elements: readonly EditorElement[];
  gesture: string | null;
}

export interface LayoutState {
  pages: readonly PageSize[];
  elements: readonly EditorElement[];
  past: readonly Step[];
  future: readonly Step[];
}

/** A command is one step, however many fields it names. Consecutive steps with the same `gesture` are undone as one. */
export type LayoutCommand =
  | { kind: "add"; action: AddAction; elements: readonly EditorElement[] }
  | { kind: "move"; key: string; page?: number; leftPt?: number; topPt?: number; gesture?: string }
  /** Moves all by the same distance, limited by the first page edge that one of them reaches. */
  | { kind: "nudge"; keys: readonly string[]; rightPt: number; downPt: number; gesture?: string }
  /** Moves all to another page, shifted together as far as its edges allow. */
  | { kind: "carry"; keys: readonly string[]; page: number; rightPt: number; downPt: number; gesture?: string }
  /** To the next or previous page. Nothing moves if one of them has no page to go to. */
  | { kind: "turn"; keys: readonly string[]; by: 1 | -1 }
  | { kind: "resize"; key: string; box: Partial<Box>; gesture?: string }
  | { kind: "grow"; keys: readonly string[]; widthPt: number; heightPt: number; gesture?: string }
  /** `lead`: the field whose size the others take. */
  | { kind: "arrange"; keys: readonly string[]; how: Arrangement; lead: string }
  | {
      kind: "change";
      keys: readonly string[];
      change: Partial<Pick<EditorElement, "type" | "signRequestId" | "required" | "label" | keyof TextStyle>>;
      gesture?: string;
    }
  | { kind: "remove"; action?: "remove" | "cut"; keys: readonly string[] }
  /** Replaces all fields, as one step of the history. */
  | { kind: "replace"; elements: readonly EditorElement[] }
  | { kind: "undo" }
  | { kind: "redo" }
  /** Replaces everything by the server's state and clears the history. */
  | { kind: "load"; elements: readonly EditorElement[] };

const historyLength = 100;
type Edit = Exclude<LayoutCommand, { kind: "undo" | "redo" | "load" }>;

export function initialLayout(pages: readonly PageSize[], elements: readonly EditorElement[]): LayoutState {
  return { pages, elements, past: [], future: [] };
}

/** The state after the command. Every field lies on its page, in hundredths of a point. A command without effect returns the same state. */
export function layoutReducer(state: LayoutState, command: LayoutCommand): LayoutState {
  if (command.kind === "load") return initialLayout(state.pages, command.elements);
  if (command.kind === "undo") return travel(state, "past", "future");
  if (command.kind === "redo") return travel(state, "future", "past");
  const elements = apply(state, command);
  if (elements === state.elements) return state;
  const gesture = "gesture" in command ? (command.gesture ?? null) : null;
  const last = state.past.at(-1);
  const continues = gesture !== null && last?.gesture === gesture;
  const past = continues
    ? state.past
    : [...state.past, { action: actionOf(command), elements: state.elements, gesture }].slice(-historyLength);
  return { ...state, elements, past, future: [] };
}

/** The box with this key. */
export function findElement(state: Pick<LayoutState, "elements">, key: string | null): EditorElement | null {
  return state.elements.find((element) => element.key === key) ?? null;
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
  const back: Step = { action: step.action, elements: state.elements, gesture: null };
  return { ...state, elements: step.elements, [from]: state[from].slice(0, -1), [to]: [...state[to], back] };
}

function apply(state: LayoutState, command: Edit): readonly EditorElement[] {
  switch (command.kind) {
    case "add":
      return added(state.elements, fittedOn(state.pages, command.elements));
    case "replace":
      return fittedOn(state.pages, command.elements);
    case "remove": {
      const left = state.elements.filter(({ key }) => !command.keys.includes(key));
      return left.length === state.elements.length ? state.elements : left;
    }
    case "move":
      return edit(state, [command.key], ({ page, box, ...element }) => ({
        ...element,
        page: command.page ?? page,
        box: { ...box, leftPt: command.leftPt ?? box.leftPt, topPt: command.topPt ?? box.topPt },
      }));
    case "turn": {
      const canTurn = chosen(state, command.keys).every(({ page }) => state.pages[page + command.by - 1]);
      return canTurn
        ? edit(state, command.keys, (element) => ({ ...element, page: element.page + command.by }))
        : state.elements;
    }
    case "nudge": {
      const shift = shiftTogether(chosen(state, command.keys), state.pages, command);
      return edit(state, command.keys, (element) => ({ ...element, box: shiftBox(element.box, shift) }));
    }
    case "carry": {
      const there = chosen(state, command.keys).map((element) => ({ ...element, page: command.page }));
      const shift = shiftTogether(there, state.pages, command);
      return edit(state, command.keys, (element) => ({
        ...element,
        page: command.page,
        box: shiftBox(element.box, shift),
      }));
    }
    case "resize":
      return edit(state, [command.key], (element) => ({ ...element, box: { ...element.box, ...command.box } }));
    case "grow":
      return edit(state, command.keys, (element, page) => ({
        ...element,
        box: resizeOnPage(element.box, command, page),
      }));
    case "arrange": {
      const places = arrange(chosen(state, command.keys), command.how, command.lead);
      return edit(state, command.keys, (element) => ({ ...element, box: places.get(element.key) ?? element.box }));
    }
    case "change":
      return edit(state, command.keys, (element) => ({ ...element, ...command.change }));
  }
}

function chosen(state: LayoutState, keys: readonly string[]): EditorElement[] {
  return state.elements.filter(({ key }) => keys.includes(key));
}

function added(elements: readonly EditorElement[], more: readonly EditorElement[]): readonly EditorElement[] {
  return more.length > 0 ? [...elements, ...more] : elements;
}

/** Fields on existing pages, fitted to them. */
function fittedOn(pages: readonly PageSize[], elements: readonly EditorElement[]): EditorElement[] {
  return elements.flatMap((element) => {
    const page = pages[element.page - 1];
    return page ? [{ ...element, box: fitOnPage(element.box, page) }] : [];
  });
}

/** Returns the same list if nothing has changed. */
function edit(
  state: LayoutState,
  keys: readonly string[],
  change: (element: EditorElement, page: PageSize) => EditorElement,
): readonly EditorElement[] {
  let hasChanged = false;
  const elements = state.elements.map((element) => {
    const page = state.pages[element.page - 1];
    if (!page || !keys.includes(element.key)) return element;
    const wanted = change(element, page);
    const newPage = state.pages[wanted.page - 1];
    if (!newPage) return element;
    const changed = { ...wanted, box: fitOnPage(wanted.box, newPage) };
    if (hasSameContent(element, changed)) return element;
    hasChanged = true;
    return changed;
  });
  return hasChanged ? elements : state.elements;
}

/** A shift on the page, in points. */
export interface Shift {
  rightPt: number;
  downPt: number;
}

/** The part of the shift that all fields can make together, so that their relative positions stay and each stays on its page. */
export function shiftTogether(
  elements: readonly EditorElement[],
  pages: readonly PageSize[],
  { rightPt, downPt }: Shift,
): Shift {
  let [left, up, right, down] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { page, box } of elements) {
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
