export interface Span {
  top: number;
  bottom: number;
}

export interface VisiblePages {
  /** Numbers from 1; `first` > `last` when none is in sight. */
  first: number;
  last: number;
  /** The page that is read: the one at two fifths of the window's height, or the nearest to it. */
  current: number;
}

/** Which pages of a column are in sight. `spanOf` is asked for a few of them only: pages are in order from top to bottom. */
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

/** The first page that passes, given that all after it pass too; `count + 1` when none does. */
function firstPage(count: number, passes: (page: number) => boolean): number {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface Nearness {
  count: number;
  /** Pages kept ready before and behind those in sight. */
  beside: number;
  /** Never more pages than this. */
  most: number;
}

/** The pages around those in sight, at most `most` of them, nearest first. */
export function pagesAround(
  { first, last, current }: VisiblePages,
  { count, beside, most }: Nearness,
): ReadonlySet<number> {
  const from = Math.max(1, first - beside);
  const to = Math.min(count, last + beside);
  const near = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return new Set(near.sort((a, b) => Math.abs(a - current) - Math.abs(b - current)).slice(0, most));
}

/** What of it is worth drawing while the reader still moves: what is in sight, and what is drawn already. */
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
