"use client";

import { clsx } from "clsx";
import { PageLink } from "./page-link";
import { bringIntoSight, type Tab } from "./tabs-nav";

interface SectionNavProps {
  label: string;
  tabs: readonly Pick<Tab, "id" | "href" | "label">[];
  /** Null where the links lead to parts of the same page. */
  current: string | null;
}

/** The pages of a section: at the side of a wide window, as tabs above a narrow one. */
export function SectionNav({ label, tabs, current }: SectionNavProps) {
  return (
    <nav
      aria-label={label}
      className="-mx-4 mb-6 overflow-x-auto px-4 max-lg:goes-on sm:mx-0 sm:px-0 lg:sticky lg:top-6 lg:mb-0 lg:overflow-visible"
    >
      <ul className="flex min-w-max gap-1 border-b border-hairline lg:min-w-0 lg:flex-col lg:border-b-0">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <PageLink
              href={tab.href}
              ref={tab.id === current ? bringIntoSight : undefined}
              aria-current={tab.id === current ? "page" : undefined}
              className={clsx(
                "-mb-px flex min-h-10 items-center border-b-2 px-3 text-ui font-medium -outline-offset-2 pointer-coarse:min-h-11 lg:mb-0 lg:min-h-9 lg:rounded-control lg:border-b-0",
                tab.id === current
                  ? "border-primary text-ink lg:bg-primary-tint lg:text-on-primary-tint"
                  : "border-transparent text-muted hover:border-control hover:text-ink lg:hover:bg-surface",
              )}
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Room for `SectionNav` and, beside it in a wide window, the page. */
export const sectionLook = "items-start lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10";
