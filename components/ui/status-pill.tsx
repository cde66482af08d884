import {
  Ban,
  BookOpenCheck,
  CircleCheck,
  CircleCheckBig,
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
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, type PillLook } from "./pill";

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
