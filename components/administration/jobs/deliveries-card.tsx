"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { useAct } from "@/components/api/use-act";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Time } from "@/components/ui/time";
import type { failedDeliveryAnswer } from "@/lib/webhooks/schema";

type Failed = z.infer<typeof failedDeliveryAnswer>;

/** Webhook messages that were given up, whoever's; each can be sent again. */
export function DeliveriesCard({ deliveries }: { deliveries: readonly Failed[] }) {
  const words = useTranslations("administration.deliveries");
  const { busy, problem, act } = useAct();
  const retry = ({ id }: Failed) =>
    act(String(id), async () => {
      await callApi("POST", `/admin/deliveries/${id}/retry`);
      return words("retried");
    });
  return (
    <Card title={words("title")}>
      <p className="max-w-180 text-ui text-muted">{words("intro")}</p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {deliveries.length === 0 ? (
        <p className="mt-4 text-ui">{words("none")}</p>
      ) : (
        <ul aria-label={words("title")} className="mt-2 divide-y divide-hairline">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
              <DeliveryFacts delivery={delivery} />
              {delivery.enabled && (
                <Button
                  busy={busy === String(delivery.id)}
                  aria-label={words("retryOf", { type: delivery.type, host: delivery.host })}
                  onClick={() => void retry(delivery)}
                >
                  {words("retry")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DeliveryFacts({
  delivery: { type, host, owner, fileId, attempts, lastError, lastStatusCode, lastAttemptAt, enabled },
}: {
  delivery: Failed;
}) {
  const words = useTranslations("administration.deliveries");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
      <p className="wrap-anywhere">
        <code className="font-mono font-semibold">{type}</code> {words("to", { host })}
      </p>
      <p className="text-caption text-muted wrap-anywhere">
        {words("of", { name: owner.displayName })}
        {fileId !== null && (
          <>
            {" · "}
            {words("document", { id: String(fileId) })}
          </>
        )}
        {" · "}
        {words("attempts", { count: attempts })}
        {lastAttemptAt !== null && (
          <>
            {" · "}
            {words.rich("last", { at: () => <Time at={lastAttemptAt} /> })}
          </>
        )}
      </p>
      {lastError !== null && (
        <p className="text-caption text-danger">
          {words(`error.${lastError}`, { status: String(lastStatusCode ?? "") })}
        </p>
      )}
      {!enabled && <p className="text-caption text-muted">{words("disabled")}</p>}
    </div>
  );
}
