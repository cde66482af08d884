"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Shown when the list cannot be read: what happened, that no data was lost, and the request ID. */
export function ListFailed({ requestId }: { requestId: string | null }) {
  const t = useTranslations("documents.list.failed");
  const shell = useTranslations("shell");
  const errors = useTranslations("errors");
  const router = useRouter();
  const [isTrying, startTrying] = useTransition();
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t("title")}
      action={
        <Button busy={isTrying} onClick={() => startTrying(() => router.refresh())}>
          {shell("tryAgain")}
        </Button>
      }
    >
      <p>{t("body")}</p>
      {requestId && (
        <p className="mt-2 text-caption wrap-anywhere text-muted">{errors("request", { id: requestId })}</p>
      )}
    </Notice>
  );
}
