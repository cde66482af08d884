"use client";

import { useRef, type ReactNode } from "react";
import { Rnd, type Props as RndProps } from "react-rnd";
import { smallestSidePt } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { fromScreen, type ScreenBox } from "@/lib/geometry/screen-box";
import { boxHandles, handlesClass } from "./box-handles";
import type { BoxActs } from "./editor-context";
import type { EditorElement } from "./editor-element";

interface MovableBoxProps {
  element: EditorElement;
  scale: number;
  screen: ScreenBox;
  isSelected: boolean;
  acts: BoxActs;
  /** What the outermost element gets. */
  frame: RndProps;
  children: ReactNode;
}

/** Moved and resized by mouse, pen or touch. Nothing but this box is drawn again until it is dropped; Escape puts it back. */
export function MovableBox({ element, scale, screen, isSelected, acts, frame, children }: MovableBoxProps) {
  const gesture = useRef<{ isCancelled: boolean; ended: AbortController } | null>(null);
  const begin = (node: HTMLElement): void => {
    const current = { isCancelled: false, ended: new AbortController() };
    gesture.current = current;
    window.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      current.isCancelled = true;
    }, { capture: true, signal: current.ended.signal });
    // A touch does not move the focus by itself.
    node.focus({ preventScroll: true });
    acts.select(element.key);
  };
  const end = (drop: () => void): void => {
    gesture.current?.ended.abort();
    if (!gesture.current?.isCancelled) drop();
  };
  return (
    <Rnd
      {...frame}
      position={{ x: screen.x, y: screen.y }}
      size={{ width: screen.width, height: screen.height }}
      minWidth={smallestSidePt * scale}
      minHeight={smallestSidePt * scale}
      bounds="parent"
      // A touch on a handle would drag the box as well.
      cancel={`.${handlesClass}`}
      // It would write a style element, which the content policy refuses.
      enableUserSelectHack={false}
      {...(isSelected ? boxHandles(screen) : { enableResizing: false })}
      onDragStart={(_event, { node }) => begin(node)}
      onDragStop={(_event, { x, y }) => end(() => {
        if (x === screen.x && y === screen.y) return;
        const { leftPt, topPt } = fromScreen({ ...screen, x, y }, scale);
        acts.run({ kind: "move", key: element.key, leftPt, topPt });
      })}
      onResizeStart={(_event, _direction, node) => begin(node)}
      onResizeStop={(_event, direction, _node, delta, { x, y }) => end(() => {
        const dropped = fromScreen({ x, y, width: screen.width + delta.width, height: screen.height + delta.height }, scale);
        acts.run({ kind: "resize", key: element.key, box: changedSides(dropped, direction) });
      })}
    >
      {children}
    </Rnd>
  );
}

/** Only what the handle moved, so that pixels are not rounded into the other sides. */
function changedSides(dropped: Box, direction: string): Partial<Box> {
  const name = direction.toLowerCase();
  const { leftPt, topPt, widthPt, heightPt } = dropped;
  return {
    ...(name.includes("left") ? { leftPt, widthPt } : name.includes("right") ? { widthPt } : {}),
    ...(name.includes("top") ? { topPt, heightPt } : name.includes("bottom") ? { heightPt } : {}),
  };
}
