"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { asProblem, callApi } from "@/components/api/call";
import { ProblemNotice, useProblemText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { FormDialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { retentionAnswer } from "@/lib/evidence/schema";
import type { FileWire } from "@/lib/views/schema";

type Retention = z.infer<typeof retentionAnswer>;

interface RetentionDialogProps {
  file: Pick<FileWire, "uuid" | "name">;
  onClose: () => void;
}

/** The sender sets a retention period for the document, or leaves it to the period of the account or the instance. */
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

interface HoldDialogProps extends RetentionDialogProps {
  onHold: boolean;
  /** The administrator's. */
  email: string;
}

/** An administrator places or lifts a legal hold. */
export function HoldDialog({ file, onHold, email, onClose }: HoldDialogProps) {
  const t = useTranslations(`documents.document.hold.${onHold ? "lift" : "place"}`);
  const router = useRouter();
  const toast = useToast();

  async function confirm() {
    await callApi(onHold ? "DELETE" : "PUT", `/admin/holds/${file.uuid}`, {});
    toast(t("done"));
    onClose();
    router.refresh();
  }

  return (
    <ReauthDialog
      title={t("title", { name: file.name })}
      description={t("body")}
      email={email}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

interface UserRetentionDialogProps {
  user: { id: number; displayName: string; retentionDays: number | null };
  /** The administrator's. */
  email: string;
  onClose: () => void;
}

/** Gives the documents of one sender a retention period. */
export function UserRetentionDialog({ user, email, onClose }: UserRetentionDialogProps) {
  const t = useTranslations("administration.users");
  const shell = useTranslations("shell");
  const name = user.displayName;
  return (
    <PeriodDialog
      path={`/admin/users/${user.id}/retention`}
      days={user.retentionDays}
      email={email}
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

const longestDays = 36_500;

interface PeriodDialogProps {
  /** The API path whose retention period is set. */
  path: `/${string}/retention`;
  /** The period set here; null for none. */
  days: number | null;
  /** The address of the account that sets it, if the API may ask for a fresh proof. */
  email?: string;
  texts: Record<"title" | "body" | "days" | "daysHint" | "cancel" | "save" | "done", string>;
  onClose: () => void;
  children?: ReactNode;
}

/** Sets a retention period in days, or removes it when the field is empty. */
function PeriodDialog({ path, days: stored, email, texts, onClose, children }: PeriodDialogProps) {
  const router = useRouter();
  const toast = useToast();
  const [days, setDays] = useState(stored === null ? "" : String(stored));
  const save = async () => {
    await callApi("PUT", path, { json: { days: days === "" ? null : Number(days) } });
    toast(texts.done);
    onClose();
    router.refresh();
    return true;
  };
  const { isBusy, problem, onSubmit } = useSubmit(save);
  if (email !== undefined && problem?.code === "reauth_required") {
    return (
      <ReauthDialog
        title={texts.title}
        description={texts.body}
        email={email}
        confirmLabel={texts.save}
        asksAtOnce
        onConfirm={save}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={texts.title}
      description={texts.body}
      cancelLabel={texts.cancel}
      submitLabel={texts.save}
      isBusy={isBusy}
      form={{ onSubmit }}
    >
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
    </FormDialog>
  );
}
