import type { Decimal } from "@/lib/platform/field-rules/decimal";

/** An exact fraction; `bottom` is greater than 0. Division therefore loses nothing, and a result is rounded once, where it is written. */
export interface Ratio {
  top: bigint;
  bottom: bigint;
}

export function ofDecimal({ units, scale }: Decimal): Ratio {
  return { top: units, bottom: 10n ** BigInt(scale) };
}

export const zero: Ratio = { top: 0n, bottom: 1n };

export function add(a: Ratio, b: Ratio): Ratio {
  return a.bottom === b.bottom
    ? { top: a.top + b.top, bottom: a.bottom }
    : { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function negate({ top, bottom }: Ratio): Ratio {
  return { top: -top, bottom };
}

export function multiply(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

/** Null for a division by zero. */
export function divide(a: Ratio, b: Ratio): Ratio | null {
  if (b.top === 0n) return null;
  const sign = b.top < 0n ? -1n : 1n;
  return { top: a.top * b.bottom * sign, bottom: a.bottom * b.top * sign };
}

/** Negative, zero or positive, as `a` is smaller than, equal to or larger than `b`. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const [left, right] = [a.top * b.bottom, b.top * a.bottom];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** To so many decimals; a half is rounded away from zero, as on invoices. */
export function roundTo({ top, bottom }: Ratio, decimals: number): Decimal {
  const size = (top < 0n ? -top : top) * 10n ** BigInt(decimals);
  const units = (size * 2n + bottom) / (bottom * 2n);
  return { units: top < 0n ? -units : units, scale: decimals };
}
