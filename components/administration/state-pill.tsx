import { CircleAlert, CircleCheck, CircleMinus, CircleX, Clock } from "lucide-react";
import { Pill, type PillLook } from "@/components/ui/pill";

export type StateTone = "good" | "waiting" | "warning" | "bad" | "off";

const looks: Record<StateTone, PillLook> = {
  good: { icon: CircleCheck, tone: "success" },
  waiting: { icon: Clock, tone: "info" },
  warning: { icon: CircleAlert, tone: "warning" },
  bad: { icon: CircleX, tone: "danger" },
  off: { icon: CircleMinus, tone: "neutral" },
};

export function StatePill({ tone, children }: { tone: StateTone; children: string }) {
  return (
    <Pill {...looks[tone]} wraps>
      {children}
    </Pill>
  );
}
