import { clsx } from "clsx";
import Link from "next/link";

export interface Tab {
  id: string;
  href: string;
  label: string;
  count?: number | undefined;
}

/** Tabs that are pages of their own: links with counts, the present one marked. */
export function TabsNav({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-1 border-b border-hairline">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link
              href={tab.href}
              aria-current={tab.id === current ? "page" : undefined}
              className={clsx(
                "-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 text-ui font-medium -outline-offset-2 pointer-coarse:min-h-11",
                tab.id === current ? "border-primary text-ink" : "border-transparent text-muted hover:border-control hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && <span className="rounded-pill bg-primary-tint px-1.5 text-caption text-on-primary-tint tabular-nums">{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
