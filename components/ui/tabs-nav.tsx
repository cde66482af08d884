"use client";

import { clsx } from "clsx";
import { PageLink } from "./page-link";

interface Tab {
  id: string;
  href: string;
  label: string;
  count?: number | undefined;
}

/** Tabs as links to pages, with counts and the current one marked. */
export function TabsNav({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 max-lg:goes-on sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-1 border-b border-hairline">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <PageLink
              href={tab.href}
              ref={tab.id === current ? bringIntoSight : undefined}
              aria-current={tab.id === current ? "page" : undefined}
              className={clsx(
                "-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 text-ui font-medium -outline-offset-2 pointer-coarse:min-h-11",
                tab.id === current
                  ? "border-primary text-ink"
                  : "border-transparent text-muted hover:border-control hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-pill bg-primary-tint px-1.5 text-caption text-on-primary-tint tabular-nums">
                  {tab.count}
                </span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone the tabs may be wider than the window: scrolls the current one into view without moving the page. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  const frame = link?.closest("nav");
  if (!link || !frame) return;
  const [own, room] = [link.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (own.right > room.right) frame.scrollBy({ left: own.right - room.right + 16 });
  if (own.left < room.left) frame.scrollBy({ left: own.left - room.left - 16 });
}

interface SectionNavProps {
  label: string;
  tabs: readonly Pick<Tab, "id" | "href" | "label">[];
  /** Null if the links lead to parts of the same page. */
  current: string | null;
}

/** The pages of a section: at the side in a wide window, as tabs at the top in a narrow one. */
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

/** The layout of `SectionNav` and, beside it in a wide window, the page. */
export const sectionLook = "items-start lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10";
