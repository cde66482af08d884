import type { EditorElement } from "@/components/editor/editor-element";
import { overlapShare } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

export type Edge = "left" | "centre" | "right" | "top" | "middle" | "bottom";
type Axis = "across" | "down";

/** Arrangements of several fields: aligned, distributed, or of equal size. */
export type Arrangement =
  { kind: "align"; to: Edge } | { kind: "distribute"; along: Axis } | { kind: "size"; of: "width" | "height" | "both" };

/** The smallest number of fields that an arrangement changes. */
export function fewestFor({ kind }: Arrangement): number {
  return kind === "distribute" ? 3 : 2;
}

/** The new positions by key. Alignment uses their bounding rectangle, distribution works per page, and sizes come from the field `lead`. */
export function arrange(elements: readonly EditorElement[], how: Arrangement, lead: string): ReadonlyMap<string, Box> {
  switch (how.kind) {
    case "align":
      return align(elements, how.to);
    case "distribute":
      return distribute(elements, how.along);
    case "size":
      return resize(elements, how.of, lead);
  }
}

interface Span {
  start: number;
  length: number;
}

function spanOf(box: Box, axis: Axis): Span {
  return axis === "across" ? { start: box.leftPt, length: box.widthPt } : { start: box.topPt, length: box.heightPt };
}

function startAt(box: Box, axis: Axis, start: number): Box {
  return axis === "across" ? { ...box, leftPt: start } : { ...box, topPt: start };
}

const alignments: Record<Edge, { axis: Axis; share: 0 | 0.5 | 1 }> = {
  left: { axis: "across", share: 0 },
  centre: { axis: "across", share: 0.5 },
  right: { axis: "across", share: 1 },
  top: { axis: "down", share: 0 },
  middle: { axis: "down", share: 0.5 },
  bottom: { axis: "down", share: 1 },
};

function align(elements: readonly EditorElement[], edge: Edge): ReadonlyMap<string, Box> {
  const { axis, share } = alignments[edge];
  const spans = elements.map(({ box }) => spanOf(box, axis));
  const from = Math.min(...spans.map(({ start }) => start));
  const to = Math.max(...spans.map(({ start, length }) => start + length));
  return new Map(
    elements.map(({ key, box }) => [key, startAt(box, axis, from + (to - from - spanOf(box, axis).length) * share)]),
  );
}

function distribute(elements: readonly EditorElement[], axis: Axis): ReadonlyMap<string, Box> {
  const pages = new Set(elements.map(({ page }) => page));
  return new Map(
    [...pages].flatMap((page) =>
      spread(
        elements.filter((element) => element.page === page),
        axis,
      ),
    ),
  );
}

/** Keeps the first and the last field and equalises the gaps, which become negative if there is no room. */
function spread(elements: readonly EditorElement[], axis: Axis): [string, Box][] {
  const middle = ({ box }: EditorElement): number => spanOf(box, axis).start + spanOf(box, axis).length / 2;
  const inOrder = [...elements].sort((first, second) => middle(first) - middle(second));
  const [first, last] = [inOrder.at(0), inOrder.at(-1)];
  if (!first || !last || inOrder.length < 3) return [];
  const [from, end] = [spanOf(first.box, axis).start, spanOf(last.box, axis)];
  const filled = inOrder.reduce((sum, { box }) => sum + spanOf(box, axis).length, 0);
  const gap = (end.start + end.length - from - filled) / (inOrder.length - 1);
  let at = from;
  return inOrder.map(({ key, box }) => {
    const place = startAt(box, axis, at);
    at += spanOf(box, axis).length + gap;
    return [key, place];
  });
}

function resize(
  elements: readonly EditorElement[],
  of: "width" | "height" | "both",
  lead: string,
): ReadonlyMap<string, Box> {
  const size = (elements.find(({ key }) => key === lead) ?? elements[0])?.box;
  if (!size) return new Map();
  const taken = {
    ...(of === "height" ? {} : { widthPt: size.widthPt }),
    ...(of === "width" ? {} : { heightPt: size.heightPt }),
  };
  return new Map(elements.map(({ key, box }) => [key, { ...box, ...taken }]));
}

export interface Overlap {
  first: EditorElement;
  second: EditorElement;
}

/** Overlap, as a share of the smaller field, from which two fields are reported. */
const disturbingShare = 0.3;

/** Pairs of fields on one page that overlap by more than 30 %. Pairs of different signers, who cannot see it coming, come first. */
export function findOverlaps(elements: readonly EditorElement[]): Overlap[] {
  const found = elements.flatMap((first, index) =>
    elements
      .slice(index + 1)
      .filter((second) => areInTheWay(first, second))
      .map((second) => ({ first, second })),
  );
  return [...found.filter((pair) => !isOfOne(pair)), ...found.filter(isOfOne)];
}

/** The pairs that still overlap now that their fields have been edited. */
export function stillOverlapping(overlaps: readonly Overlap[], elements: readonly EditorElement[]): Overlap[] {
  if (overlaps.length === 0) return [];
  const current = new Map(elements.map((element) => [element.key, element]));
  return overlaps.filter(({ first, second }) => {
    const [one, other] = [current.get(first.key), current.get(second.key)];
    return one && other && areInTheWay(one, other);
  });
}

function isOfOne({ first, second }: Overlap): boolean {
  return first.signRequestId === second.signRequestId;
}

function areInTheWay(first: EditorElement, second: EditorElement): boolean {
  return first.page === second.page && overlapShare(first.box, second.box) > disturbingShare;
}

/** Reading order: by page, from top to bottom, from left to right. */
export function inReadingOrder(elements: readonly EditorElement[]): EditorElement[] {
  return [...elements].sort(
    (first, second) =>
      first.page - second.page || first.box.topPt - second.box.topPt || first.box.leftPt - second.box.leftPt,
  );
}

/** The field in the tab order: the selected one, else the first on the visible page, else the first of all. */
export function tabStopOf(
  elements: readonly EditorElement[],
  selectedKey: string | null,
  visiblePage: number,
): string | null {
  if (selectedKey !== null && elements.some((element) => element.key === selectedKey)) return selectedKey;
  const ordered = inReadingOrder(elements);
  return (ordered.find((element) => element.page >= visiblePage) ?? ordered[0])?.key ?? null;
}

/** The key of the next (`by` 1) or previous (-1) field, wrapping around. */
export function neighbourOf(elements: readonly EditorElement[], key: string, by: 1 | -1): string | null {
  const ordered = inReadingOrder(elements);
  const index = ordered.findIndex((element) => element.key === key);
  return index < 0 ? null : (ordered.at((index + by) % ordered.length)?.key ?? null);
}
