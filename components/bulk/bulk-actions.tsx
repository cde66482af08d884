"use client";

import { CirclePlay, Download, Pause, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useAction } from "@/components/api/use-action";
import { ConfirmedAction } from "@/components/documents/confirmed-action";
import { useLook } from "@/components/documents/live";
import { Button, buttonLook } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";
import { shownState } from "./bulk-tables";

/** Pause, resume, cancel and retry, as the state allows, and the results. */
export function BulkActions({ bulkSend }: { bulkSend: BulkSendWire }) {
  const t = useTranslations("bulk.detail");
  const { busy, problem, run } = useAction();
  const { id, state, counts } = bulkSend;
  const act = (action: "pause" | "resume" | "retry", done: string) => () =>
    void run(action, async () => {
      await callApi("POST", `/bulk-sends/${id}/${action}`);
      return done;
    });
  const mayRetry = counts.failed > 0 && bulkSend.contentDeletedAt === null;
  return (
    <div className="flex flex-col gap-3">
      {problem && <ProblemNotice problem={problem} />}
      <div className="flex flex-wrap gap-2">
        {state === "running" && (
          <Button
            icon={<Pause aria-hidden className="size-4" />}
            busy={busy === "pause"}
            onClick={act("pause", t("paused"))}
          >
            {t("pause")}
          </Button>
        )}
        {state === "paused" && bulkSend.pausedReason !== "template_deleted" && (
          <Button
            variant="primary"
            icon={<CirclePlay aria-hidden className="size-4" />}
            busy={busy === "resume"}
            onClick={act("resume", t("resumed"))}
          >
            {t("resume")}
          </Button>
        )}
        {mayRetry && (
          <Button
            icon={<RotateCcw aria-hidden className="size-4" />}
            busy={busy === "retry"}
            onClick={act("retry", t("retried"))}
          >
            {t("retry", { count: counts.failed })}
          </Button>
        )}
        {(state === "running" || state === "paused") && (
          <ConfirmedAction
            label={t("cancel")}
            title={t("cancelTitle", { count: counts.queued })}
            body={t("cancelBody")}
            confirmLabel={t("cancel")}
            cancelLabel={t("goBack")}
            call={{ method: "POST", path: `/bulk-sends/${id}/cancel` }}
            done={t("cancelled")}
          />
        )}
        <a href={`/api/v1/bulk-sends/${id}/results`} download className={buttonLook("secondary", "app")}>
          <Download aria-hidden className="size-4" />
          {t("results")}
        </a>
      </div>
    </div>
  );
}

/** Keeps the page of a bulk send current while it is visible. Its state is announced when it changes. */
export function LiveBulk({ bulkSend }: { bulkSend: BulkSendWire }) {
  const t = useTranslations("bulk.state");
  const router = useRouter();
  const announce = useAnnounce();
  const state = shownState(bulkSend);
  const last = useRef(state);

  useEffect(() => {
    if (last.current !== state) announce(t(state));
    last.current = state;
  }, [announce, state, t]);

  useLook(
    async () => {
      const now = await callApi<BulkSendWire>("GET", `/bulk-sends/${bulkSend.id}`, { background: true });
      if (markOf(now) !== markOf(bulkSend)) router.refresh();
    },
    bulkSend.state === "running" || bulkSend.documents.open > 0,
  );

  return null;
}

function markOf({ state, pausedReason, waitsUntil, counts, documents }: BulkSendWire): string {
  return JSON.stringify([state, pausedReason, waitsUntil, counts, documents]);
}
