"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { asProblem, callApi, type ApiProblem, type Method } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button, type ButtonVariant } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { DashboardRow } from "@/lib/views/schema";
import type { Ending } from "./document-states";

interface ConfirmedCall {
  title: string;
  body: string;
  confirmLabel: string;
  /** For an action that is itself called Cancel. */
  cancelLabel?: string | undefined;
  call: { method: Method; path: string; json?: unknown };
  /** Announced when the action is done. */
  done: string;
  /** The page to open afterwards; if omitted, the page is refreshed. */
  leadsTo?: string | undefined;
  danger?: boolean | undefined;
}

interface ConfirmedActionProps extends ConfirmedCall {
  /** Label of the button. */
  label: ReactNode;
  /** Accessible name of the button, if its label alone is ambiguous. */
  name?: string | undefined;
  icon?: ReactNode;
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}

/** A button that asks for confirmation and then calls the API. */
export function ConfirmedAction({ label, name, icon, variant, className, ...call }: ConfirmedActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} variant={variant} className={className} aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmedCallDialog {...call} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

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
  if (ending === null) return null;
  const isWithdrawal = ending === "withdraw";
  const texts = isWithdrawal ? ("withdraw" as const) : (`delete.${ending}` as const);
  return (
    <ConfirmedCallDialog
      open
      onOpenChange={onClose}
      title={t(isWithdrawal ? "withdraw.title" : "delete.title", { name })}
      body={t(`${texts}.body`)}
      confirmLabel={t(`${texts}.confirm`)}
      call={{ method: "DELETE", path: isWithdrawal ? `/sign/file_id/${fileId}` : `/file/${uuid}` }}
      done={t(isWithdrawal ? "withdraw.done" : "delete.done")}
      leadsTo={isWithdrawal ? undefined : leadsTo}
    />
  );
}

interface ConfirmedCallDialogProps extends ConfirmedCall {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for confirmation and then calls the API. */
export function ConfirmedCallDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  cancelLabel,
  call,
  done,
  leadsTo,
  danger = true,
}: ConfirmedCallDialogProps) {
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  function change(next: boolean) {
    setProblem(null);
    onOpenChange(next);
  }

  async function confirm() {
    try {
      await callApi(call.method, call.path, call.json === undefined ? {} : { json: call.json });
    } catch (error) {
      setProblem(asProblem(error));
      return;
    }
    change(false);
    toast(done);
    if (leadsTo) router.push(leadsTo);
    else router.refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger={danger}
      onConfirm={confirm}
    >
      {problem && <ProblemNotice problem={problem} />}
    </ConfirmDialog>
  );
}
