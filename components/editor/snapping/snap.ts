import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** Snap lines in points, as distances from the left and the top of the page. */
export interface SnapLines {
  vertical: readonly number[];
  horizontal: readonly number[];
}

export interface Snapped {
  box: Box;
  /** The lines on which the field is, and the equal gaps beside it. */
  guides: SnapLines & { gaps?: readonly Gap[] };
}

/** Distance below which a field snaps to a line, in CSS pixels. */
export const snapPx = 6;

/** Half an inch, the usual margin of a page, in points. */
const marginPt = 36;

export const noLines: SnapLines = { vertical: [], horizontal: [] };

/** Edges and centres of the other fields of a page, its middle and its margins. */
export function linesOf(others: readonly Box[], { widthPt, heightPt }: PageSize): SnapLines {
  return {
    vertical: [
      marginPt,
      widthPt / 2,
      widthPt - marginPt,
      ...others.flatMap((box) => startMiddleEnd(box.leftPt, box.widthPt)),
    ],
    horizontal: [
      marginPt,
      heightPt / 2,
      heightPt - marginPt,
      ...others.flatMap((box) => startMiddleEnd(box.topPt, box.heightPt)),
    ],
  };
}

/**
 * Moves the field by at most `withinPt` in each direction, so that an edge or its centre is on the nearest line, or
 * so that it has equal gaps to the `others` beside it, whichever is nearer.
 */
export function snapMove(box: Box, lines: SnapLines, withinPt: number, others: readonly Box[] = []): Snapped {
  const right = nearer(
    nearest(startMiddleEnd(box.leftPt, box.widthPt), lines.vertical, withinPt),
    shiftToEqualGap(box, others, "across", withinPt),
  );
  const down = nearer(
    nearest(startMiddleEnd(box.topPt, box.heightPt), lines.horizontal, withinPt),
    shiftToEqualGap(box, others, "down", withinPt),
  );
  const moved = { ...box, leftPt: box.leftPt + right, topPt: box.topPt + down };
  return {
    box: moved,
    guides: {
      vertical: touched(startMiddleEnd(moved.leftPt, moved.widthPt), lines.vertical),
      horizontal: touched(startMiddleEnd(moved.topPt, moved.heightPt), lines.horizontal),
      gaps: withinPt < 0 ? [] : equalGapsAt(moved, others),
    },
  };
}

/** The smaller of two shifts; 0 if there is neither. */
function nearer(first: number | null, second: number | null): number {
  if (first === null || second === null) return first ?? second ?? 0;
  return Math.abs(second) < Math.abs(first) ? second : first;
}

/** The sides that a handle moves. */
export interface MovedSides {
  across: "left" | "right" | null;
  down: "top" | "bottom" | null;
}

/**
 * Snaps the moved sides to the nearest lines within `withinPt`. No side gets shorter than `smallestPt`, and the other
 * sides stay.
 */
export function snapResize(
  box: Box,
  moved: MovedSides,
  lines: SnapLines,
  { withinPt, smallestPt }: { withinPt: number; smallestPt: number },
): Snapped {
  const across = snapSpan(
    box.leftPt,
    box.widthPt,
    moved.across && (moved.across === "left" ? "start" : "end"),
    lines.vertical,
    withinPt,
    smallestPt,
  );
  const down = snapSpan(
    box.topPt,
    box.heightPt,
    moved.down && (moved.down === "top" ? "start" : "end"),
    lines.horizontal,
    withinPt,
    smallestPt,
  );
  return {
    box: { leftPt: across.start, widthPt: across.length, topPt: down.start, heightPt: down.length },
    guides: { vertical: across.guides, horizontal: down.guides },
  };
}

function snapSpan(
  start: number,
  length: number,
  moved: "start" | "end" | null,
  lines: readonly number[],
  withinPt: number,
  smallestPt: number,
) {
  if (!moved) return { start, length, guides: [] };
  const edge = moved === "start" ? start : start + length;
  const room = lines.filter((line) => (moved === "start" ? start + length - line : line - start) >= smallestPt);
  const by = nearest([edge], room, withinPt);
  if (by === null) return { start, length, guides: [] };
  return moved === "start"
    ? { start: start + by, length: length - by, guides: touched([edge + by], lines) }
    : { start, length: length + by, guides: touched([edge + by], lines) };
}

/** Both ends and the middle. */
function startMiddleEnd(start: number, length: number): [number, number, number] {
  return [start, start + length / 2, start + length];
}

/** Distance from one of `places` to the line nearest to any of them; null if none is near enough. */
function nearest(places: readonly number[], lines: readonly number[], within: number): number | null {
  let best: number | null = null;
  for (const line of lines) {
    for (const place of places) {
      const way = line - place;
      if (Math.abs(way) <= within && (best === null || Math.abs(way) < Math.abs(best))) best = way;
    }
  }
  return best;
}

/** The lines through one of the places, without duplicates. */
function touched(places: readonly number[], lines: readonly number[]): number[] {
  return [...new Set(lines.filter((line) => places.some((place) => Math.abs(place - line) < 0.005)))];
}

interface Guides extends SnapLines {
  page: number;
  gaps?: readonly Gap[];
}

/** The snap lines shown while a field is moved. They are outside React's state, so that only their page re-renders. */
export interface GuideStore {
  show: (guides: Guides | null) => void;
  /** One object for as long as the lines do not change. */
  on: (page: number) => Guides | null;
  subscribe: (listener: () => void) => () => void;
}

export function guideStore(): GuideStore {
  let shown: Guides | null = null;
  const listeners = new Set<() => void>();
  return {
    show: (guides) => {
      const isAny = guides && guides.vertical.length + guides.horizontal.length + (guides.gaps?.length ?? 0) > 0;
      const next = isAny ? guides : null;
      if (JSON.stringify(next) === JSON.stringify(shown)) return;
      shown = next;
      for (const listener of listeners) listener();
    },
    on: (page) => (shown?.page === page ? shown : null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Axis = "across" | "down";

/** A gap between two fields in points: from one edge to the next along the axis, drawn at `at` of the other axis. */
interface Gap {
  axis: Axis;
  from: number;
  to: number;
  at: number;
}

/** A position at which the field has the same gap as two others, or is in the middle between two. */
interface Stop {
  start: number;
  /** The equal gaps, from edge to edge. */
  gaps: readonly (readonly [from: number, to: number])[];
}

interface Span {
  start: number;
  end: number;
}

/** With a smaller gap, fields count as touching. */
const smallestGapPt = 1;

/** The shift along the axis, at most `withinPt`, to the nearest position with equal gaps; null if there is none. */
export function shiftToEqualGap(box: Box, others: readonly Box[], axis: Axis, withinPt: number): number | null {
  const { start } = spanOf(box, axis);
  let best: number | null = null;
  for (const stop of stopsOf(box, others, axis)) {
    const way = stop.start - start;
    if (Math.abs(way) <= withinPt && (best === null || Math.abs(way) < Math.abs(best))) best = way;
  }
  return best;
}

/** The equal gaps at the field's position. */
export function equalGapsAt(box: Box, others: readonly Box[]): Gap[] {
  return (["across", "down"] as const).flatMap((axis) => {
    const { start } = spanOf(box, axis);
    const cross = spanOf(box, otherAxis(axis));
    const at = (cross.start + cross.end) / 2;
    const found = stopsOf(box, others, axis)
      .filter((stop) => Math.abs(stop.start - start) < 0.005)
      .flatMap(({ gaps }) => gaps);
    const unique = new Map(found.map(([from, to]) => [`${from} ${to}`, { axis, from, to, at }]));
    return [...unique.values()];
  });
}

/** Only fields beside the field count: those that share a part of the other axis with it. */
function stopsOf(box: Box, others: readonly Box[], axis: Axis): Stop[] {
  const own = spanOf(box, axis);
  const cross = spanOf(box, otherAxis(axis));
  const beside = others
    .filter((other) => {
      const { start, end } = spanOf(other, otherAxis(axis));
      return start < cross.end && end > cross.start;
    })
    .map((other) => spanOf(other, axis))
    .sort((first, second) => first.start - second.start);
  return beside.flatMap((first, index) => {
    const second = beside[index + 1];
    return second ? stopsBeside(first, second, own.end - own.start) : [];
  });
}

function stopsBeside(first: Span, second: Span, length: number): Stop[] {
  const gap = second.start - first.end;
  if (gap < smallestGapPt) return [];
  const between = [first.end, second.start] as const;
  const before = first.start - gap - length;
  const after = second.end + gap;
  const middle = first.end + (gap - length) / 2;
  return [
    { start: before, gaps: [[before + length, first.start], between] },
    { start: after, gaps: [between, [second.end, after]] },
    ...(gap - length >= 2 * smallestGapPt
      ? [
          {
            start: middle,
            gaps: [
              [first.end, middle],
              [middle + length, second.start],
            ] as const,
          },
        ]
      : []),
  ];
}

function spanOf(box: Box, axis: Axis): Span {
  return axis === "across"
    ? { start: box.leftPt, end: box.leftPt + box.widthPt }
    : { start: box.topPt, end: box.topPt + box.heightPt };
}

function otherAxis(axis: Axis): Axis {
  return axis === "across" ? "down" : "across";
}
