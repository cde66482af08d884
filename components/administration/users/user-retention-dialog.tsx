"use client";

import { useTranslations } from "next-intl";
import { PeriodDialog } from "@/components/documents/period-dialog";

interface UserRetentionDialogProps {
  user: { id: number; displayName: string; retentionDays: number | null };
  onClose: () => void;
}

/** Gives the documents of one sender a retention period. */
export function UserRetentionDialog({ user, onClose }: UserRetentionDialogProps) {
  const t = useTranslations("administration.users");
  const shell = useTranslations("shell");
  const name = user.displayName;
  return (
    <PeriodDialog
      path={`/admin/users/${user.id}/retention`}
      days={user.retentionDays}
      onClose={onClose}
      texts={{
        title: t("retentionTitle", { name }),
        body: t("retentionBody"),
        days: t("retentionDays"),
        daysHint: t("retentionDaysHint"),
        cancel: shell("cancel"),
        save: t("retentionSave"),
        done: t("retentionChanged", { name }),
      }}
    />
  );
}
