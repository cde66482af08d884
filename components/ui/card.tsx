import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
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

/** Actions that cannot be undone, marked as such at the end of a page. */
export function DangerZone({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <section aria-labelledby="danger-zone" className="mt-4 border-t border-hairline pt-6">
      <h2 id="danger-zone" className="mb-3 flex items-center gap-2 text-ui font-semibold text-danger">
        <TriangleAlert aria-hidden className="size-4" />
        {t("dangerZone")}
      </h2>
      <div className="flex flex-col gap-6 [&>section]:border-danger/40">{children}</div>
    </section>
  );
}
