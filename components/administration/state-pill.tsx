import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon } from "lucide-react";

export type StateTone = "good" | "waiting" | "warning" | "bad" | "off";

const looks: Record<StateTone, { icon: LucideIcon; look: string }> = {
  good: { icon: CircleCheck, look: "bg-success-tint text-on-success-tint border-transparent" },
  waiting: { icon: Clock, look: "bg-info-tint text-on-info-tint border-transparent" },
  warning: { icon: CircleAlert, look: "bg-warning-tint text-on-warning-tint border-transparent" },
  bad: { icon: CircleX, look: "bg-danger-tint text-on-danger-tint border-transparent" },
  off: { icon: CircleMinus, look: "bg-canvas text-muted border-hairline" },
};

/** Icon and text; the colour only repeats them. */
export function StatePill({ tone, children }: { tone: StateTone; children: string }) {
  const { icon: Icon, look } = looks[tone];
  return (
    <span
      className={clsx(
        "inline-flex min-h-6 items-center gap-1.5 rounded-pill border px-2.5 text-caption font-medium",
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
