import type { CSSProperties } from "react";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";

/** Colour, pattern and tint of a signer's box; the document stays readable under it. */
export function boxLook(signerNumber: number): CSSProperties {
  const colour = `var(${signerColour(signerNumber)})`;
  const pattern = signerPattern(signerNumber);
  return {
    border: `${pattern === "double" ? 4 : 2}px ${pattern} ${colour}`,
    background: `color-mix(in srgb, color-mix(in srgb, ${colour} 12%, var(--color-paper)) 85%, transparent)`,
  };
}
