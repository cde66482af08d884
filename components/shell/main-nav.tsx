"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

export type Place = "documents" | "inbox" | "verify";

interface MainNavProps {
  places: readonly Place[];
  className?: string | undefined;
}

/** The places of the product. The browser knows where it is, also after going on without a new page. */
export function MainNav({ places, className }: MainNavProps) {
  const words = useTranslations("shell.nav");
  const path = usePathname();
  return (
    <nav aria-label={words("label")} className={className}>
      <ul className="flex gap-1">
        {places.map((place) => {
          const isCurrent = path === `/${place}` || path.startsWith(`/${place}/`);
          return (
            <li key={place}>
              <Link
                href={`/${place}`}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "inline-flex min-h-9 items-center rounded-control px-3 text-ui font-medium pointer-coarse:min-h-11",
                  isCurrent ? "bg-primary-tint text-on-primary-tint" : "text-muted hover:text-ink",
                )}
              >
                {words(place)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
