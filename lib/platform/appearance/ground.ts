import { brandColours, productColours } from "@/lib/platform/brand/brand-colours";
import type { AppearanceTemplate } from "./options";

const light = "#f3f4f6";

/** Colours of a signature field's background and of the strip at its left, `#rrggbb`. Black text has a contrast of 7 at least on every background. */
export function groundOf(
  background: AppearanceTemplate["background"],
  brandColour: string | null,
): { background: string | null; accent: string | null } {
  if (background === "none") return { background: null, accent: null };
  if (background === "light") return { background: light, accent: null };
  const { primary, tint } = brandColours(brandColour ?? "")?.light ?? productColours.light;
  return { background: tint.toLowerCase(), accent: primary.toLowerCase() };
}
