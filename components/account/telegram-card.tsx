"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useTimeFormat } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { TelegramLinker } from "./telegram-linker";

/** Links and unlinks the Telegram chat that receives codes. */
export function TelegramCard({ linkedAt }: { linkedAt: string | null }) {
  const t = useTranslations("account.account");
  const router = useRouter();
  const toast = useToast();
  const times = useTimeFormat();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const done = useCallback(() => {
    toast(t("telegramDone"));
    router.refresh();
  }, [router, toast, t]);

  async function unlink() {
    setProblem(null);
    try {
      await callApi("DELETE", "/account/telegram/link");
      toast(t("telegramUnlinked"));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setAsking(false);
    router.refresh();
  }

  return (
    <Card
      title={t("telegram")}
      actions={linkedAt !== null && <Button onClick={() => setAsking(true)}>{t("telegramUnlink")}</Button>}
    >
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <p className="mb-4 text-ui text-muted">
        {linkedAt === null ? t("telegramLead") : t("telegramLinked", { date: times.day(linkedAt) })}
      </p>
      <TelegramLinker linkedAt={linkedAt} onLinked={done} />
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          danger
          title={t("telegramUnlinkTitle")}
          body={t("telegramUnlinkBody")}
          confirmLabel={t("telegramUnlink")}
          onConfirm={unlink}
        />
      )}
    </Card>
  );
}
