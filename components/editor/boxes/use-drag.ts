import { useRef } from "react";
import type { RndDragCallback } from "react-rnd";
import type { BoxActions } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { shiftBox, shiftTogether, type Shift } from "@/components/editor/layout/layout-state";
import { linesOf, noLines, snapMove, snapPx, type SnapLines } from "@/components/editor/snapping/snap";
import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box, ScreenBox } from "@/lib/platform/geometry/placement";
import { isAdding, nodeOfBox, onEscape } from "./gesture";

interface Drag extends Moving {
  node: HTMLElement;
  followers: readonly HTMLElement[];
  /** Pointer movement so far, in CSS pixels. */
  way: { right: number; down: number };
  shift: Shift;
  isCancelled: boolean;
  hasMoved: boolean;
  /** The press has selected it already; a click adds nothing. */
  isSettled: boolean;
  ended: AbortController;
}

/** A press by finger this long adds the field to the selection. */
const longPressMs = 500;
/** Tolerance for the tremble of a finger. */
const tremblePx = 8;

const nowhere: Shift = { rightPt: 0, downPt: 0 };

/**
 * Drags a field, and the rest of the selection with it, by mouse, pen or finger. Until the drop only the nodes' style changes: `transform` follows the pointer,
 * and `translate` holds the correction by page limits and snapping.
 */
export function useDrag({
  element,
  scale,
  screen,
  actions,
}: {
  element: EditorElement;
  scale: number;
  screen: ScreenBox;
  actions: BoxActions;
}) {
  const drag = useRef<Drag | null>(null);

  const onDragStart: RndDragCallback = (event, { node }) => {
    const wasAdding = isAdding(event);
    const before = actions.peek();
    const moved = actions.press(element.key, wasAdding);
    // A touch does not move the focus by itself.
    node.focus({ preventScroll: true });
    if (moved.length === 0) return false;
    const current: Drag = {
      ...startMoving(element, moved, before),
      node,
      followers: moved.flatMap(({ key }) => (key === element.key ? [] : (nodeOfBox(key) ?? []))),
      way: { right: 0, down: 0 },
      shift: nowhere,
      isCancelled: false,
      hasMoved: false,
      isSettled: wasAdding,
      ended: new AbortController(),
    };
    drag.current = current;
    onEscape(current.ended.signal, () => {
      current.isCancelled = true;
      show(current, nowhere, null);
    });
    if (event.type === "touchstart")
      onLongPress(current, () =>
        actions.select([...before.selection.keys.filter((key) => key !== element.key), element.key]),
      );
  };

  const onDrag: RndDragCallback = (event, { x, y }) => {
    const current = drag.current;
    if (!current) return;
    const [right, down] = [x - screen.x, y - screen.y];
    current.way = { right, down };
    current.hasMoved ||= Math.hypot(right, down) > (event.type === "touchmove" ? tremblePx : 0);
    const within = event.altKey ? -1 : snapPx / scale;
    const { shift, guides } = current.isCancelled
      ? { shift: nowhere, guides: null }
      : snappedShift(current, { rightPt: right / scale, downPt: down / scale }, within);
    show(current, shift, guides);
  };

  function show(current: Drag, shift: Shift, guides: SnapLines | null): void {
    current.shift = shift;
    const [right, down] = [shift.rightPt * scale, shift.downPt * scale];
    current.node.style.translate = `${right - current.way.right}px ${down - current.way.down}px`;
    for (const follower of current.followers) follower.style.translate = `${right}px ${down}px`;
    actions.guides.show(guides && { ...guides, page: element.page });
  }

  const onDragStop: RndDragCallback = () => {
    const current = drag.current;
    drag.current = null;
    if (!current) return;
    current.ended.abort();
    actions.guides.show(null);
    for (const node of [current.node, ...current.followers]) node.style.translate = "";
    if (current.isCancelled) return;
    if (current.hasMoved) actions.run({ kind: "nudge", keys: current.moved.map(({ key }) => key), ...current.shift });
    else if (!current.isSettled) actions.select([element.key]);
  };

  return { onDragStart, onDrag, onDragStop };
}

function onLongPress(current: Drag, run: () => void): void {
  const timer = setTimeout(() => {
    if (current.hasMoved) return;
    current.isSettled = true;
    run();
  }, longPressMs);
  current.ended.signal.addEventListener("abort", () => clearTimeout(timer));
}

/** Fields that move together, and their snap lines. */
interface Moving {
  moved: readonly EditorElement[];
  /** The field under the pointer; the snap lines are those of its page. */
  lead: EditorElement;
  pages: readonly PageSize[];
  lines: SnapLines;
}

export function startMoving(
  lead: EditorElement,
  moved: readonly EditorElement[],
  { elements, pages }: { elements: readonly EditorElement[]; pages: readonly PageSize[] },
): Moving {
  const others = elements
    .filter((element) => element.page === lead.page && !moved.includes(element))
    .map(({ box }) => box);
  return { moved, lead, pages, lines: linesOf(others, pages[lead.page - 1] ?? { widthPt: 0, heightPt: 0 }) };
}

/** The shift of the fields: the wanted one, limited to their pages and snapped to lines within `withinPt` of their bounding rectangle. */
export function snappedShift(
  { moved, lead, pages, lines }: Moving,
  wanted: Shift,
  withinPt: number,
): { shift: Shift; guides: SnapLines } {
  const possible = shiftTogether(moved, pages, wanted);
  const around = shiftBox(boxAround(moved.filter(({ page }) => page === lead.page).map(({ box }) => box)), possible);
  const snapped = snapMove(around, lines, withinPt);
  const drawn = {
    rightPt: possible.rightPt + snapped.box.leftPt - around.leftPt,
    downPt: possible.downPt + snapped.box.topPt - around.topPt,
  };
  const shift = shiftTogether(moved, pages, drawn);
  const isWhole = shift.rightPt === drawn.rightPt && shift.downPt === drawn.downPt;
  return { shift, guides: isWhole ? snapped.guides : noLines };
}

function boxAround(boxes: readonly Box[]): Box {
  const [leftPt, topPt] = [Math.min(...boxes.map((box) => box.leftPt)), Math.min(...boxes.map((box) => box.topPt))];
  const [rightPt, bottomPt] = [
    Math.max(...boxes.map((box) => box.leftPt + box.widthPt)),
    Math.max(...boxes.map((box) => box.topPt + box.heightPt)),
  ];
  return { leftPt, topPt, widthPt: rightPt - leftPt, heightPt: bottomPt - topPt };
}
