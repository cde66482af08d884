import { formatDecimal } from "@/lib/locale/format-number";
import type { Locale } from "@/lib/locale/languages";

const million = 1_000_000;

/** Bytes as people read them: "812 KB", "3.2 MB" or "3,2 MB". */
export function byteCount(bytes: number, locale: Locale): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < million) return `${Math.round(bytes / 1000)} KB`;
  const millions = bytes / million;
  return `${millions < 100 ? formatDecimal(millions, 1, locale) : Math.round(millions)} MB`;
}

/** A limit as people read it, in whole megabytes of 1024² bytes: the limit is set so, and what is promised must fit. */
export function byteLimit(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MB`;
}
