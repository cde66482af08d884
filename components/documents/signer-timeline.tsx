import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";

interface SignerTimelineProps {
  steps: readonly { name: "sent" | "opened" | "signed"; at: string | null }[];
}

/** Sent → Opened → Signed, each with its time once it has happened. */
export function SignerTimeline({ steps }: SignerTimelineProps) {
  const words = useTranslations("documents.timeline");
  return (
    <ol aria-label={words("label")} className="grid grid-cols-3 gap-x-2">
      {steps.map(({ name, at }, index) => (
        <li key={name} className="min-w-0">
          <div aria-hidden className="mb-1.5 flex items-center gap-2">
            <span className={clsx("inline-flex size-4 shrink-0 items-center justify-center rounded-pill border", at ? "border-transparent bg-success text-surface" : "border-control")}>
              {at && <Check className="size-3" strokeWidth={3} />}
            </span>
            {index < steps.length - 1 && <span className={clsx("h-px flex-1", steps[index + 1]?.at ? "bg-success" : "bg-control")} />}
          </div>
          <p className={clsx("text-ui", at ? "font-medium" : "text-muted")}>
            {words(name)}
            {!at && <span className="sr-only"> ({words("notYet")})</span>}
          </p>
          {at && <Time at={at} className="block text-caption text-muted" />}
        </li>
      ))}
    </ol>
  );
}
