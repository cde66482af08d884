"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkField } from "@/lib/signing/schema";
import type { LabelPlace } from "./field-label";

/** Below these heights, a field has room for one line of its label, and for two of small letters. */
const [oneLinePx, smallPx] = [26, 36];

/** Another signer's field: faint, with the name, not interactive. */
export function FieldOutline({ field, scale }: { field: LinkField; scale: number }) {
  const t = useTranslations("signing.field");
  const height = field.height * scale;
  const colour = `var(${signerColour(field.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-mark bg-paper/60"
      style={{ ...fieldStyle(field, scale), border: `1px ${signerPattern(field.owner)} ${colour}`, color: colour }}
    >
      <span
        className={clsx(
          "px-1",
          height < oneLinePx
            ? "flex h-full items-center text-mark leading-none *:truncate"
            : "line-clamp-2 wrap-anywhere max-sm:text-mark max-sm:leading-3",
          height >= oneLinePx && (height < smallPx ? "text-mark leading-3" : "text-caption leading-tight"),
        )}
      >
        <span>{t("others", { field: t(field.type), name: isolate(field.ownerName) })}</span>
      </span>
    </div>
  );
}

/** A field that does not yet show what will be painted. */
export const fillLook = "bg-paper/85";
/** Extends a small field's touch target to 44 px. */
export const touchLook =
  "before:absolute before:top-1/2 before:left-1/2 before:-z-1 before:size-full before:min-h-11 before:min-w-11 before:-translate-1/2";
/** Also visible after "Next field" moved the focus, which browsers do not match as :focus-visible. */
export const focusLook = "focus:outline-2 focus:outline-offset-2 focus:outline-(--field)";

/** The properties of every control of a field. */
export interface FieldProps {
  field: LinkField;
  scale: number;
  /** The field's label, or its type. */
  label: string;
  look: string;
  style: CSSProperties;
  room: LabelPlace;
}

/** Position of a field on its page; `scale` is CSS pixels per point. */
export function fieldStyle(
  { left, top, width, height }: Pick<LinkField, "left" | "top" | "width" | "height">,
  scale: number,
): CSSProperties {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
