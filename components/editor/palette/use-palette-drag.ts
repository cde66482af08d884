import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from "react";
import type { ElementType } from "@/components/editor/editor-element";
import { sheetAt } from "@/components/editor/sheet-at";

interface Start {
  type: ElementType;
  x: number;
  y: number;
}

export interface PaletteDrag {
  /** What is being dragged; null before the pointer has gone far enough. */
  type: ElementType | null;
  ghost: RefObject<HTMLDivElement | null>;
  begin: (type: ElementType, event: ReactPointerEvent) => void;
  /** Whether the click that follows a drag has to be ignored. */
  wasDragged: () => boolean;
}

/** Pixels that a pointer goes before it drags; below, it is a click. */
const threshold = 6;

/** Takes a tool from the palette onto a page, by mouse, pen or touch. Escape puts it back. */
export function usePaletteDrag(
  drop: (type: ElementType, page: number, share: { x: number; y: number }) => void,
): PaletteDrag {
  const [start, setStart] = useState<Start | null>(null);
  const [type, setType] = useState<ElementType | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const dragged = useRef(false);
  useEffect(() => {
    if (!start) return;
    const ended = new AbortController();
    const finish = (): void => {
      setStart(null);
      setType(null);
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (!dragged.current && Math.hypot(clientX - start.x, clientY - start.y) < threshold) return;
      dragged.current = true;
      setType(start.type);
      if (ghost.current) ghost.current.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
    };
    const up = ({ clientX, clientY }: PointerEvent): void => {
      finish();
      const sheet = dragged.current ? sheetAt(clientX, clientY) : null;
      if (sheet) drop(start.type, sheet.page, sheet.share);
    };
    const { signal } = ended;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", up, { signal });
    window.addEventListener("pointercancel", finish, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") finish();
      },
      { signal },
    );
    return () => ended.abort();
  }, [start, drop]);
  const begin = (tool: ElementType, { clientX, clientY, button }: ReactPointerEvent): void => {
    dragged.current = false;
    if (button === 0) setStart({ type: tool, x: clientX, y: clientY });
  };
  return { type, ghost, begin, wasDragged: () => dragged.current };
}
