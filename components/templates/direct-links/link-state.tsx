import { CircleCheck, CircleOff, Hourglass, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, type PillLook } from "@/components/ui/pill";
import type { DirectLinkState } from "@/lib/requests/direct-links/schema";

const looks: Record<DirectLinkState, PillLook> = {
  open: { icon: CircleCheck, tone: "success" },
  off: { icon: CircleOff, tone: "neutral" },
  ended: { icon: Hourglass, tone: "neutral" },
  used_up: { icon: Hourglass, tone: "neutral" },
  full_today: { icon: Hourglass, tone: "warning" },
  unsuitable: { icon: TriangleAlert, tone: "warning" },
};

export function LinkState({ state }: { state: DirectLinkState }) {
  const t = useTranslations("links.own.state");
  return <Pill {...looks[state]}>{t(state)}</Pill>;
}
