import { useEffect, useState, type RefObject } from "react";
import { visiblePages, type Span, type VisiblePages } from "./visible-pages";

/** While somebody scrolls past pages, those in between are not worth drawing. */
const settleMs = 80;

/**
 * Follows which pages of `list` are in sight, whatever around it scrolls: the window, or a box with a scroll bar. The children of the
 * list are the pages in order.
 */
export function useVisiblePages(list: RefObject<HTMLElement | null>, count: number): VisiblePages {
  const [seen, setSeen] = useState<VisiblePages>({ first: 1, last: 1, current: 1 });
  useEffect(() => {
    const element = list.current;
    if (!element || count === 0) return;
    return follow(element, count, (next) => setSeen((before) => (isSame(before, next) ? before : next)));
  }, [list, count]);
  return seen;
}

function follow(element: HTMLElement, count: number, tell: (seen: VisiblePages) => void): () => void {
  let lastAt = 0;
  let timer = 0;
  const look = (): void => {
    lastAt = performance.now();
    tell(visiblePages(count, (page) => spanOfChild(element, page - 1), sightOf(element)));
  };
  const lookSoon = (): void => {
    window.clearTimeout(timer);
    // The first move after a pause is followed at once, so that a jump to another page does not wait.
    if (performance.now() - lastAt > settleMs * 2) look();
    else timer = window.setTimeout(look, settleMs);
  };
  const sizes = new ResizeObserver(lookSoon);
  sizes.observe(element);
  // Scrolling does not bubble; caught on the way down, it is seen whichever box scrolls.
  document.addEventListener("scroll", lookSoon, { capture: true, passive: true });
  window.addEventListener("resize", lookSoon);
  look();
  return () => {
    window.clearTimeout(timer);
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
