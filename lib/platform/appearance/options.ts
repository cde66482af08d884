import type { SignatureOptions, SignatureOptionsChange } from "@/db/schema/signature-options";

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
