import { useRef, type RefObject } from "react";
import type { Rnd, RndResizeCallback, RndResizeStartCallback } from "react-rnd";
import type { BoxActs } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { linesOf, snapPx, snapResize, type MovedSides, type SnapLines } from "@/components/editor/snapping/snap";
import { smallestSidePt } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { fromScreen, toScreen, type ScreenBox } from "@/lib/geometry/screen-box";
import { onEscape } from "./gesture";

interface Resize {
  lines: SnapLines;
  box: Box;
  /** What the library has made of it, in CSS pixels. */
  drawn: ScreenBox;
  node: HTMLElement;
  isCancelled: boolean;
  ended: AbortController;
}

/** Resizes a box by its handles. As in a drag, what lines add to the size stands in the style of its node until the drop. */
export function useResize(
  rnd: RefObject<Rnd | null>,
  { element, scale, screen, acts }: { element: EditorElement; scale: number; screen: ScreenBox; acts: BoxActs },
) {
  const resize = useRef<Resize | null>(null);

  const onResizeStart: RndResizeStartCallback = (_event, _direction, node) => {
    const { elements, pages } = acts.peek();
    const page = pages[element.page - 1];
    if (!page) return;
    const others = elements
      .filter(({ key, page: of }) => of === element.page && key !== element.key)
      .map(({ box }) => box);
    const current: Resize = {
      lines: linesOf(others, page),
      box: element.box,
      drawn: screen,
      node,
      isCancelled: false,
      ended: new AbortController(),
    };
    resize.current = current;
    onEscape(current.ended.signal, () => {
      current.isCancelled = true;
      show(current, element.box, null);
    });
    node.focus({ preventScroll: true });
    acts.select([element.key]);
  };

  const onResize: RndResizeCallback = (event, direction, _node, delta) => {
    const current = resize.current;
    if (!current) return;
    const moved = sidesOf(direction);
    // The place that the library tells has our `translate` in it.
    const [x, y] = [
      screen.x - (moved.across === "left" ? delta.width : 0),
      screen.y - (moved.down === "top" ? delta.height : 0),
    ];
    current.drawn = { x, y, width: screen.width + delta.width, height: screen.height + delta.height };
    const raw = fromScreen(current.drawn, scale);
    const withinPt = event.altKey ? -1 : snapPx / scale;
    const { box, guides } = current.isCancelled
      ? { box: element.box, guides: null }
      : snapResize(onlyMoved(element.box, raw, moved), moved, current.lines, { withinPt, smallestPt: smallestSidePt });
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
    acts.guides.show(guides && { ...guides, page: element.page });
  }

  const onResizeStop: RndResizeCallback = (_event, _direction, node, delta) => {
    const current = resize.current;
    resize.current = null;
    if (!current) return;
    current.ended.abort();
    acts.guides.show(null);
    // As the library has left it, so that it finds what it has to change.
    Object.assign(node.style, {
      width: `${screen.width + delta.width}px`,
      height: `${screen.height + delta.height}px`,
      translate: "",
    });
    rnd.current?.updateOffsetFromParent();
    rnd.current?.updatePosition({ x: screen.x, y: screen.y });
    if (!current.isCancelled) acts.run({ kind: "resize", key: element.key, box: current.box });
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

/** The sides that the handle does not move stay exactly as they are stored, so that pixels are not rounded into them. */
function onlyMoved(stored: Box, raw: Box, { across, down }: MovedSides): Box {
  const [rightPt, bottomPt] = [stored.leftPt + stored.widthPt, stored.topPt + stored.heightPt];
  const [leftPt, topPt] = [
    across === "left" ? Math.max(0, raw.leftPt) : stored.leftPt,
    down === "top" ? Math.max(0, raw.topPt) : stored.topPt,
  ];
  return {
    leftPt,
    topPt,
    widthPt: across === "left" ? rightPt - leftPt : across === "right" ? raw.widthPt : stored.widthPt,
    heightPt: down === "top" ? bottomPt - topPt : down === "bottom" ? raw.heightPt : stored.heightPt,
  };
}
