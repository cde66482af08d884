import { Clock, Hourglass, Link2Off } from "lucide-react";
import { useTranslations } from "next-intl";
import { StateCard } from "@/components/signing/states/state-card";
import { Time } from "@/components/ui/time";

const icons = { missing: Link2Off, closed: Hourglass, busy: Clock, full: Clock };

/** A link that takes no visitor now. `opensAt` belongs to `full`. */
export function VisitState({ state, opensAt }: { state: keyof typeof icons; opensAt?: string | null }) {
  const t = useTranslations("links.visit");
  return (
    <StateCard icon={icons[state]} tone={state === "full" ? "plain" : "warning"} heading={t(`${state}.heading`)}>
      <p>{state === "full" ? t.rich("full.body", { time: () => <Time at={opensAt ?? ""} /> }) : t(`${state}.body`)}</p>
    </StateCard>
  );
}
