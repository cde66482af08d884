import type { Box } from "@/lib/platform/geometry/placement";

type Axis = "across" | "down";

/** A gap between two fields in points: from one edge to the next along the axis, drawn at `at` of the other axis. */
export interface Gap {
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

/** Gaps of less are fields that touch. */
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
