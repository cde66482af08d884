import { overlapShare } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import type { EditorField } from "./editor-field";

export type Edge = "left" | "centre" | "right" | "top" | "middle" | "bottom";
type Axis = "across" | "down";

/** Arrangements of several fields: aligned, distributed, or of equal size. */
export type Arrangement =
  | { kind: "align"; to: Edge }
  | { kind: "distribute"; along: Axis }
  | { kind: "size"; of: "width" | "height" | "both" };

/** The smallest number of fields that an arrangement changes. */
export function fewestFor({ kind }: Arrangement): number {
  return kind === "distribute" ? 3 : 2;
}

/**
 * The new positions by key. Alignment uses their bounding rectangle, distribution works per page, and sizes come from
 * the field `lead`.
 */
export function arrange(fields: readonly EditorField[], how: Arrangement, lead: string): ReadonlyMap<string, Box> {
  switch (how.kind) {
    case "align":
      return align(fields, how.to);
    case "distribute":
      return distribute(fields, how.along);
    case "size":
      return resize(fields, how.of, lead);
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

function align(fields: readonly EditorField[], edge: Edge): ReadonlyMap<string, Box> {
  const { axis, share } = alignments[edge];
  const spans = fields.map(({ box }) => spanOf(box, axis));
  const from = Math.min(...spans.map(({ start }) => start));
  const to = Math.max(...spans.map(({ start, length }) => start + length));
  return new Map(
    fields.map(({ key, box }) => [key, startAt(box, axis, from + (to - from - spanOf(box, axis).length) * share)]),
  );
}

function distribute(fields: readonly EditorField[], axis: Axis): ReadonlyMap<string, Box> {
  const pages = new Set(fields.map(({ page }) => page));
  return new Map(
    [...pages].flatMap((page) =>
      spread(
        fields.filter((field) => field.page === page),
        axis,
      ),
    ),
  );
}

/** Keeps the first and the last field and equalises the gaps, which become negative if there is no room. */
function spread(fields: readonly EditorField[], axis: Axis): [string, Box][] {
  const middle = ({ box }: EditorField): number => spanOf(box, axis).start + spanOf(box, axis).length / 2;
  const inOrder = [...fields].sort((first, second) => middle(first) - middle(second));
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
  fields: readonly EditorField[],
  of: "width" | "height" | "both",
  lead: string,
): ReadonlyMap<string, Box> {
  const size = (fields.find(({ key }) => key === lead) ?? fields[0])?.box;
  if (!size) return new Map();
  const taken = {
    ...(of === "height" ? {} : { widthPt: size.widthPt }),
    ...(of === "width" ? {} : { heightPt: size.heightPt }),
  };
  return new Map(fields.map(({ key, box }) => [key, { ...box, ...taken }]));
}

export interface Overlap {
  first: EditorField;
  second: EditorField;
}

/** Overlap, as a share of the smaller field, from which two fields are reported. */
const disturbingShare = 0.3;

/**
 * Pairs of fields on one page that overlap by more than 30 %. Pairs of different signers come first, because signers
 * cannot foresee such an overlap.
 */
export function findOverlaps(fields: readonly EditorField[]): Overlap[] {
  const found = fields.flatMap((first, index) =>
    fields
      .slice(index + 1)
      .filter((second) => areInTheWay(first, second))
      .map((second) => ({ first, second })),
  );
  return [...found.filter((pair) => !isOfOne(pair)), ...found.filter(isOfOne)];
}

/** The pairs that still overlap now that their fields have been edited. */
export function remainingOverlaps(overlaps: readonly Overlap[], fields: readonly EditorField[]): Overlap[] {
  if (overlaps.length === 0) return [];
  const current = new Map(fields.map((field) => [field.key, field]));
  return overlaps.filter(({ first, second }) => {
    const [one, other] = [current.get(first.key), current.get(second.key)];
    return one && other && areInTheWay(one, other);
  });
}

function isOfOne({ first, second }: Overlap): boolean {
  return first.signRequestId === second.signRequestId;
}

function areInTheWay(first: EditorField, second: EditorField): boolean {
  return first.page === second.page && overlapShare(first.box, second.box) > disturbingShare;
}

/** Reading order: by page, from top to bottom, from left to right. */
export function inReadingOrder(fields: readonly EditorField[]): EditorField[] {
  return [...fields].sort(
    (first, second) =>
      first.page - second.page || first.box.topPt - second.box.topPt || first.box.leftPt - second.box.leftPt,
  );
}

/** The field in the tab order: the selected one, else the first on the visible page, else the first of all. */
export function tabStopOf(
  fields: readonly EditorField[],
  selectedKey: string | null,
  visiblePage: number,
): string | null {
  if (selectedKey !== null && fields.some((field) => field.key === selectedKey)) return selectedKey;
  const ordered = inReadingOrder(fields);
  return (ordered.find((field) => field.page >= visiblePage) ?? ordered[0])?.key ?? null;
}

/** The key of the next (`by` 1) or previous (-1) field, wrapping around. */
export function neighbourOf(fields: readonly EditorField[], key: string, by: 1 | -1): string | null {
  const ordered = inReadingOrder(fields);
  const index = ordered.findIndex((field) => field.key === key);
  return index < 0 ? null : (ordered.at((index + by) % ordered.length)?.key ?? null);
}
