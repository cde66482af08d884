import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeTone = "info" | "warning" | "danger" | "success";

const looks: Record<NoticeTone, { icon: LucideIcon; look: string }> = {
  info: { icon: Info, look: "bg-info-tint text-on-info-tint" },
  warning: { icon: TriangleAlert, look: "bg-warning-tint text-on-warning-tint" },
  danger: { icon: CircleAlert, look: "bg-danger-tint text-on-danger-tint" },
  success: { icon: CircleCheck, look: "bg-success-tint text-on-success-tint" },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  /** `alert` and `status` are announced if the notice appears after page load. */
  role?: "alert" | "status" | undefined;
  /** In the upper corner, such as a button that dismisses the notice. */
  corner?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A message beside its subject. */
export function Notice({ tone, title, action, role, corner, className, children }: NoticeProps) {
  const { icon: Icon, look } = looks[tone];
  return (
    <div role={role} className={clsx("flex gap-3 rounded-card p-4 text-ui forced-colors:border", look, className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink [&_a]:underline">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
      {corner}
    </div>
  );
}
