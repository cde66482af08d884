import { clsx } from "clsx";
import type { LabelPlace } from "./label-place";

interface LabelProps {
  text: string;
  place: LabelPlace;
  /** Given by the requester, so it is in their language. */
  isOwn: boolean;
  /** Beside a checkbox, or below where another one is close, instead of above. */
  isBeside?: boolean;
}

const gapPx = 6;

/**
 * The label of a field, in letters that do not shrink with the page. Two lines at most, and all of it while the field has the focus. It lies below all fields, so
 * that on a small page no label covers an input. Labels let clicks through, but for the one beside a checkbox, which ticks it.
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
        // Clear of the frame of an error or of the focus.
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
