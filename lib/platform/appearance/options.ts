import type { AppearanceTemplate, SignatureOptions, SignatureOptionsChange } from "@/db/schema/signature-options";
import { brandColours, productColours } from "@/lib/platform/brand/brand";

export * from "@/db/schema/signature-options";

export const mostAppearanceLines = 6;
export const longestAppearanceLine = 120;
/** Characters of a reason or a location. */
export const longestStatement = 200;

/** Key of the image that stands for a signer's in previews. */
export const sampleKey = "sample";

export const standardOptions: SignatureOptions = {
  appearance: {
    lines: ["{{name}}", "{{time}}"],
    layout: "above",
    textSizePt: null,
    background: "none",
    logo: false,
    timeZone: null,
  },
  reason: { ask: "no", preset: null },
  location: { ask: "no", preset: null },
  verificationMark: "none",
};

/** The options with the given members; the others stay as in `base`. */
export function withOptions(
  base: SignatureOptions,
  change: SignatureOptionsChange | null | undefined,
): SignatureOptions {
  return {
    appearance: merged(base.appearance, change?.appearance),
    reason: merged(base.reason, change?.reason),
    location: merged(base.location, change?.location),
    verificationMark: change?.verificationMark ?? base.verificationMark,
  };
}

function merged<Value extends object>(
  base: Value,
  change: { [Member in keyof Value]?: Value[Member] | undefined } | undefined,
): Value {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(given) as Partial<Value>) };
}

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
