import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { formatDay } from "@/lib/platform/locale/format";
import { activeFilters, documentsHref, withoutFilters, type FilterName, type ListPlace } from "./documents-href";

/** The active filters. A press removes one of them, or all. */
export function FilterChips(place: ListPlace) {
  const [t, locale] = [useTranslations("documents.filters"), useLocale()];
  const active = activeFilters(place.filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label={t("active")} className="mb-4 flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name}>
          <Link
            href={documentsHref({ ...place, filters: { ...place.filters, [name]: "" } })}
            scroll={false}
            aria-label={t("remove", { filter: chip(name) })}
            className="inline-flex min-h-8 max-w-80 items-center gap-1.5 rounded-pill bg-primary-tint ps-3 pe-2 text-ui font-medium text-on-primary-tint hover:underline pointer-coarse:min-h-11 forced-colors:border"
          >
            <span className="truncate">{chip(name)}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          href={documentsHref({ ...place, filters: withoutFilters(place.filters) })}
          scroll={false}
          className={buttonLook("quiet", "app", "h-8! px-2!")}
        >
          {t("clear")}
        </Link>
      </li>
    </ul>
  );

  function chip(name: FilterName): string {
    const { state, by } = place.filters;
    if (name === "state") return state === "" ? "" : t("chip.state", { state: t(`states.${state}`) });
    if (name === "by") return by === "" ? "" : t(`byWhom.${by}`);
    if (name === "due" || name === "bulkSend") return t(`chip.${name}`);
    const value = place.filters[name];
    return t(`chip.${name}`, {
      value: name === "signer" ? value : formatDay(new Date(`${value}T00:00:00Z`), "UTC", locale),
    });
  }
}
