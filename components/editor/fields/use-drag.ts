import { useRef } from "react";
import type { RndDragCallback, RndDragEvent } from "react-rnd";
import { snapPx } from "@/components/editor/snapping/snap";
import type { FieldActions } from "@/components/editor/state/editor-context";
import { sheetAt, type EditorField } from "@/components/editor/state/editor-field";
import { shiftTogether, type Shift } from "@/components/editor/state/layout-state";
import type { Box, ScreenBox } from "@/lib/platform/geometry/placement";
import { edgeScroll, isAdding, nodeOfField, onEscape, snappedShift, startMoving, type Moving } from "./gesture";

interface Drag extends Held {
  node: HTMLElement;
  followers: readonly { node: HTMLElement; field: EditorField }[];
  /** Movement of the node by the library so far, in CSS pixels. */
  way: { right: number; down: number };
  pointer: PointerPlace;
  isFree: boolean;
  landing: Landing | null;
  isCancelled: boolean;
  hasMoved: boolean;
  /** The press has selected it already; a click adds nothing. */
  isSettled: boolean;
  ended: AbortController;
  scrollNear: (y: number) => void;
}

/** A press by finger this long adds the field to the selection. */
const longPressMs = 500;
/** Tolerance for the tremble of a finger. */
const tremblePx = 8;

/**
 * Drags a field, and the rest of the selection with it, by mouse, pen or finger, even to another page. Until the drop
 * only the nodes' style changes: `transform` follows the pointer, and `translate` holds the correction by page
 * limits, snapping and scrolling.
 */
export function useDrag({
  field,
  scale,
  screen,
  actions,
}: {
  field: EditorField;
  scale: number;
  screen: ScreenBox;
  actions: FieldActions;
}) {
  const drag = useRef<Drag | null>(null);

  const onDragStart: RndDragCallback = (event, { node }) => {
    const wasAdding = isAdding(event);
    const before = actions.peek();
    const moved = actions.press(field.key, wasAdding);
    // A touch does not move the focus on its own.
    node.focus({ preventScroll: true });
    const home = node.closest<HTMLElement>("section[data-page]");
    if (moved.length === 0 || !home) return false;
    const ended = new AbortController();
    const pointer = placeOf(event);
    const { left, top } = node.getBoundingClientRect();
    const current: Drag = {
      ...startMoving(field, moved, before),
      home,
      layout: before,
      grip: { xPt: (pointer.x - left) / scale, yPt: (pointer.y - top) / scale },
      node,
      followers: moved.flatMap((follower) => {
        const followerNode = follower.key === field.key ? null : nodeOfField(follower.key);
        return followerNode ? [{ node: followerNode, field: follower }] : [];
      }),
      way: { right: 0, down: 0 },
      pointer,
      isFree: false,
      landing: null,
      isCancelled: false,
      hasMoved: false,
      isSettled: wasAdding,
      ended,
      scrollNear: edgeScroll(node, ended.signal, () => show(current)),
    };
    drag.current = current;
    onEscape(ended.signal, () => {
      current.isCancelled = true;
      show(current);
    });
    if (event.type === "touchstart")
      onLongPress(current, () =>
        actions.select([...before.selection.keys.filter((key) => key !== field.key), field.key]),
      );
  };

  const onDrag: RndDragCallback = (event, { x, y }) => {
    const current = drag.current;
    if (!current) return;
    current.way = { right: x - screen.x, down: y - screen.y };
    const before = current.pointer;
    const pointer = placeOf(event);
    if (!current.hasMoved) {
      const far = Math.hypot(pointer.x - before.x, pointer.y - before.y);
      current.hasMoved = far > (event.type === "touchmove" ? tremblePx : 0);
    }
    if (current.hasMoved) {
      current.pointer = pointer;
      current.isFree = event.altKey;
      current.scrollNear(pointer.y);
    }
    show(current);
  };

  function show(current: Drag): void {
    const isStill = current.isCancelled || !current.hasMoved;
    const landing = isStill ? null : landingAt(current, current.pointer, scale, current.isFree ? -1 : snapPx / scale);
    current.landing = landing;
    const { right, down } = landing?.wayOf(field.box) ?? { right: 0, down: 0 };
    current.node.style.translate = `${right - current.way.right}px ${down - current.way.down}px`;
    for (const { node, field: follower } of current.followers) {
      const way = landing?.wayOf(follower.box) ?? { right: 0, down: 0 };
      node.style.translate = `${way.right}px ${way.down}px`;
    }
    actions.guides.show(landing && { ...landing.guides, page: landing.page });
  }

  const onDragStop: RndDragCallback = () => {
    const current = drag.current;
    drag.current = null;
    if (!current) return;
    current.ended.abort();
    actions.guides.show(null);
    for (const node of [current.node, ...current.followers.map((follower) => follower.node)]) node.style.translate = "";
    if (current.isCancelled) return;
    const { landing } = current;
    if (!landing) {
      if (!current.isSettled) actions.select([field.key]);
      return;
    }
    const keys = current.moved.map(({ key }) => key);
    if (landing.page === field.page) return actions.run({ kind: "nudge", keys, ...landing.shift });
    actions.run({ kind: "carry", keys, page: landing.page, ...landing.shift });
    actions.refocus(field.key);
  };

  return { onDragStart, onDrag, onDragStop };
}

function placeOf(event: RndDragEvent): PointerPlace {
  const point = "touches" in event ? (event.touches[0] ?? event.changedTouches[0]) : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

function onLongPress(current: Drag, run: () => void): void {
  const timer = setTimeout(() => {
    if (current.hasMoved) return;
    current.isSettled = true;
    run();
  }, longPressMs);
  current.ended.signal.addEventListener("abort", () => clearTimeout(timer));
}

/** A pointer in the window, in CSS pixels. */
interface PointerPlace {
  x: number;
  y: number;
}

/** Fields that are held by the pointer. */
interface Held extends Moving {
  /** The page of the field under the pointer, on the screen. */
  home: HTMLElement;
  /** The pointer's place in that field, in points. */
  grip: { xPt: number; yPt: number };
  /** The document's fields, for the snap lines of other pages. */
  layout: Parameters<typeof startMoving>[2];
}

/** The drop target of the fields. */
interface Landing {
  page: number;
  shift: Shift;
  guides: ReturnType<typeof snappedShift>["guides"];
  /** Movement of a field's node on the screen, in CSS pixels. */
  wayOf: (box: Box) => { right: number; down: number };
}

/**
 * The drop target of fields held at this point: the page under the pointer if all of them are on one page; otherwise
 * each stays on its page. `scale` is the screen's pixels per point of the home page, and lines within `withinPt`
 * attract.
 */
function landingAt(held: Held, pointer: PointerPlace, scale: number, withinPt: number): Landing {
  const home = held.home.getBoundingClientRect();
  const other = isInside(pointer, home) ? null : pageUnder(held, pointer);
  if (!other) {
    const wanted = {
      rightPt: (pointer.x - home.left) / scale - held.grip.xPt - held.lead.box.leftPt,
      downPt: (pointer.y - home.top) / scale - held.grip.yPt - held.lead.box.topPt,
    };
    const { shift, guides } = snappedShift(held, wanted, withinPt);
    const way = { right: shift.rightPt * scale, down: shift.downPt * scale };
    return { page: held.lead.page, shift, guides, wayOf: () => way };
  }
  const lead = { ...held.lead, page: other.page };
  const moving = startMoving(lead, other.moved, {
    ...held.layout,
    fields: held.layout.fields.filter((field) => !held.moved.includes(field)),
  });
  const wanted = {
    rightPt: (pointer.x - other.rect.left) / other.scale - held.grip.xPt - lead.box.leftPt,
    downPt: (pointer.y - other.rect.top) / other.scale - held.grip.yPt - lead.box.topPt,
  };
  const { shift, guides } = snappedShift(moving, wanted, withinPt);
  return {
    page: other.page,
    shift,
    guides,
    wayOf: ({ leftPt, topPt }) => ({
      right: other.rect.left + (leftPt + shift.rightPt) * other.scale - (home.left + leftPt * scale),
      down: other.rect.top + (topPt + shift.downPt) * other.scale - (home.top + topPt * scale),
    }),
  };
}

/** CSS pixels; the gap between two pages is smaller. */
const betweenPagesPx = 20;

/**
 * Another page that can take all held fields: the one under the pointer, or the nearest one if the pointer is in a
 * gap or beside the pages.
 */
function pageUnder({ moved, lead, pages, home }: Held, { x, y }: PointerPlace) {
  if (!moved.every(({ page }) => page === lead.page)) return null;
  const { left, right } = home.getBoundingClientRect();
  const onPages = Math.min(right - 1, Math.max(left + 1, x));
  const found =
    sheetAt(x, y) ??
    sheetAt(onPages, y) ??
    sheetAt(onPages, y - betweenPagesPx) ??
    sheetAt(onPages, y + betweenPagesPx);
  const size = found && pages[found.page - 1];
  if (!found || !size || found.page === lead.page) return null;
  const rect = found.sheet.getBoundingClientRect();
  const there = moved.map((field) => ({ ...field, page: found.page }));
  // A page that is too small for the fields takes none of them.
  const { rightPt, downPt } = shiftTogether(there, pages, { rightPt: 0, downPt: 0 });
  const fits = there.every(
    ({ box }) =>
      box.leftPt + rightPt >= -0.01 &&
      box.topPt + downPt >= -0.01 &&
      box.leftPt + rightPt + box.widthPt <= size.widthPt + 0.01 &&
      box.topPt + downPt + box.heightPt <= size.heightPt + 0.01,
  );
  return fits ? { page: found.page, moved: there, rect, scale: rect.width / size.widthPt } : null;
}

function isInside({ x, y }: PointerPlace, { left, top, right, bottom }: DOMRect): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
