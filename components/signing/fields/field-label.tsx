import { clsx } from "clsx";
import { isTicked } from "@/lib/platform/field-rules/details";
import type { LinkField } from "@/lib/signing/schema";

interface LabelProps {
  text: string;
  place: LabelPlace;
  /** Given by the requester, so it is in their language. */
  isOwn: boolean;
  /** Beside a checkbox (or below it if another one is close) instead of above. */
  isBeside?: boolean;
}

const gapPx = 6;

/**
 * The label of a field, in letters that do not shrink with the page. Two lines at most, but in full while the field
 * has the focus. It is below all fields, so that no label covers an input on a small page. Labels let clicks
 * through, except one beside a checkbox, which ticks it.
 */
export function FieldLabel({ text, place, isOwn, isBeside = false }: LabelProps) {
  const { isRight, isAtTop, abovePx, besidePx } = place;
  const belowPx = isBeside ? place.belowPx : null;
  const isAside = belowPx === null && (isBeside || place.isBeside);
  return (
    <span
      translate={isOwn ? "no" : undefined}
      className={clsx(
        "absolute -z-1 w-max rounded-mark bg-paper/90 px-1 text-start text-caption leading-4 font-medium max-sm:text-mark max-sm:leading-3.5 wrap-anywhere text-paper-ink line-clamp-2 group-focus-within/field:line-clamp-none",
        isAside && "top-1/2 -translate-y-1/2",
        !isBeside && "pointer-events-none",
        belowPx !== null && "top-full left-1/2 mt-px -translate-x-1/2 px-0! text-center",
        // Clear of the frame that marks an error or the focus.
        !isAside &&
          belowPx === null &&
          (isAtTop
            ? "top-full mt-px group-focus-within/field:mt-1 group-[.ring-2]/field:mt-1"
            : "bottom-full mb-px group-focus-within/field:mb-1 group-[.ring-2]/field:mb-1"),
        belowPx === null && (isAside ? (isRight ? "right-full" : "left-full") : isRight ? "-right-px" : "-left-px"),
      )}
      style={
        belowPx !== null
          ? { maxWidth: belowPx }
          : isAside
            ? { maxWidth: besidePx - gapPx - 4, [isRight ? "marginRight" : "marginLeft"]: gapPx }
            : { maxWidth: abovePx }
      }
    >
      {text}
    </span>
  );
}

/** The room for the label and the notes of a field, in CSS pixels. */
export interface LabelPlace {
  /** The field is in the right half of its page, so the label extends to the left. */
  isRight: boolean;
  /** No room between the field and the top of the page. */
  isAtTop: boolean;
  /** Beside the field, because another one covers the place above. */
  isBeside: boolean;
  abovePx: number;
  besidePx: number;
  /**
   * Width of the place below a checkbox or radio button that has another one close beside it; null if its label is
   * beside it.
   */
  belowPx: number | null;
  /** The error and the rules are beside the field, because another one or its label is below. */
  areNotesBeside: boolean;
}

/**
 * The minimum height of an input, because a line of a form may be too low for a finger on a phone (WCAG 2.5.8). In
 * CSS pixels, like all lengths here.
 */
export const leastHeight = 24;

const labelHeight = 14;
/** A label covered by no more than this can still be read. */
const slack = 3;
/** The narrowest place beside a field that is used for its label. */
const leastBeside = 60;

/** The size of most errors, on two lines. */
const notesWidth = 176;
const notesHeight = 44;
/** The narrowest place beside a field that is preferred to the one below. */
const leastNotes = 120;

/** The width of an average letter of a label, and of the space around a label. */
const letterWidth = 6.5;
const labelSpace = 18;

interface Neighbour extends Rect {
  isChoice: boolean;
}

type LabelledField = Pick<LinkField, "type" | "label" | "left" | "top" | "width" | "height">;

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Room for the label of a field: above, or beside it if another field covers the place above and none is beside. */
export function labelPlace(
  field: LabelledField,
  scale: number,
  pageWidth: number,
  others: readonly LabelledField[],
): LabelPlace {
  const isRight = field.left + field.width / 2 > pageWidth / 2;
  const isAtTop = field.top * scale < 20;
  const besidePx = (isRight ? field.left : pageWidth - field.left - field.width) * scale;
  const own = onScreen(field, scale);
  const taken = others
    .filter((other) => other !== field)
    .map((other) => ({ ...onScreen(other, scale), isChoice: isTicked(other.type) }));
  const above = { ...own, top: own.top - labelHeight, bottom: own.top - slack };
  const beside = {
    ...own,
    left: isRight ? own.left - Math.min(besidePx, 2 * leastBeside) : own.right,
    right: isRight ? own.left : own.right + Math.min(besidePx, 2 * leastBeside),
  };
  const isFree = (place: Rect): boolean => !taken.some((other) => meet(place, other));
  const isBeside = !isAtTop && besidePx >= leastBeside && !isFree(above) && isFree(beside);
  return {
    isRight,
    isAtTop,
    isBeside,
    abovePx: (isRight ? field.left + field.width : pageWidth - field.left) * scale,
    ...(isTicked(field.type)
      ? placeOfChoice(field, { own, taken, isRight, besidePx, pagePx: pageWidth * scale })
      : { besidePx, belowPx: null }),
    areNotesBeside: !isTicked(field.type) && !isBeside && areNotesBeside({ own, taken, isRight, besidePx }),
  };
}

/** Whether the notes of a field would cover another one below it, and none beside it. */
function areNotesBeside({
  own,
  taken,
  isRight,
  besidePx,
}: Pick<LabelPlace, "isRight" | "besidePx"> & { own: Rect; taken: readonly Rect[] }): boolean {
  const below = {
    left: isRight ? own.right - notesWidth : own.left,
    right: isRight ? own.right : own.left + notesWidth,
    top: own.bottom,
    bottom: own.bottom + notesHeight,
  };
  const room = Math.min(besidePx, notesWidth);
  const beside = {
    left: isRight ? own.left - room : own.right,
    right: isRight ? own.left : own.right + room,
    top: own.top,
    bottom: Math.max(own.bottom, own.top + notesHeight),
  };
  const withLabels = taken.map((other) => ({ ...other, top: other.top - labelHeight }));
  return (
    room >= leastNotes &&
    withLabels.some((other) => meet(below, other)) &&
    !withLabels.some((other) => meet(beside, other))
  );
}

/**
 * Buttons of a form are often so close that the next one would cover a label beside the first. A label beside its
 * button has two lines up to the next one; a label below it extends to the edge of the page.
 */
function placeOfChoice(
  { label }: LabelledField,
  {
    own,
    taken,
    isRight,
    besidePx,
    pagePx,
  }: { own: Rect; taken: readonly Neighbour[]; isRight: boolean; besidePx: number; pagePx: number },
): Pick<LabelPlace, "besidePx" | "belowPx"> {
  const row = taken
    .filter((other) => other.top < own.bottom && own.top < other.bottom)
    .map((other) => ({ other, gap: isRight ? own.left - other.right : other.left - own.right }))
    .filter(({ gap }) => gap >= 0);
  const gap = Math.min(besidePx, ...row.map(({ gap }) => gap));
  // In the middle of a page, the labels of two buttons share the space between them.
  const isFacing = (other: Neighbour): boolean => other.isChoice && other.left + other.right > pagePx !== isRight;
  const room = Math.min(besidePx, ...row.map(({ other, gap }) => (isFacing(other) ? gap / 2 : gap)));
  const widthOf = (text: string): number => text.length * letterWidth;
  const text = widthOf(label ?? "");
  const word = Math.max(0, ...(label ?? "").split(" ").map(widthOf));
  const isRoomy =
    room >= text + labelSpace || room >= Math.max(leastBeside, word + labelSpace, 0.6 * text + labelSpace);
  if (row.length === 0 || isRoomy) return { besidePx: room, belowPx: null };
  const middle = (own.left + own.right) / 2;
  const half = Math.min((own.right - own.left + gap) / 2, middle, pagePx - middle);
  const below = { left: middle - half, right: middle + half, top: own.bottom, bottom: own.bottom + labelHeight };
  return taken.some((other) => meet(below, other)) ? { besidePx, belowPx: null } : { besidePx, belowPx: 2 * half };
}

function onScreen({ type, left, top, width, height }: LabelledField, scale: number): Rect {
  const grown = isTicked(type) ? 0 : Math.max(0, leastHeight - height * scale) / 2;
  return {
    left: left * scale,
    right: (left + width) * scale,
    top: top * scale - grown,
    bottom: (top + height) * scale + grown,
  };
}

function meet(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
