"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { PageLink } from "@/components/ui/page-link";

export type Place = "documents" | "templates" | "inbox" | "verify" | "developers";

const onPhone = new Set<Place>(["documents", "verify"]);

/**
 * The main navigation. The browser determines the current place, even after client-side navigation. A phone shows two
 * places; the inbox is also linked in the banner above the header, and Templates and Developers in the account menu.
 */
export function MainNav({ places }: { places: readonly Place[] }) {
  const t = useTranslations("shell.nav");
  const path = usePathname();
  return (
    <nav aria-label={t("label")}>
      <ul className="flex gap-0.5 sm:gap-1">
        {places.map((place) => {
          const isCurrent = isBelow(path, place) || (place === "templates" && isBelow(path, "bulk-sends"));
          return (
            <li key={place} className={clsx(!onPhone.has(place) && "max-sm:hidden")}>
              <PageLink
                href={`/${place}`}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "inline-flex min-h-9 items-center rounded-control px-2 text-ui font-medium sm:px-3 pointer-coarse:min-h-11",
                  isCurrent ? "bg-primary-tint text-on-primary-tint" : "text-muted hover:text-ink",
                )}
              >
                {t(place)}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function isBelow(path: string, place: string): boolean {
  return path === `/${place}` || path.startsWith(`/${place}/`);
}
