"use client";

import { CircleCheck, CloudOff, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useTimeWords } from "@/components/ui/time";
import type { Saving } from "./use-saving";

/** "Saved 14:02", "Saving…", "Not saved – retrying". Only a failure is read out, by its notice. */
export function SaveWords({ saving: { state, retry } }: { saving: Saving }) {
  const [t, times] = [useTranslations("editor.save"), useTimeWords()];
  const look = "flex items-center gap-1.5 text-caption whitespace-nowrap text-muted [&_svg]:size-3.5 [&_svg]:shrink-0";
  switch (state.kind) {
    case "saving":
      return (
        <p role="status" aria-live="off" className={look}>
          <LoaderCircle aria-hidden className="motion-safe:animate-spin" />
          {t("saving")}
        </p>
      );
    case "saved":
      return (
        <p role="status" aria-live="off" className={look}>
          <CircleCheck aria-hidden />
          {state.at === null ? t("saved") : t("savedAt", { time: times.clock(state.at) })}
        </p>
      );
    case "closed":
    case "conflict":
      return (
        <p role="status" className={look}>
          <CloudOff aria-hidden />
          {t("failed")}
        </p>
      );
    case "failed":
      return (
        <p role="status" className={`${look} text-danger`}>
          <CloudOff aria-hidden />
          {state.isRetrying ? t("retrying") : t("failed")}
          <Button variant="quiet" className="h-6! px-2! text-caption" onClick={retry}>
            {t("retry")}
          </Button>
        </p>
      );
  }
}
