import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { PageLink } from "./page-link";

interface PageHeaderProps {
  title: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: ReactNode } | undefined;
  /** A line under the title: status, times. */
  meta?: ReactNode;
}

/** The h1 of a page with its actions. */
export function PageHeader({ title, actions, back, meta }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back && (
        <PageLink
          href={back.href}
          className="mb-2 -ms-1 inline-flex min-h-8 items-center gap-1.5 rounded-control px-1 text-ui font-medium text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {back.label}
        </PageLink>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* Actions stay beside a long title or line of facts, which wraps. */}
        <div className="min-w-0 sm:grow sm:basis-64">
          <h1 className="text-h1 font-semibold wrap-anywhere">{title}</h1>
          {meta && (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-pretty text-muted">
              {meta}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
