"use client";

import { clsx } from "clsx";
import { ChevronDown, ChevronRight, CircleCheck, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { deliveryAnswer } from "@/lib/delivery/schema";

type Delivery = z.infer<typeof deliveryAnswer>;

interface DeliveryLogProps {
  endpoint: { id: number; url: string };
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Deliveries to an endpoint. Loads when opened, and polls while one is under way. */
export function DeliveryLog({ endpoint: { id, url }, isOpen, onOpen }: DeliveryLogProps) {
  const t = useTranslations("developers.deliveries");
  const { deliveries, hasMore, problem, reload, more, redeliver } = useDeliveries(id, isOpen);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="mt-2">
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-label={t("showLabel", { url })}
        icon={<Icon aria-hidden className="size-4" />}
        onClick={() => onOpen(!isOpen)}
      >
        {t("show")}
      </Button>
      {isOpen && (
        <div className="mt-2 rounded-card border border-hairline p-3">
          {problem && <ProblemNotice problem={problem} onRetry={reload} className="mb-3" />}
          {deliveries?.length === 0 && <p className="text-muted">{t("none")}</p>}
          {deliveries && deliveries.length > 0 && (
            <ul className="divide-y divide-hairline">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onRedeliver={() => redeliver(delivery.id)} />
              ))}
            </ul>
          )}
          <div className="-ms-3.5 mt-2 flex flex-wrap gap-2">
            <Button variant="quiet" onClick={reload}>
              {t("reload")}
            </Button>
            {hasMore && (
              <Button variant="quiet" onClick={more}>
                {t("more")}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const looks = {
  pending: { icon: Clock, look: "text-info" },
  succeeded: { icon: CircleCheck, look: "text-success" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

/** One delivery: its result, each attempt, and the receiver's answer as text. */
function DeliveryRow({ delivery, onRedeliver }: { delivery: Delivery; onRedeliver: () => void }) {
  const t = useTranslations("developers.deliveries");
  const { event, status, attempts, nextAttemptAt } = delivery;
  const { icon: Icon, look } = looks[status];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <code className="font-mono font-semibold">{event.type}</code>
          <span className={clsx("inline-flex items-center gap-1 font-medium", look)}>
            <Icon aria-hidden className="size-4" />
            {t(`status.${status}`)}
          </span>
        </p>
        <p className="text-caption text-muted">
          <Time at={event.timestamp} />
          {event.fileId !== null && (
            <> · {t("facts", { fileId: String(event.fileId), sequence: String(event.sequence) })}</>
          )}
          {nextAttemptAt !== null && attempts.length > 0 && (
            <> · {t.rich("next", { at: () => <Time at={nextAttemptAt} /> })}</>
          )}
        </p>
        {attempts.length > 0 && <Attempts attempts={attempts} type={event.type} />}
      </div>
      <Button aria-label={t("redeliverLabel", { type: event.type })} onClick={onRedeliver}>
        {t("redeliver")}
      </Button>
    </li>
  );
}

function Attempts({ attempts, type }: { attempts: Delivery["attempts"]; type: string }) {
  const t = useTranslations("developers.deliveries");
  return (
    <details className="mt-1">
      <summary
        aria-label={`${t("attempts", { count: attempts.length })}: ${type}`}
        className="inline-flex min-h-6 cursor-pointer items-center rounded-control text-caption font-medium text-primary"
      >
        {t("attempts", { count: attempts.length })}
      </summary>
      <ol className="mt-1 flex flex-col gap-2 border-s-2 border-hairline ps-3 text-caption">
        {attempts.map(({ at, statusCode, durationMs, error, answer }) => (
          <li key={at}>
            <Time at={at} />:{" "}
            {statusCode === null
              ? t("noAnswer", { ms: durationMs })
              : t("attempt", { status: String(statusCode), ms: durationMs })}
            {error !== null && <span className="text-danger"> · {t(`error.${error}`)}</span>}
            {answer && (
              <pre
                tabIndex={0}
                role="region"
                aria-label={t("answer")}
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

interface Page {
  data: Delivery[];
  pagination: { nextCursor: string | null };
}

interface Deliveries {
  /** Null until the first answer. */
  deliveries: readonly Delivery[] | null;
  hasMore: boolean;
  problem: ApiProblem | null;
  reload: () => void;
  more: () => void;
  redeliver: (id: number) => void;
}

const lookAgainMs = 1500;
/** Poll only for deliveries due within this time. */
const soonMs = 5000;

/** The delivery log of one endpoint, newest first. Polls while one of the newest is due soon. */
function useDeliveries(endpointId: number, isOpen: boolean): Deliveries {
  const t = useTranslations("developers.deliveries");
  const toast = useToast();
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const ask = useCallback(
    (query: string) => callApi<Page>("GET", `/webhooks/${endpointId}/deliveries${query}`),
    [endpointId],
  );

  const take = useCallback((answer: Promise<Page>, join: (page: Page) => Page = (newer) => newer) => {
    answer.then(
      (newer) => {
        setPage(join(newer));
        setProblem(null);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, []);
  const reload = useCallback(() => take(ask("")), [take, ask]);

  useEffect(() => {
    if (!isOpen) return;
    if (page === null) return reload();
    if (!page.data.some(isDueSoon)) return;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [isOpen, page, reload]);

  return {
    deliveries: page?.data ?? null,
    hasMore: page?.pagination.nextCursor != null,
    problem,
    reload,
    more: () =>
      take(ask(`?cursor=${page?.pagination.nextCursor ?? ""}`), (older) => ({
        ...older,
        data: [...(page?.data ?? []), ...older.data],
      })),
    redeliver: (id) =>
      take(
        callApi("POST", `/webhooks/${endpointId}/deliveries/${id}/redeliver`).then(() => {
          toast(t("redelivered"));
          return ask("");
        }),
      ),
  };
}

function isDueSoon({ status, nextAttemptAt }: Delivery): boolean {
  return status === "pending" && (nextAttemptAt === null || Date.parse(nextAttemptAt) <= Date.now() + soonMs);
}
