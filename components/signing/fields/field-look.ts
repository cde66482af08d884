import type { CSSProperties } from "react";
import type { LinkBox } from "@/lib/signing/schema";

/** A finger finds a small box within 44 px. */
export const touchLook =
  "before:absolute before:top-1/2 before:left-1/2 before:-z-1 before:size-full before:min-h-11 before:min-w-11 before:-translate-1/2";
/** Seen also when a press of "Next field" brought the focus, which the browser does not call visible. */
export const focusLook = "focus:outline-2 focus:outline-offset-2 focus:outline-(--field)";

export interface FieldProps {
  box: LinkBox;
  scale: number;
  /** What the box is called: its label, or its type. */
  label: string;
  look: string;
  style: CSSProperties;
  /** Stands in the right half of its page. */
  isRight: boolean;
}
