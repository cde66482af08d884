import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { LinkBox } from "@/lib/signing/schema";
import { fieldId } from "./field-id";
import type { FieldFault } from "./field-state";
import type { Fill } from "./fill-context";

const errorId = (box: LinkBox): string => `${fieldId(box.id)}-error`;

/** What a control says of its fault to who cannot see it. */
export function faultOf(
  box: LinkBox,
  flagged: Fill["flagged"],
): { "aria-invalid"?: true; "aria-describedby"?: string } {
  return flagged.has(box.id) ? { "aria-invalid": true, "aria-describedby": errorId(box) } : {};
}

interface FieldErrorProps {
  box: LinkBox;
  fault: FieldFault | undefined;
  /** The box stands in the right half of its page, so the words go to the left: on a phone they would reach beyond the window. */
  isRight: boolean;
}

/** What is wrong with a box, just below it. */
export function FieldError({ box, fault, isRight }: FieldErrorProps) {
  const words = useTranslations("signing.field");
  if (!fault) return null;
  return (
    <span
      id={errorId(box)}
      className={clsx(
        "pointer-events-none absolute top-full z-10 mt-1 w-max max-w-40 rounded-[3px] bg-danger-tint px-1.5 py-0.5 text-caption font-medium text-on-danger-tint",
        isRight ? "right-0" : "left-0",
      )}
    >
      {fault === "refused" ? words("refused") : words(box.type === "checkbox" ? "blankTick" : "blankText")}
    </span>
  );
}
