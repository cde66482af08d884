"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { DashboardRow } from "@/lib/views/schema";
import type { Ending } from "./document-states";

interface EndDialogProps {
  file: Pick<DashboardRow, "uuid" | "fileId" | "name">;
  ending: Ending | null;
  onClose: () => void;
  /** The page to open once the document is deleted; if omitted, the page is refreshed. */
  leadsTo?: string | undefined;
}

/** Asks before a document is withdrawn or deleted, naming it and the effect. */
export function EndDialog({ file: { uuid, fileId, name }, ending, onClose, leadsTo }: EndDialogProps) {
  const t = useTranslations("documents.document");
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  if (ending === null) return null;
  const isWithdrawal = ending === "withdraw";
  const said = isWithdrawal ? ("withdraw" as const) : (`delete.${ending}` as const);

  async function end() {
    try {
      await callApi("DELETE", isWithdrawal ? `/sign/file_id/${fileId}` : `/file/${uuid}`);
    } catch (error) {
      setProblem(asProblem(error));
      return;
    }
    close();
    toast(t(isWithdrawal ? "withdraw.done" : "delete.done"));
    if (leadsTo && !isWithdrawal) router.push(leadsTo);
    else router.refresh();
  }

  function close() {
    setProblem(null);
    onClose();
  }

  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={close}
      title={t(isWithdrawal ? "withdraw.title" : "delete.title", { name })}
      body={t(`${said}.body`)}
      confirmLabel={t(`${said}.confirm`)}
      onConfirm={end}
    >
      {problem && <ProblemNotice problem={problem} />}
    </ConfirmDialog>
  );
}
