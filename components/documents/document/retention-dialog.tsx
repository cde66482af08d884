"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { z } from "zod";
import { useSubmit } from "@/components/account/use-submit";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { retentionAnswer } from "@/lib/evidence/retention/schema";
import type { FileWire } from "@/lib/views/schema";

type Retention = z.infer<typeof retentionAnswer>;

interface RetentionDialogProps {
  file: Pick<FileWire, "uuid" | "name">;
  onClose: () => void;
}

const longestDays = 36_500;

/** The sender gives the document a period of its own, or leaves it to the period of the account or the instance. */
export function RetentionDialog({ file, retention, onClose }: RetentionDialogProps & { retention: Retention }) {
  const t = useTranslations("documents.document.period");
  const router = useRouter();
  const toast = useToast();
  const form = useId();
  const [days, setDays] = useState(retention.from === "document" ? String(retention.days) : "");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PUT", `/file/${file.uuid}/retention`, { json: { days: days === "" ? null : Number(days) } });
    toast(t("done"));
    onClose();
    router.refresh();
    return true;
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title", { name: file.name })}
      description={t("body")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("days")}
          hint={t("daysHint")}
          type="number"
          inputMode="numeric"
          min={1}
          max={longestDays}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Current {...retention} />
      </form>
    </Dialog>
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
  const say = useProblemText();
  const [retention, setRetention] = useState<Retention | null>(null);
  return {
    retention,
    async open() {
      try {
        setRetention(await callApi<Retention>("GET", `/file/${uuid}/retention`));
      } catch (error) {
        const { title, body } = say(asProblem(error));
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
