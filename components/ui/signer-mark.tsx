import { clsx } from "clsx";

const colours = [
  "--color-signer-1",
  "--color-signer-2",
  "--color-signer-3",
  "--color-signer-4",
  "--color-signer-5",
  "--color-signer-6",
] as const;
const patterns = ["solid", "dashed", "dotted", "double"] as const;

export type SignerPattern = (typeof patterns)[number];

/** Name of the colour of the nth signer, counted from 1, for `var()`. */
export function signerColour(number: number): string {
  return colours[(number - 1) % colours.length] ?? colours[0];
}

/** Border style of the nth signer. With six colours and four styles, the first twelve differ in at least one. */
export function signerPattern(number: number): SignerPattern {
  return patterns[(number - 1) % patterns.length] ?? patterns[0];
}

/**
 * A signer's dot with number, colour and pattern, so that signers are not distinguished by colour alone (WCAG 1.4.1).
 * Size in px.
 */
export function SignerMark({
  number,
  size = 24,
  className,
}: {
  number: number;
  size?: number | undefined;
  className?: string | undefined;
}) {
  const colour = `var(${signerColour(number)})`;
  return (
    <span
      aria-hidden
      className={clsx("inline-flex shrink-0 items-center justify-center rounded-pill bg-paper p-px", className)}
      style={{
        width: size,
        height: size,
        border: `2px ${signerPattern(number)} ${colour}`,
        ...(signerPattern(number) === "double" ? { borderWidth: 3 } : {}),
      }}
    >
      <span
        className="inline-flex size-full items-center justify-center rounded-pill font-semibold text-paper tabular-nums"
        style={{ background: colour, fontSize: Math.max(12, size * 0.5), lineHeight: 1 }}
      >
        {number}
      </span>
    </span>
  );
}
