import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button-look";
import { formatDay } from "@/lib/locale/format-time";
import { activeFilters, withoutFilters, type FilterName } from "./active-filters";
import { documentsHref, type ListPlace } from "./documents-href";

/** What the list is narrowed to: one press takes one off, or all. */
export function FilterChips(place: ListPlace) {
  const [words, locale] = [useTranslations("documents.filters"), useLocale()];
  const active = activeFilters(place.filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label={words("active")} className="mb-4 flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name}>
          <Link
            href={documentsHref({ ...place, filters: { ...place.filters, [name]: "" } })}
            scroll={false}
            aria-label={words("remove", { filter: chip(name) })}
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
          {words("clear")}
        </Link>
      </li>
    </ul>
  );

  function chip(name: FilterName): string {
    const { state, by } = place.filters;
    if (name === "state") return state === "" ? "" : words("chip.state", { state: words(`states.${state}`) });
    if (name === "by") return by === "" ? "" : words(`byWhom.${by}`);
    if (name === "due") return words("chip.due");
    const value = place.filters[name];
    return words(`chip.${name}`, {
      value: name === "signer" ? value : formatDay(new Date(`${value}T00:00:00Z`), "UTC", locale),
    });
  }
}
