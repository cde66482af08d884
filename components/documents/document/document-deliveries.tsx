"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem, type CallOptions } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useLook } from "@/components/documents/live";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { fileDeliveryListAnswer } from "@/lib/delivery/schema";

interface DocumentDeliveriesProps {
  uuid: string;
  first: DeliveryPage;
}

/** Webhook deliveries about the document, newest first. Hidden if there are none. */
export function DocumentDeliveries({ uuid, first }: DocumentDeliveriesProps) {
  const t = useTranslations("documents.deliveries");
  const { deliveries, hasMore, problem, more, redeliver } = useFileDeliveries(uuid, first);
  if (deliveries.length === 0) return null;
  return (
    <Card title={t("title")}>
      {problem && <ProblemNotice problem={problem} className="mb-3" />}
      <ul className="-my-3 divide-y divide-hairline">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} onRedeliver={() => redeliver(delivery)} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="quiet" className="mt-4" onClick={more}>
          {t("more")}
        </Button>
      )}
    </Card>
  );
}

const looks = {
  queued: { icon: Clock, look: "text-info" },
  retrying: { icon: Clock, look: "text-warning" },
  succeeded: { icon: CircleCheck, look: "text-success" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

/** One event sent to one address: its state, the last answer, and the next try. */
function DeliveryItem({ delivery, onRedeliver }: { delivery: FileDelivery; onRedeliver: () => void }) {
  const t = useTranslations("documents.deliveries");
  const { event, webhook, attempts, nextAttemptAt } = delivery;
  const state = stateOf(delivery);
  const { icon: Icon, look } = looks[state];
  const last = attempts.at(-1);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <code className="font-mono font-medium">{event.type}</code>
          <span className={clsx("inline-flex items-center gap-1 font-medium", look)}>
            <Icon aria-hidden className="size-4" />
            {t(`state.${state}`)}
          </span>
        </p>
        <p className="text-caption text-muted">
          <span>{t(webhook.fileId === null ? "webhook" : "callback")}</span>{" "}
          <bdi className="wrap-anywhere" translate="no">
            {webhook.url}
          </bdi>
        </p>
        <p className="text-caption text-muted">
          {last ? (
            t.rich(last.statusCode === null ? "noAnswer" : "answered", {
              code: String(last.statusCode),
              time: () => <Time at={last.at} />,
              count: attempts.length,
            })
          ) : (
            <Time at={event.timestamp} />
          )}
          {nextAttemptAt !== null && attempts.length > 0 && (
            <>
              {" "}
              <span>{t.rich("next", { time: () => <Time at={nextAttemptAt} /> })}</span>
            </>
          )}
        </p>
      </div>
      {webhook.enabled ? (
        <Button aria-label={t("redeliverName", { type: event.type, url: webhook.url })} onClick={onRedeliver}>
          {t("redeliver")}
        </Button>
      ) : (
        <span className="text-caption text-danger">{t("disabled")}</span>
      )}
    </li>
  );
}

function stateOf({ status, attempts }: FileDelivery): keyof typeof looks {
  if (status !== "pending") return status;
  return attempts.length > 0 ? "retrying" : "queued";
}

export type DeliveryPage = z.infer<typeof fileDeliveryListAnswer>;
type FileDelivery = DeliveryPage["data"][number];

/** Poll only for deliveries due within this time. */
const soonMs = 10_000;

interface FileDeliveries {
  deliveries: readonly FileDelivery[];
  hasMore: boolean;
  problem: ApiProblem | null;
  more: () => void;
  redeliver: (delivery: FileDelivery) => void;
}

/**
 * The deliveries about one document: starts with the server-rendered page of the newest, and polls while a try is due.
 */
function useFileDeliveries(uuid: string, first: DeliveryPage): FileDeliveries {
  const t = useTranslations("documents.deliveries");
  const toast = useToast();
  const [newest, setNewest] = useState(first);
  const [made, setMade] = useState(first);
  const [older, setOlder] = useState<DeliveryPage | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  // The page was rendered again, so its data is newer.
  if (made !== first) {
    setMade(first);
    setNewest(first);
  }
  const ask = (query: string, options: CallOptions = {}) =>
    callApi<DeliveryPage>("GET", `/file/${uuid}/deliveries${query}`, options);
  const { nextCursor } = (older ?? newest).pagination;

  async function doing(work: () => Promise<void>): Promise<void> {
    setProblem(null);
    await work().catch((error: unknown) => setProblem(asProblem(error)));
  }

  useLook(async () => setNewest(await ask("", { background: true })), newest.data.some(isDueSoon));

  return {
    deliveries: joined(newest.data, older?.data ?? []),
    hasMore: nextCursor !== null,
    problem,
    more: () =>
      void doing(async () => {
        const page = await ask(`?cursor=${nextCursor ?? ""}`);
        setOlder({ ...page, data: [...(older?.data ?? []), ...page.data] });
      }),
    redeliver: ({ id, webhook }) =>
      void doing(async () => {
        await callApi("POST", `/webhooks/${webhook.id}/deliveries/${id}/redeliver`);
        toast(t("redelivered"));
        setNewest(await ask(""));
      }),
  };
}

/** New events push older ones from the newest page into the pages read before. */
function joined(newest: readonly FileDelivery[], older: readonly FileDelivery[]): FileDelivery[] {
  const known = new Set(newest.map(({ id }) => id));
  return [...newest, ...older.filter(({ id }) => !known.has(id))];
}

function isDueSoon({ status, nextAttemptAt }: FileDelivery): boolean {
  return status === "pending" && (nextAttemptAt === null || Date.parse(nextAttemptAt) <= Date.now() + soonMs);
}
