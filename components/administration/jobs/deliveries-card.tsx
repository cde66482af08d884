"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { useAction } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Time } from "@/components/ui/time";
import type { failedDeliveryAnswer } from "@/lib/delivery/schema";

type Failed = z.infer<typeof failedDeliveryAnswer>;

/** Failed webhook deliveries of all accounts; each can be sent again. */
export function DeliveriesCard({ deliveries }: { deliveries: readonly Failed[] }) {
  const t = useTranslations("administration.deliveries");
  const { busy, problem, run } = useAction();
  const retry = ({ id }: Failed) =>
    run(String(id), async () => {
      await callApi("POST", `/admin/deliveries/${id}/retry`);
      return t("retried");
    });
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {deliveries.length === 0 ? (
        <EmptyState isInCard picture="webhooks" title={t("none")} />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
              <DeliveryFacts delivery={delivery} />
              {delivery.enabled && (
                <Button
                  busy={busy === String(delivery.id)}
                  aria-label={t("retryOf", { type: delivery.type, host: delivery.host })}
                  onClick={() => void retry(delivery)}
                >
                  {t("retry")}
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
  const t = useTranslations("administration.deliveries");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
      <p className="wrap-anywhere">
        <code className="font-mono font-semibold">{type}</code> {t("to", { host })}
      </p>
      <p className="text-caption text-muted wrap-anywhere">
        {t("of", { name: owner.displayName })}
        {fileId !== null && (
          <>
            {" · "}
            {t("document", { id: String(fileId) })}
          </>
        )}
        {" · "}
        {t("attempts", { count: attempts })}
        {lastAttemptAt !== null && (
          <>
            {" · "}
            {t.rich("last", { at: () => <Time at={lastAttemptAt} /> })}
          </>
        )}
      </p>
      {lastError !== null && (
        <p className="text-caption text-danger">{t(`error.${lastError}`, { status: String(lastStatusCode ?? "") })}</p>
      )}
      {!enabled && <p className="text-caption text-muted">{t("disabled")}</p>}
    </div>
  );
}
