import { clsx } from "clsx";
import {
  Ban,
  CircleCheck,
  CircleCheckBig,
  CircleX,
  Clock,
  Eye,
  Hourglass,
  LoaderCircle,
  Pencil,
  PenLine,
  Send,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";

export type Status =
  | "draft"
  | "waiting"
  | "your_turn"
  | "signed"
  | "completed"
  | "declined"
  | "cancelled"
  | "expired"
  | "opened"
  | "sent"
  | "finishing";

const neutral = "bg-canvas text-muted border-hairline";
const info = "bg-info-tint text-on-info-tint border-transparent";
const danger = "bg-danger-tint text-on-danger-tint border-transparent";

const looks: Record<Status, { icon: LucideIcon; look: string }> = {
  draft: { icon: Pencil, look: neutral },
  waiting: { icon: Clock, look: info },
  your_turn: { icon: PenLine, look: "bg-primary text-on-primary border-transparent" },
  signed: { icon: CircleCheck, look: "bg-success-tint text-on-success-tint border-transparent" },
  completed: { icon: CircleCheckBig, look: "bg-success text-surface border-transparent" },
  declined: { icon: CircleX, look: danger },
  cancelled: { icon: Ban, look: danger },
  expired: { icon: Hourglass, look: "bg-warning-tint text-on-warning-tint border-transparent" },
  opened: { icon: Eye, look: info },
  sent: { icon: Send, look: neutral },
  finishing: { icon: LoaderCircle, look: info },
};

/** Icon and text; the colour only repeats them. */
export function StatusPill({ status, className }: { status: Status; className?: string | undefined }) {
  const t = useTranslations("shell.status");
  const { icon: Icon, look } = looks[status];
  return (
    <span
      className={clsx(
        "inline-flex h-6 items-center gap-1.5 rounded-pill border px-2.5 text-caption font-medium whitespace-nowrap",
        look,
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(status)}
    </span>
  );
}
