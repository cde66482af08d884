"use client";

import { useRouter } from "next/navigation";
import { useId, useState, type ReactNode } from "react";
import { useSubmit } from "@/components/account/submit";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";

const longestDays = 36_500;

interface PeriodDialogProps {
  /** The API path whose retention period is set. */
  path: `/${string}/retention`;
  /** The period in force here; null for none of its own. */
  days: number | null;
  texts: Record<"title" | "body" | "days" | "daysHint" | "cancel" | "save" | "done", string>;
  onClose: () => void;
  children?: ReactNode;
}

/** Sets a retention period in days, or removes it when the field is empty. */
export function PeriodDialog({ path, days: stored, texts, onClose, children }: PeriodDialogProps) {
  const router = useRouter();
  const toast = useToast();
  const form = useId();
  const [days, setDays] = useState(stored === null ? "" : String(stored));
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PUT", path, { json: { days: days === "" ? null : Number(days) } });
    toast(texts.done);
    onClose();
    router.refresh();
    return true;
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      description={texts.body}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={texts.days}
          hint={texts.daysHint}
          type="number"
          inputMode="numeric"
          min={1}
          max={longestDays}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        {children}
      </form>
    </Dialog>
  );
}
