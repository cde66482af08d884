import type { ReactNode } from "react";

interface NarrowPageProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** Layout of a page with a single task. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <div className="mx-auto max-w-110 py-2 sm:rounded-card sm:border sm:border-hairline sm:bg-surface sm:p-8">
      <h1 className="text-h1 font-semibold text-balance">{title}</h1>
      {lead && <p className="mt-3 text-reading text-muted wrap-anywhere [&_b]:font-semibold [&_b]:text-ink">{lead}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

/** A link on a line of its own, tall enough for touch. */
export const textLink = "inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-2";
