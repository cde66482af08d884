"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { callApi } from "@/components/api/call";
import { useLook } from "@/components/documents/live";
import { useAnnounce } from "@/components/ui/live-region";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";
import { shownState } from "./bulk-state";

/** Keeps the page of a batch current without a reload, while it is visible. Its state is announced when it changes. */
export function LiveBulk({ batch }: { batch: BulkSendWire }) {
  const t = useTranslations("bulk.state");
  const router = useRouter();
  const announce = useAnnounce();
  const state = shownState(batch);
  const last = useRef(state);

  useEffect(() => {
    if (last.current !== state) announce(t(state));
    last.current = state;
  }, [announce, state, t]);

  useLook(
    async () => {
      const now = await callApi<BulkSendWire>("GET", `/bulk-sends/${batch.id}`, { background: true });
      if (markOf(now) !== markOf(batch)) router.refresh();
    },
    batch.state === "running" || batch.documents.open > 0,
  );

  return null;
}

function markOf({ state, pausedReason, waitsUntil, counts, documents }: BulkSendWire): string {
  return JSON.stringify([state, pausedReason, waitsUntil, counts, documents]);
}
