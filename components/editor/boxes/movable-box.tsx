"use client";

import { useRef, type ReactNode } from "react";
import { Rnd, type Props as RndProps } from "react-rnd";
import type { BoxActs } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { smallestSidePt } from "@/lib/geometry/fit-box";
import type { ScreenBox } from "@/lib/geometry/screen-box";
import { boxHandles, handlesClass } from "./box-handles";
import { useCoarsePointer } from "./use-coarse-pointer";
import { useDrag } from "./use-drag";
import { useResize } from "./use-resize";

interface MovableBoxProps {
  element: EditorElement;
  scale: number;
  screen: ScreenBox;
  /** The only one that is selected. */
  hasHandles: boolean;
  acts: BoxActs;
  /** What the outermost element gets. */
  frame: RndProps;
  children: ReactNode;
}

/** Moved and resized by mouse, pen or touch. Nothing is drawn again until the box is dropped; Escape puts it back. */
export function MovableBox({ element, scale, screen, hasHandles, acts, frame, children }: MovableBoxProps) {
  const drag = useDrag({ element, scale, screen, acts });
  const rnd = useRef<Rnd>(null);
  const resize = useResize(rnd, { element, scale, screen, acts });
  const isCoarse = useCoarsePointer();
  return (
    <Rnd
      ref={rnd}
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
      {...(hasHandles ? boxHandles(screen, isCoarse) : { enableResizing: false })}
      {...drag}
      {...resize}
    >
      {children}
    </Rnd>
  );
}
