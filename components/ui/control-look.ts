import { clsx } from "clsx";
import type { ControlSize } from "./button-look";

/** The classes of a text control. On a phone its text is 16 px, below which Safari zooms into the page. */
export function controlLook(size: ControlSize = "app", className?: string): string {
  return clsx(
    "w-full min-w-0 rounded-control border border-control bg-surface px-3 text-ink placeholder:text-placeholder",
    "hover:border-muted aria-invalid:border-danger [&:read-only:not(select)]:bg-canvas disabled:bg-canvas disabled:text-muted",
    size === "app" ? "h-9 text-reading sm:text-ui" : "h-11 text-reading",
    className,
  );
}
