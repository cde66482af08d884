import { useRef } from "react";
import type { RndDragCallback, RndDragEvent } from "react-rnd";
import type { FieldActions } from "@/components/editor/editor-context";
import type { EditorField } from "@/components/editor/editor-field";
import { snapPx } from "@/components/editor/snapping/snap";
import type { ScreenBox } from "@/lib/platform/geometry/placement";
import { landingAt, type Held, type Landing, type PointerPlace } from "./carry";
import { edgeScroll } from "./edge-scroll";
import { isAdding, nodeOfBox, onEscape } from "./gesture";
import { startMoving } from "./moving";

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
 * Drags a field, and the rest of the selection with it, by mouse, pen or finger, also to another page. Until the drop only the nodes' style changes:
 * `transform` follows the pointer, and `translate` holds the correction by page limits, snapping and scrolling.
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
    // A touch does not move the focus by itself.
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
        const followerNode = follower.key === field.key ? null : nodeOfBox(follower.key);
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
