import { formatDecimal } from "@/lib/platform/locale/format";
import type { Locale } from "@/lib/platform/locale/languages";

const [million, billion] = [1_000_000, 1_000_000_000];

/** Formats a size in units of 1000: "812 KB", "3.2 MB" or "3,2 MB", "5.4 GB". The unit stays with its number. */
export function byteCount(bytes: number, locale: Locale): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < million) return `${Math.round(bytes / 1000)}\u00a0KB`;
  const [amount, unit] = bytes < billion ? [bytes / million, "MB"] : [bytes / billion, "GB"];
  return `${amount < 100 ? formatDecimal(amount, 1, locale) : Math.round(amount)}\u00a0${unit}`;
}

/** Formats a limit in whole megabytes of 1024² bytes, rounded so that the shown size is always accepted. */
export function byteLimit(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)}\u00a0MB`;
}
