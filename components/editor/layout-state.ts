import { fitOnPage, resizeOnPage, type PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { hasSameContent, type EditorElement } from "./editor-element";

/** What a step of the history did, for the words on the undo button. */
export type Act = "place" | "duplicate" | "move" | "resize" | "change" | "remove";

interface Step {
  act: Act;
  /** The boxes on the other side of the step. */
  elements: readonly EditorElement[];
  gesture: string | null;
}

export interface LayoutState {
  pages: readonly PageSize[];
  elements: readonly EditorElement[];
  past: readonly Step[];
  future: readonly Step[];
}

/** Steps with the same `gesture` that follow each other are undone as one. */
export type LayoutCommand =
  | { kind: "place"; element: EditorElement }
  | { kind: "duplicate"; key: string; newKey: string }
  | { kind: "move"; key: string; page?: number; leftPt?: number; topPt?: number; gesture?: string }
  | { kind: "nudge"; key: string; rightPt: number; downPt: number; gesture?: string }
  | { kind: "resize"; key: string; box: Partial<Box>; gesture?: string }
  | { kind: "grow"; key: string; widthPt: number; heightPt: number; gesture?: string }
  | { kind: "change"; key: string; change: Partial<Pick<EditorElement, "type" | "signRequestId" | "required" | "label">>; gesture?: string }
  | { kind: "remove"; key: string }
  | { kind: "undo" }
  | { kind: "redo" }
  /** What the server holds, in place of everything. */
  | { kind: "load"; elements: readonly EditorElement[] };

const historyLength = 100;
type Edit = Exclude<LayoutCommand, { kind: "undo" | "redo" | "load" }>;

const acts: Record<Edit["kind"], Act> = {
  place: "place", duplicate: "duplicate", move: "move", nudge: "move", resize: "resize", grow: "resize", change: "change", remove: "remove",
};

/** How far a duplicate lies from its original, right and down, in points. */
const duplicateOffsetPt = 12;

export function initialLayout(pages: readonly PageSize[], elements: readonly EditorElement[]): LayoutState {
  return { pages, elements, past: [], future: [] };
}

/** The state after the command. Every box of it lies on its page, in hundredths of a point; a command that changes nothing answers the same state. */
export function layoutReducer(state: LayoutState, command: LayoutCommand): LayoutState {
  if (command.kind === "load") return initialLayout(state.pages, command.elements);
  if (command.kind === "undo") return travel(state, "past", "future");
  if (command.kind === "redo") return travel(state, "future", "past");
  const elements = apply(state, command);
  if (elements === state.elements) return state;
  const gesture = "gesture" in command ? (command.gesture ?? null) : null;
  const last = state.past.at(-1);
  const continues = gesture !== null && last?.gesture === gesture;
  const past = continues ? state.past : [...state.past, { act: acts[command.kind], elements: state.elements, gesture }].slice(-historyLength);
  return { ...state, elements, past, future: [] };
}

/** The box with this key. */
export function findElement(state: Pick<LayoutState, "elements">, key: string | null): EditorElement | null {
  return state.elements.find((element) => element.key === key) ?? null;
}

function travel(state: LayoutState, from: "past" | "future", to: "past" | "future"): LayoutState {
  const step = state[from].at(-1);
  if (!step) return state;
  const back: Step = { act: step.act, elements: state.elements, gesture: null };
  return { ...state, elements: step.elements, [from]: state[from].slice(0, -1), [to]: [...state[to], back] };
}

function apply(state: LayoutState, command: Edit): readonly EditorElement[] {
  switch (command.kind) {
    case "place":
      return add(state, command.element);
    case "duplicate": {
      const original = findElement(state, command.key);
      return original ? add(state, { ...original, key: command.newKey, box: shift(original.box, duplicateOffsetPt, duplicateOffsetPt) }) : state.elements;
    }
    case "remove": {
      const left = state.elements.filter((element) => element.key !== command.key);
      return left.length === state.elements.length ? state.elements : left;
    }
    case "move":
      return edit(state, command.key, (element) => ({
        ...element,
        page: command.page ?? element.page,
        box: { ...element.box, leftPt: command.leftPt ?? element.box.leftPt, topPt: command.topPt ?? element.box.topPt },
      }));
    case "nudge":
      return edit(state, command.key, (element) => ({ ...element, box: shift(element.box, command.rightPt, command.downPt) }));
    case "resize":
      return edit(state, command.key, (element) => ({ ...element, box: { ...element.box, ...command.box } }));
    case "grow":
      return edit(state, command.key, (element, page) => ({ ...element, box: resizeOnPage(element.box, command, page) }));
    case "change":
      return edit(state, command.key, (element) => ({ ...element, ...command.change }));
  }
}

function add(state: LayoutState, element: EditorElement): readonly EditorElement[] {
  const page = state.pages[element.page - 1];
  return page ? [...state.elements, { ...element, box: fitOnPage(element.box, page) }] : state.elements;
}

function edit(state: LayoutState, key: string, change: (element: EditorElement, page: PageSize) => EditorElement): readonly EditorElement[] {
  const element = findElement(state, key);
  const oldPage = element && state.pages[element.page - 1];
  if (!element || !oldPage) return state.elements;
  const wanted = change(element, oldPage);
  const page = state.pages[wanted.page - 1];
  if (!page) return state.elements;
  const changed = { ...wanted, box: fitOnPage(wanted.box, page) };
  return hasSameContent(element, changed) ? state.elements : state.elements.map((other) => (other === element ? changed : other));
}

function shift(box: Box, rightPt: number, downPt: number): Box {
  return { ...box, leftPt: box.leftPt + rightPt, topPt: box.topPt + downPt };
}
