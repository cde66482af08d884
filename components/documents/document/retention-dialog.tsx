"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/use-problem-text";
import { PeriodDialog } from "@/components/documents/period-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { retentionAnswer } from "@/lib/evidence/retention/schema";
import type { FileWire } from "@/lib/views/schema";

type Retention = z.infer<typeof retentionAnswer>;

interface RetentionDialogProps {
  file: Pick<FileWire, "uuid" | "name">;
  onClose: () => void;
}

/** The sender gives the document a period of its own, or leaves it to the period of the account or the instance. */
export function RetentionDialog({ file, retention, onClose }: RetentionDialogProps & { retention: Retention }) {
  const t = useTranslations("documents.document.period");
  return (
    <PeriodDialog
      path={`/file/${file.uuid}/retention`}
      days={retention.from === "document" ? retention.days : null}
      onClose={onClose}
      texts={{
        title: t("title", { name: file.name }),
        body: t("body"),
        days: t("days"),
        daysHint: t("daysHint"),
        cancel: t("cancel"),
        save: t("confirm"),
        done: t("done"),
      }}
    >
      <Current {...retention} />
    </PeriodDialog>
  );
}

function Current({ days, from, deletionAt, onHold }: Retention) {
  const t = useTranslations("documents.document.period");
  return (
    <p className="text-ui text-muted">
      {days === null || from === null ? t("now.none") : t(`now.${from}`, { days })}
      {onHold && ` ${t("held")}`}
      {deletionAt && <> {t.rich("deletion", { time: () => <Time at={deletionAt} /> })}</>}
    </p>
  );
}

/** Reads the period in force before the dialog opens. */
export function useRetention(uuid: string) {
  const toast = useToast();
  const problemText = useProblemText();
  const [retention, setRetention] = useState<Retention | null>(null);
  return {
    retention,
    async open() {
      try {
        setRetention(await callApi<Retention>("GET", `/file/${uuid}/retention`));
      } catch (error) {
        const { title, body } = problemText(asProblem(error));
        toast([title, body].join(" "));
      }
    },
    close: () => setRetention(null),
  };
}

/** An administrator places or lifts a legal hold. */
export function HoldDialog({ file, onHold, onClose }: RetentionDialogProps & { onHold: boolean }) {
  const t = useTranslations(`documents.document.hold.${onHold ? "lift" : "place"}`);
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function confirm() {
    try {
      await callApi(onHold ? "DELETE" : "PUT", `/admin/holds/${file.uuid}`, {});
    } catch (error) {
      setProblem(asProblem(error));
      return;
    }
    toast(t("done"));
    onClose();
    router.refresh();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("title", { name: file.name })}
      body={t("body")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
    >
      {problem && <ProblemNotice problem={problem} />}
    </ConfirmDialog>
  );
}
