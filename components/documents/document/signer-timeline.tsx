import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { TimelineStep } from "./timeline-steps";

interface SignerTimelineProps {
  steps: readonly TimelineStep[];
}

/** Sent → Opened → Signed, each with its time once it has happened. */
export function SignerTimeline({ steps }: SignerTimelineProps) {
  const words = useTranslations("documents.timeline");
  return (
    <ol aria-label={words("label")} className="grid auto-cols-fr grid-flow-col gap-x-2">
      {steps.map(({ name, isDone, at }, index) => (
        <li key={name} className="min-w-0">
          <div aria-hidden className="mb-1.5 flex items-center gap-2">
            <span
              className={clsx(
                "inline-flex size-4 shrink-0 items-center justify-center rounded-pill border",
                isDone ? "border-transparent bg-success text-surface" : "border-control",
              )}
            >
              {isDone && <Check className="size-3" strokeWidth={3} />}
            </span>
            {index < steps.length - 1 && (
              <span className={clsx("h-px flex-1", steps[index + 1]?.isDone ? "bg-success" : "bg-control")} />
            )}
          </div>
          <p className={clsx("text-ui", isDone ? "font-medium" : "text-muted")}>
            {words(name)}
            {!isDone && <span className="sr-only"> ({words("notYet")})</span>}
          </p>
          {at && <Time at={at} className="block text-caption text-muted" />}
        </li>
      ))}
    </ol>
  );
}
