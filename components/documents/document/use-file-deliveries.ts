import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi, type CallOptions } from "@/components/api/call";
import { useToast } from "@/components/ui/toast";
import type { fileDeliveryListAnswer } from "@/lib/delivery/schema";
import { useLook } from "../live";

export type DeliveryPage = z.infer<typeof fileDeliveryListAnswer>;
export type FileDelivery = DeliveryPage["data"][number];

/** Poll only for deliveries due within this time. */
const soonMs = 10_000;

interface FileDeliveries {
  deliveries: readonly FileDelivery[];
  hasMore: boolean;
  problem: ApiProblem | null;
  more: () => void;
  redeliver: (delivery: FileDelivery) => void;
}

/** The deliveries about one document: starts with the server-rendered page of the newest, and polls while a try is due. */
export function useFileDeliveries(uuid: string, first: DeliveryPage): FileDeliveries {
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
