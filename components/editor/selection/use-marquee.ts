import { useRef, type PointerEvent as ReactPointerEvent, type RefObject } from "react";
import { isAdding, onEscape } from "@/components/editor/boxes/gesture";
import { useEditor } from "@/components/editor/editor-context";
import { overlapShare } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { fromScreen, type ScreenBox } from "@/lib/geometry/screen-box";

interface Marquee {
  onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
  /** Whether the click that follows belongs to a frame that was drawn. */
  wasDrawn: () => boolean;
}

/** Pixels that a pointer goes before it draws; below, it is a click. */
const threshold = 4;

/** Draws `frame` on empty paper by mouse or pen (a finger scrolls); the boxes that it touches are selected. Escape drops it. */
export function useMarquee(
  frame: RefObject<HTMLElement | null>,
  { page, scale }: { page: number; scale: number },
): Marquee {
  const { boxActs } = useEditor();
  const drawn = useRef(false);

  function finish(drawnBox: ScreenBox, isMore: boolean): void {
    const inFrame = keysIn(
      fromScreen(drawnBox, scale),
      boxActs.peek().elements.filter((element) => element.page === page),
    );
    boxActs.gather(inFrame, isMore);
  }

  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    drawn.current = false;
    if (event.target !== event.currentTarget || event.button !== 0 || event.pointerType === "touch") return;
    // Otherwise the text beside the page is selected.
    event.preventDefault();
    const sheet = event.currentTarget;
    const start = pointOn(sheet, event);
    const ended = new AbortController();
    const { signal } = ended;
    const end = (): void => {
      ended.abort();
      if (frame.current) frame.current.hidden = true;
    };
    window.addEventListener(
      "pointermove",
      (moved) => {
        const box = between(start, pointOn(sheet, moved));
        drawn.current ||= Math.hypot(box.width, box.height) > threshold;
        if (drawn.current && frame.current) show(frame.current, box);
      },
      { signal },
    );
    window.addEventListener(
      "pointerup",
      (released) => {
        end();
        if (drawn.current) finish(between(start, pointOn(sheet, released)), isAdding(released));
      },
      { signal },
    );
    window.addEventListener("pointercancel", end, { signal });
    onEscape(signal, end);
  }

  return { onPointerDown, wasDrawn: () => drawn.current };
}

interface Point {
  x: number;
  y: number;
}

/** In CSS pixels from the corner of the sheet, on it. */
function pointOn(sheet: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return { x: Math.min(width, Math.max(0, clientX - left)), y: Math.min(height, Math.max(0, clientY - top)) };
}

function between(first: Point, second: Point): ScreenBox {
  return {
    x: Math.min(first.x, second.x),
    y: Math.min(first.y, second.y),
    width: Math.abs(first.x - second.x),
    height: Math.abs(first.y - second.y),
  };
}

function show(frame: HTMLElement, { x, y, width, height }: ScreenBox): void {
  frame.hidden = false;
  Object.assign(frame.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

function keysIn(frame: Box, elements: readonly { key: string; box: Box }[]): string[] {
  return elements.filter(({ box }) => overlapShare(frame, box) > 0).map(({ key }) => key);
}
