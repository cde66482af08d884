import type { CSSProperties } from "react";
import type { LinkField } from "@/lib/signing/schema";
import type { LabelPlace } from "./field-label";

/** A field that still shows nothing of what will be painted. */
export const fillLook = "bg-paper/85";
/** Extends a small field's touch target to 44 px. */
export const touchLook =
  "before:absolute before:top-1/2 before:left-1/2 before:-z-1 before:size-full before:min-h-11 before:min-w-11 before:-translate-1/2";
/** Also visible after "Next field" moved the focus, which browsers do not match as :focus-visible. */
export const focusLook = "focus:outline-2 focus:outline-offset-2 focus:outline-(--field)";

/** The properties of every control of a field. */
export interface FieldProps {
  box: LinkField;
  scale: number;
  /** The field's label, or its type. */
  label: string;
  look: string;
  style: CSSProperties;
  room: LabelPlace;
}

/** Position of a field on its page; `scale` is CSS pixels per point. */
export function boxStyle(
  { left, top, width, height }: Pick<LinkField, "left" | "top" | "width" | "height">,
  scale: number,
): CSSProperties {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
