"use client";

import { useRef, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import {
  Rnd,
  type HandleComponent,
  type HandleStyles,
  type ResizeEnable,
  type Props as RndProps,
  type RndResizeCallback,
  type RndResizeStartCallback,
} from "react-rnd";
import { linesOf, snapPx, snapResize, type MovedSides, type SnapLines } from "@/components/editor/snapping/snap";
import type { FieldActions } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { smallestSidePt, type PageSize } from "@/lib/platform/geometry/fit-box";
import { fromScreen, toScreen, type Box, type ScreenBox } from "@/lib/platform/geometry/placement";
import { onEscape } from "./gesture";
import { useDrag } from "./use-drag";

interface MovableFieldProps {
  field: EditorField;
  scale: number;
  screen: ScreenBox;
  /** The only selected field. */
  hasHandles: boolean;
  actions: FieldActions;
  /** Props of the outermost element. */
  frame: RndProps;
  children: ReactNode;
}

/** A field that mouse, pen or touch can move and resize. Nothing re-renders until the drop; Escape cancels. */
export function MovableField({ field, scale, screen, hasHandles, actions, frame, children }: MovableFieldProps) {
  const drag = useDrag({ field, scale, screen, actions });
  const rnd = useRef<Rnd>(null);
  const resize = useResize(rnd, { field, scale, screen, actions });
  const isCoarse = useCoarsePointer();
  return (
    <Rnd
      ref={rnd}
      {...frame}
      position={{ x: screen.x, y: screen.y }}
      size={{ width: screen.width, height: screen.height }}
      minWidth={smallestSidePt * scale}
      minHeight={smallestSidePt * scale}
      // A touch on a handle would also drag the field.
      cancel={`.${handlesClass}`}
      // It would insert a style element, which the content policy blocks.
      enableUserSelectHack={false}
      {...(hasHandles ? fieldHandles(screen, isCoarse) : { enableResizing: false })}
      {...drag}
      {...resize}
    >
      {children}
    </Rnd>
  );
}

const query = "(pointer: coarse)";

/** Whether the primary pointer is a finger, which needs larger targets. */
function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Target sizes in CSS pixels: for a mouse (WCAG 2.5.8) and for a finger. The visible part has 10. */
const targets = { fine: 24, coarse: 44 };
const look = "size-2.5 border-2 border-paper-primary bg-paper";
const knob = (
  <span className="flex size-full items-center justify-center">
    <span className={look} />
  </span>
);
const component: HandleComponent = {
  topLeft: knob,
  topRight: knob,
  bottomLeft: knob,
  bottomRight: knob,
  left: knob,
  right: knob,
  top: knob,
  bottom: knob,
};
/** The only handle of a small field is outside it; its visible part is at the corner. */
const single: HandleComponent = {
  bottomRight: (
    <span className="flex size-full p-0.5">
      <span className={look} />
    </span>
  ),
};

/** Names the element around the handles. */
const handlesClass = "editor-field-handles";

interface Handles {
  resizeHandleWrapperClass: string;
  resizeHandleComponent: HandleComponent;
  resizeHandleStyles: HandleStyles;
  enableResizing: ResizeEnable;
}

/** The handles that fit. They lie around the field, so that a small one can still be dragged. */
function fieldHandles({ width, height }: ScreenBox, isCoarse: boolean): Handles {
  const targetPx = isCoarse ? targets.coarse : targets.fine;
  const isSmall = width < targetPx * 2 || height < targetPx + 4;
  const out = -(isSmall ? targetPx - 4 : targetPx / 2);
  const middle = (side: number): number => (side - targetPx) / 2;
  const size = { width: targetPx, height: targetPx };
  const hasColumns = width >= targetPx * 4;
  const hasRows = height >= targetPx * 3;
  return {
    resizeHandleWrapperClass: handlesClass,
    resizeHandleComponent: isSmall ? single : component,
    resizeHandleStyles: {
      topLeft: { ...size, left: out, top: out },
      topRight: { ...size, right: out, top: out },
      bottomLeft: { ...size, left: out, bottom: out },
      bottomRight: { ...size, right: out, bottom: out },
      left: { ...size, left: out, top: middle(height) },
      right: { ...size, right: out, top: middle(height) },
      top: { ...size, top: out, left: middle(width) },
      bottom: { ...size, bottom: out, left: middle(width) },
    },
    enableResizing: {
      bottomRight: true,
      topLeft: !isSmall,
      topRight: !isSmall,
      bottomLeft: !isSmall,
      top: hasColumns,
      bottom: hasColumns,
      left: hasRows,
      right: hasRows,
    },
  };
}

interface Resize {
  page: PageSize;
  lines: SnapLines;
  box: Box;
  /** Result of the library, in CSS pixels. */
  drawn: ScreenBox;
  node: HTMLElement;
  isCancelled: boolean;
  ended: AbortController;
}

/** Resizes a field by its handles. As in a drag, snapping only changes the node's style until the drop. */
function useResize(
  rnd: RefObject<Rnd | null>,
  { field, scale, screen, actions }: { field: EditorField; scale: number; screen: ScreenBox; actions: FieldActions },
) {
  const resize = useRef<Resize | null>(null);

  const onResizeStart: RndResizeStartCallback = (_event, _direction, node) => {
    const { fields, pages } = actions.peek();
    const page = pages[field.page - 1];
    if (!page) return;
    const others = fields.filter(({ key, page: of }) => of === field.page && key !== field.key).map(({ box }) => box);
    const current: Resize = {
      page,
      lines: linesOf(others, page),
      box: field.box,
      drawn: screen,
      node,
      isCancelled: false,
      ended: new AbortController(),
    };
    resize.current = current;
    onEscape(current.ended.signal, () => {
      current.isCancelled = true;
      show(current, field.box, null);
    });
    node.focus({ preventScroll: true });
    actions.select([field.key]);
  };

  const onResize: RndResizeCallback = (event, direction, _node, delta) => {
    const current = resize.current;
    if (!current) return;
    const moved = sidesOf(direction);
    // The position from the library includes our `translate`.
    const [x, y] = [
      screen.x - (moved.across === "left" ? delta.width : 0),
      screen.y - (moved.down === "top" ? delta.height : 0),
    ];
    current.drawn = { x, y, width: screen.width + delta.width, height: screen.height + delta.height };
    const raw = fromScreen(current.drawn, scale);
    const withinPt = event.altKey ? -1 : snapPx / scale;
    const { box, guides } = current.isCancelled
      ? { box: field.box, guides: null }
      : snapResize(onlyMoved(field.box, raw, moved, current.page), moved, current.lines, {
          withinPt,
          smallestPt: smallestSidePt,
        });
    show(current, box, guides);
  };

  function show(current: Resize, box: Box, guides: SnapLines | null): void {
    current.box = box;
    const { x, y, width, height } = toScreen(box, scale);
    Object.assign(current.node.style, {
      width: `${width}px`,
      height: `${height}px`,
      translate: `${x - current.drawn.x}px ${y - current.drawn.y}px`,
    });
    actions.guides.show(guides && { ...guides, page: field.page });
  }

  const onResizeStop: RndResizeCallback = (_event, _direction, node, delta) => {
    const current = resize.current;
    resize.current = null;
    if (!current) return;
    current.ended.abort();
    actions.guides.show(null);
    // Left as the library set it, so that it finds its own values.
    Object.assign(node.style, {
      width: `${screen.width + delta.width}px`,
      height: `${screen.height + delta.height}px`,
      translate: "",
    });
    rnd.current?.updateOffsetFromParent();
    rnd.current?.updatePosition({ x: screen.x, y: screen.y });
    if (!current.isCancelled) actions.run({ kind: "resize", key: field.key, box: current.box });
  };

  return { onResizeStart, onResize, onResizeStop };
}

function sidesOf(direction: string): MovedSides {
  const name = direction.toLowerCase();
  return {
    across: name.includes("left") ? "left" : name.includes("right") ? "right" : null,
    down: name.includes("top") ? "top" : name.includes("bottom") ? "bottom" : null,
  };
}

/**
 * Keeps the sides that the handle does not move exactly as stored, without rounding to pixels, and the others on the
 * page.
 */
function onlyMoved(stored: Box, raw: Box, { across, down }: MovedSides, page: PageSize): Box {
  const [rightPt, bottomPt] = [stored.leftPt + stored.widthPt, stored.topPt + stored.heightPt];
  const [leftPt, topPt] = [
    across === "left" ? Math.max(0, raw.leftPt) : stored.leftPt,
    down === "top" ? Math.max(0, raw.topPt) : stored.topPt,
  ];
  return {
    leftPt,
    topPt,
    widthPt:
      across === "left"
        ? rightPt - leftPt
        : across === "right"
          ? Math.min(raw.widthPt, page.widthPt - stored.leftPt)
          : stored.widthPt,
    heightPt:
      down === "top"
        ? bottomPt - topPt
        : down === "bottom"
          ? Math.min(raw.heightPt, page.heightPt - stored.topPt)
          : stored.heightPt,
  };
}
