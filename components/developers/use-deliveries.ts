import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { useToast } from "@/components/ui/toast";
import type { deliveryAnswer } from "@/lib/delivery/schema";

export type Delivery = z.infer<typeof deliveryAnswer>;

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
export function useDeliveries(endpointId: number, isOpen: boolean): Deliveries {
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
