import { useLocale, useTranslations } from "next-intl";
import { formatDecimal } from "@/lib/locale/format-number";
import type { LimitName } from "./limit-groups";
import { limitValue } from "./limit-value";

const [kibibyte, mebibyte, gibibyte] = [1024, 1024 ** 2, 1024 ** 3];

/** A figure in words: "100 MiB", "15 minutes", "1,000". */
export function useLimitValue(): (name: LimitName, value: number) => string {
  const words = useTranslations("administration.limits.unit");
  const locale = useLocale();
  return (name, value) => {
    const { unit, amount } = limitValue(name, value);
    if (unit !== "bytes") return words(unit, { count: amount });
    const [divisor, size] =
      amount >= gibibyte
        ? ([gibibyte, "gibibytes"] as const)
        : amount >= mebibyte
          ? ([mebibyte, "mebibytes"] as const)
          : amount >= kibibyte
            ? ([kibibyte, "kibibytes"] as const)
            : ([1, "bytes"] as const);
    return words(size, { amount: formatDecimal(amount / divisor, amount % divisor === 0 ? 0 : 1, locale) });
  };
}
