"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type FormEvent } from "react";
import { logIn, type LogInResult } from "@/components/account/log-in";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/secret-inputs";

interface LogInAgainDialogProps {
  /** The account of this page; no other can continue. */
  email: string;
  onEnd: (isLoggedIn: boolean) => void;
}

export function LogInAgainDialog({ email, onEnd }: LogInAgainDialogProps) {
  const t = useTranslations("shell.session");
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Extract<LogInResult, { ok: false }> | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await logIn(email, password);
    setBusy(false);
    if (result.ok) return onEnd(true);
    setRefusal(result);
    field.current?.focus();
  }

  return (
    <Dialog open onOpenChange={() => onEnd(false)} title={t("heading")} description={t("body")} initialFocus={field}>
      <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextInput label={t("email")} type="email" name="email" autoComplete="username" readOnly value={email} />
        <PasswordInput
          ref={field}
          label={t("password")}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {refusal && <Notice tone="danger" role="alert" title={refusalText(refusal)} />}
        <Button type="submit" variant="primary" busy={isBusy} className="w-full">
          {t("action")}
        </Button>
      </form>
    </Dialog>
  );

  function refusalText({ code, retryAfterSeconds }: Extract<LogInResult, { ok: false }>): string {
    if (retryAfterSeconds !== undefined) return t("limited", { minutes: Math.ceil(retryAfterSeconds / 60) });
    return t(code === "invalid_credentials" ? "wrong" : "failed");
  }
}
