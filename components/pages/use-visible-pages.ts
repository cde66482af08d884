import { useEffect, useState, type RefObject } from "react";
import {
  pagesAround,
  pagesWhileMoving,
  visiblePages,
  type Nearness,
  type Span,
  type VisiblePages,
} from "./visible-pages";

/** While somebody scrolls past pages, those in between are not worth drawing. */
const settleMs = 80;
/** Once nothing has moved for so long, the pages beside those in sight are drawn too. */
const restMs = 250;

export interface PagesInView extends VisiblePages {
  /** The pages worth drawing. */
  near: ReadonlySet<number>;
}

/**
 * Follows which pages of `list` are in sight, whatever around it scrolls: the window, or a box with a scroll bar. The children of the
 * list are the pages in order.
 */
export function useVisiblePages(list: RefObject<HTMLElement | null>, { count, beside, most }: Nearness): PagesInView {
  const [view, setView] = useState<PagesInView>({ first: 1, last: 1, current: 1, near: new Set([1]) });
  useEffect(() => {
    const element = list.current;
    if (!element || count === 0) return;
    const nearness = { count, beside, most };
    return follow(element, count, {
      onMove: (seen) =>
        setView((before) =>
          isSame(before, seen) ? before : { ...seen, near: pagesWhileMoving(before.near, seen, nearness) },
        ),
      onRest: () => setView((before) => ({ ...before, near: pagesAround(before, nearness) })),
    });
  }, [list, count, beside, most]);
  return view;
}

function follow(
  element: HTMLElement,
  count: number,
  { onMove, onRest }: { onMove: (seen: VisiblePages) => void; onRest: () => void },
): () => void {
  let lastAt = 0;
  const timers = { look: 0, rest: 0 };
  const look = (): void => {
    lastAt = performance.now();
    onMove(visiblePages(count, (page) => spanOfChild(element, page - 1), sightOf(element)));
    window.clearTimeout(timers.rest);
    timers.rest = window.setTimeout(onRest, restMs);
  };
  const lookSoon = (): void => {
    window.clearTimeout(timers.look);
    // The first move after a pause is followed at once, so that a jump to another page does not wait.
    if (performance.now() - lastAt > settleMs * 2) look();
    else timers.look = window.setTimeout(look, settleMs);
  };
  const sizes = new ResizeObserver(lookSoon);
  sizes.observe(element);
  // Scrolling does not bubble; caught on the way down, it is seen whichever box scrolls.
  document.addEventListener("scroll", lookSoon, { capture: true, passive: true });
  window.addEventListener("resize", lookSoon);
  look();
  return () => {
    window.clearTimeout(timers.look);
    window.clearTimeout(timers.rest);
    sizes.disconnect();
    document.removeEventListener("scroll", lookSoon, { capture: true });
    window.removeEventListener("resize", lookSoon);
  };
}

/** The part of the window through which the list is seen. */
function sightOf(element: HTMLElement): Span {
  const box = scrollingBox(element)?.getBoundingClientRect();
  return { top: Math.max(0, box?.top ?? 0), bottom: Math.min(window.innerHeight, box?.bottom ?? window.innerHeight) };
}

function scrollingBox(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}

function spanOfChild(element: HTMLElement, index: number): Span {
  return element.children[index]?.getBoundingClientRect() ?? { top: Infinity, bottom: Infinity };
}

function isSame(a: VisiblePages, b: VisiblePages): boolean {
  return a.first === b.first && a.last === b.last && a.current === b.current;
}
