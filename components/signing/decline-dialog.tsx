"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useRef, useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/inputs";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";
import { tellOtherTabs } from "./link-session";
import { noteUserAction } from "./page-heading";

interface DeclineDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  u: string;
  sender: string;
  role: LinkDocument["role"];
}

/** Declining ends the request for everybody, so it requires a reason. */
export function DeclineDialog({ open, onOpenChange, u, sender, role }: DeclineDialogProps) {
  const t = useTranslations("signing.decline");
  const router = useRouter();
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function decline(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await callApi("POST", `/sign/uuid/${u}/decline`, { json: { reason } });
      noteUserAction();
      router.refresh();
      tellOtherTabs(u);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button size="signer" onClick={() => onOpenChange(false)}>
        {t("keep")}
      </Button>
      <Button size="signer" type="submit" form={formId} variant="danger" busy={isBusy}>
        {t("confirm", { role })}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("heading", { role })}
      description={t("body", { sender: isolate(sender) })}
      footer={footer}
      initialFocus={field}
    >
      <form id={formId} noValidate onSubmit={(event) => void decline(event)} className="flex flex-col gap-3">
        <Field label={t("reason", { role })} required error={isMissing ? t("reasonMissing") : undefined}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className="w-full rounded-control border border-control bg-surface p-3 text-reading hover:border-muted aria-invalid:border-danger"
            />
          )}
        </Field>
        {problem && <ProblemNotice problem={problem} />}
      </form>
    </Dialog>
  );
}
