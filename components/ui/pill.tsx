import { clsx } from "clsx";
import {
  Ban,
  BookOpenCheck,
  CircleAlert,
  CircleCheck,
  CircleCheckBig,
  CircleMinus,
  CircleX,
  Clock,
  Eye,
  Hourglass,
  LoaderCircle,
  MailCheck,
  Pencil,
  PenLine,
  Send,
  ThumbsUp,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const pillTones = {
  neutral: "bg-canvas text-muted border-hairline",
  info: "bg-info-tint text-on-info-tint border-transparent",
  success: "bg-success-tint text-on-success-tint border-transparent",
  warning: "bg-warning-tint text-on-warning-tint border-transparent",
  danger: "bg-danger-tint text-on-danger-tint border-transparent",
  done: "bg-success text-surface border-transparent",
  /** Calls for an action by the reader. Not filled, because it is beside the button of that action. */
  primary: "bg-primary-tint text-on-primary-tint border-primary",
} as const;

export interface PillLook {
  icon: LucideIcon;
  tone: keyof typeof pillTones;
}

/** A state as icon and text; the colour only repeats them. `wraps`: the text may be long. */
export function Pill({
  icon: Icon,
  tone,
  wraps = false,
  className,
  children,
}: PillLook & { wraps?: boolean; className?: string | undefined; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-pill border px-2.5 text-caption font-medium",
        wraps ? "min-h-6" : "h-6 whitespace-nowrap",
        pillTones[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}

export type Status =
  | "draft"
  | "waiting"
  | "your_turn"
  | "signed"
  | "approved"
  | "viewed"
  | "copied"
  | "completed"
  | "declined"
  | "cancelled"
  | "expired"
  | "opened"
  | "sent"
  | "finishing";

const looks: Record<Status, PillLook> = {
  draft: { icon: Pencil, tone: "neutral" },
  waiting: { icon: Clock, tone: "info" },
  your_turn: { icon: PenLine, tone: "primary" },
  signed: { icon: CircleCheck, tone: "success" },
  approved: { icon: ThumbsUp, tone: "success" },
  viewed: { icon: BookOpenCheck, tone: "success" },
  copied: { icon: MailCheck, tone: "neutral" },
  completed: { icon: CircleCheckBig, tone: "done" },
  declined: { icon: CircleX, tone: "danger" },
  cancelled: { icon: Ban, tone: "danger" },
  expired: { icon: Hourglass, tone: "warning" },
  opened: { icon: Eye, tone: "info" },
  sent: { icon: Send, tone: "neutral" },
  finishing: { icon: LoaderCircle, tone: "info" },
};

export function StatusPill({ status, className }: { status: Status; className?: string | undefined }) {
  const t = useTranslations("shell.status");
  return (
    <Pill {...looks[status]} className={className}>
      {t(status)}
    </Pill>
  );
}

export type StateTone = "good" | "waiting" | "warning" | "bad" | "off";

const stateLooks: Record<StateTone, PillLook> = {
  good: { icon: CircleCheck, tone: "success" },
  waiting: { icon: Clock, tone: "info" },
  warning: { icon: CircleAlert, tone: "warning" },
  bad: { icon: CircleX, tone: "danger" },
  off: { icon: CircleMinus, tone: "neutral" },
};

/** The state of a part of the service. */
export function StatePill({ tone, children }: { tone: StateTone; children: string }) {
  return (
    <Pill {...stateLooks[tone]} wraps>
      {children}
    </Pill>
  );
}
