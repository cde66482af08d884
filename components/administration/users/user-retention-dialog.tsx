"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { useSubmit } from "@/components/account/use-submit";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";

interface UserRetentionDialogProps {
  user: { id: number; displayName: string; retentionDays: number | null };
  onClose: () => void;
}

/** Gives the documents of one sender a retention period. */
export function UserRetentionDialog({ user, onClose }: UserRetentionDialogProps) {
  const t = useTranslations("administration.users");
  const shell = useTranslations("shell");
  const router = useRouter();
  const toast = useToast();
  const form = useId();
  const [days, setDays] = useState(user.retentionDays === null ? "" : String(user.retentionDays));
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PUT", `/admin/users/${user.id}/retention`, { json: { days: days === "" ? null : Number(days) } });
    toast(t("retentionChanged", { name: user.displayName }));
    router.refresh();
    onClose();
    return true;
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("retentionTitle", { name: user.displayName })}
      description={t("retentionBody")}
      footer={
        <>
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t("retentionSave")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("retentionDays")}
          hint={t("retentionDaysHint")}
          type="number"
          inputMode="numeric"
          min={1}
          max={36500}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
