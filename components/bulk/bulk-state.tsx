import { Ban, CircleCheckBig, CirclePause, Hourglass, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, type PillLook } from "@/components/ui/pill";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";

type Shown = BulkSendWire["state"] | "waiting";

const looks: Record<Shown, PillLook> = {
  running: { icon: Send, tone: "info" },
  waiting: { icon: Hourglass, tone: "warning" },
  paused: { icon: CirclePause, tone: "warning" },
  completed: { icon: CircleCheckBig, tone: "done" },
  cancelled: { icon: Ban, tone: "neutral" },
};

/** Running batches that wait for a limit are shown as such. */
export function shownState({ state, waitsUntil }: Pick<BulkSendWire, "state" | "waitsUntil">): Shown {
  return state === "running" && waitsUntil !== null ? "waiting" : state;
}

export function BulkStatePill({ batch }: { batch: BulkSendWire }) {
  const t = useTranslations("bulk.state");
  const state = shownState(batch);
  return <Pill {...looks[state]}>{t(state)}</Pill>;
}
