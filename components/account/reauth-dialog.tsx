"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { ApiProblem } from "@/components/api/call";
import { FormProblem } from "@/components/api/problem-notice";
import { useSubmit, type Submission } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { usePageLimits } from "@/components/ui/page-limits";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { logInOrThrow } from "./log-in";

interface ReauthDialogProps {
  title: ReactNode;
  /** States the effect of the action. */
  description: ReactNode;
  /** The account that performs the action. */
  email: string;
  confirmLabel: string;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The server has already asked for a proof. If omitted, the password is requested once it does. */
  asksAtOnce?: boolean | undefined;
  /** Resolves to true if the page is being left. */
  onConfirm: () => Promise<boolean | void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before an action that cannot be undone, and for the password if the session has no fresh proof. */
export function ReauthDialog({
  title,
  description,
  email,
  confirmLabel,
  danger = false,
  disabled,
  asksAtOnce = false,
  onConfirm,
  onClose,
  children,
}: ReauthDialogProps) {
  const t = useTranslations("shell");
  const reauth = useTranslations("shell.reauth");
  const { freshProofMinutes } = usePageLimits();
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (password !== "") await logInOrThrow(email, password);
    return onConfirm();
  });
  const asksPassword = asksAtOnce || problem?.code === "reauth_required" || password !== "";
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title={title} description={description}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
        {asksPassword && (
          <PasswordInput
            label={reauth("password")}
            hint={reauth("passwordHint", { minutes: freshProofMinutes })}
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={[]} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={isBusy} disabled={disabled}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Submits one form. If the server asks for a fresh proof, `dialog` asks for the password and submits the form again.
 * @param save resolves once everything is saved
 */
export function useSubmitWithReauth(
  save: () => Promise<void>,
  texts: Pick<ReauthDialogProps, "title" | "description" | "email" | "confirmLabel">,
): Submission & { dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const submission = useSubmit(async () => {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "reauth_required") throw error;
      setAsking(true);
    }
  });
  const confirm = async () => {
    await save();
    setAsking(false);
  };
  const dialog = isAsking && (
    <ReauthDialog {...texts} asksAtOnce onConfirm={confirm} onClose={() => setAsking(false)} />
  );
  return { ...submission, dialog };
}
