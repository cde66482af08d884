"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { Delivery } from "./wire";

const looks = {
  pending: { icon: Clock, look: "text-info" },
  succeeded: { icon: CircleCheck, look: "text-success" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

/** One message: how it went, each attempt, and what the receiver said, as text. */
export function DeliveryRow({ delivery, onRedeliver }: { delivery: Delivery; onRedeliver: () => void }) {
  const words = useTranslations("developers.deliveries");
  const { event, status, attempts, nextAttemptAt } = delivery;
  const { icon: Icon, look } = looks[status];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <code className="font-mono font-semibold">{event.type}</code>
          <span className={clsx("inline-flex items-center gap-1 font-medium", look)}>
            <Icon aria-hidden className="size-4" />
            {words(`status.${status}`)}
          </span>
        </p>
        <p className="text-caption text-muted">
          <Time at={event.timestamp} />
          {event.fileId !== null && (
            <> · {words("facts", { fileId: String(event.fileId), sequence: String(event.sequence) })}</>
          )}
          {nextAttemptAt !== null && attempts.length > 0 && (
            <> · {words.rich("next", { at: () => <Time at={nextAttemptAt} /> })}</>
          )}
        </p>
        {attempts.length > 0 && <Attempts attempts={attempts} type={event.type} />}
      </div>
      <Button aria-label={words("redeliverLabel", { type: event.type })} onClick={onRedeliver}>
        {words("redeliver")}
      </Button>
    </li>
  );
}

function Attempts({ attempts, type }: { attempts: Delivery["attempts"]; type: string }) {
  const words = useTranslations("developers.deliveries");
  return (
    <details className="mt-1">
      <summary
        aria-label={`${words("attempts", { count: attempts.length })}: ${type}`}
        className="inline-flex min-h-6 cursor-pointer items-center rounded-control text-caption font-medium text-primary"
      >
        {words("attempts", { count: attempts.length })}
      </summary>
      <ol className="mt-1 flex flex-col gap-2 border-s-2 border-hairline ps-3 text-caption">
        {attempts.map(({ at, statusCode, durationMs, error, answer }) => (
          <li key={at}>
            <Time at={at} />:{" "}
            {statusCode === null
              ? words("noAnswer", { ms: durationMs })
              : words("attempt", { status: String(statusCode), ms: durationMs })}
            {error !== null && <span className="text-danger"> · {words(`error.${error}`)}</span>}
            {answer && (
              <pre
                tabIndex={0}
                role="region"
                aria-label={words("answer")}
                className="mt-1 max-h-40 overflow-auto rounded-control bg-canvas p-2 font-mono whitespace-pre-wrap wrap-anywhere -outline-offset-2"
              >
                {answer}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
