import { useEffect, useState, type RefObject } from "react";

/** Pages passed while scrolling are not rendered. */
const settleMs = 80;
/** After this long without movement, adjacent pages are rendered as well. */
const restMs = 250;

interface PagesInView extends VisiblePages {
  /** The pages to render. */
  near: ReadonlySet<number>;
}

/**
 * Tracks which pages of `list` are visible, whether the window or an element scrolls. The list's children are the pages
 * in order.
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
    // The first movement after a pause counts at once, so that a jump to another page does not wait.
    if (performance.now() - lastAt > settleMs * 2) look();
    else timers.look = window.setTimeout(look, settleMs);
  };
  const sizes = new ResizeObserver(lookSoon);
  sizes.observe(element);
  // Scroll events do not bubble; capturing catches them from any scrolling element.
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

/** The part of the window in which the list is visible. */
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

/** The value after it has not changed for `ms`; the first non-null value at once. */
export function useSettled(value: number | null, ms: number): number | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), settled === null ? 0 : ms);
    return () => window.clearTimeout(timer);
  }, [value, ms, settled]);
  return settled;
}

/** Width of an element's content in CSS pixels with fractions; null until measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth((before) => measuredWidth(before, entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * A hidden element measures 0, for example while React waits for lazy code around it. Its pages keep their size until
 * it is shown again.
 */
export function measuredWidth(before: number | null, widthPx: number): number | null {
  return widthPx > 0 ? widthPx : before;
}

interface Span {
  top: number;
  bottom: number;
}

interface VisiblePages {
  /** Numbers from 1; `first` > `last` if none is visible. */
  first: number;
  last: number;
  /** The current page: the one at two fifths of the window's height, or the nearest to it. */
  current: number;
}

/** The visible pages of a column. Calls `spanOf` for a few only, since pages are sorted from top to bottom. */
export function visiblePages(count: number, spanOf: (page: number) => Span, sight: Span): VisiblePages {
  const first = firstPage(count, (page) => spanOf(page).bottom > sight.top);
  const last = firstPage(count, (page) => spanOf(page).top >= sight.bottom) - 1;
  const read = sight.top + (sight.bottom - sight.top) * 0.4;
  const current = Math.min(
    count,
    firstPage(count, (page) => spanOf(page).bottom > read),
  );
  return { first, last, current };
}

/** The first page that passes, assuming all after it pass too; `count + 1` if none does. */
function firstPage(count: number, passes: (page: number) => boolean): number {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Nearness {
  count: number;
  /** Pages kept ready before and after the visible ones. */
  beside: number;
  /** Upper limit of pages. */
  most: number;
}

/** The pages around the visible ones, at most `most`, nearest first. */
export function pagesAround(
  { first, last, current }: VisiblePages,
  { count, beside, most }: Nearness,
): ReadonlySet<number> {
  const from = Math.max(1, first - beside);
  const to = Math.min(count, last + beside);
  const near = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return new Set(near.sort((a, b) => Math.abs(a - current) - Math.abs(b - current)).slice(0, most));
}

/** The pages to render while the reader is scrolling: the visible ones, and those rendered already. */
export function pagesWhileMoving(
  drawn: ReadonlySet<number>,
  seen: VisiblePages,
  nearness: Nearness,
): ReadonlySet<number> {
  return new Set([...pagesAround(seen, nearness)].filter((page) => isInSight(seen, page) || drawn.has(page)));
}

export function isInSight({ first, last }: VisiblePages, page: number): boolean {
  return page >= first && page <= last;
}
