import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  /** Says which entries the list will contain. */
  title: ReactNode;
  /** How to add the first entry. */
  body?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-control px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden
          className="mb-4 inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="font-semibold">{title}</p>
      {body && <p className="mt-1 max-w-110 text-ui text-muted">{body}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
