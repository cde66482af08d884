import { formatDecimal } from "@/lib/locale/format-number";
import type { Locale } from "@/lib/locale/languages";

/** Bytes of a disk in gigabytes of 1000³ bytes, as disks are sold: "81.6", "214.7". */
export function gigabytes(bytes: number, locale: Locale): string {
  return formatDecimal(bytes / 1000 ** 3, 1, locale);
}
