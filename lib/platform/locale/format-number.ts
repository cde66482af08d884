import type { Locale } from "./languages";

// Making a formatter takes far longer than using it.
const formatters = new Map<string, Intl.NumberFormat>();

/** "120.5", or "120,5" where people write it so; no grouping, as in a field that is typed in. */
export function formatDecimal(value: number, decimals: number, locale: Locale): string {
  const key = `${locale} ${decimals}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locale === "pt" ? "pt" : "en", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
  formatters.set(key, formatter);
  return formatter.format(value);
}
