import { clsx } from "clsx";
import type { ReactNode } from "react";

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** For `aria-labelledby` of a parent, or links to it. */
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ title, actions, id, className, children }: CardProps) {
  return (
    <section id={id} className={clsx("rounded-card border border-hairline bg-surface p-5 shadow-card", className)}>
      {(title ?? actions) && (
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && <h2 className="text-reading font-semibold">{title}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
