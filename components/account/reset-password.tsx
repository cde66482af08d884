"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { logInOrThrow } from "./log-in";

/** Requests an e-mail to reset the password. The result looks the same for every address. */
export function ResetForm() {
  const t = useTranslations("account.reset");
  const { accountLinkMinutes } = usePageLimits();
  const violationText = useViolationText();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/reset", { json: { email } });
    setSentTo(email);
  });
  if (sentTo !== null)
    return (
      <SentNotice title={t("sentTitle")}>
        {t.rich("sent", { email: sentTo, minutes: accountLinkMinutes, b: (chunks) => <b>{chunks}</b> })}
      </SentNotice>
    );
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="-mt-3 text-reading text-muted">{t("lead")}</p>
      <TextInput
        label={t("email")}
        type="email"
        name="email"
        size="signer"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={email}
        error={violationText(violationOf(problem, "/email"))}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormProblem problem={problem} fields={["/email"]} />
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("action")}
      </Button>
    </form>
  );
}

/** Replaces a form that has sent an e-mail, and takes the focus. */
export function SentNotice({ title, children }: { title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-card">
      <Notice tone="success" title={title} role="status">
        <p className="wrap-anywhere">{children}</p>
      </Notice>
    </div>
  );
}

interface NewPasswordFormProps {
  token: string;
  email: string;
  /** The page to open after the log-in. */
  next: string;
}

/** Sets the new password and logs in with it, so that it need not be typed twice. */
export function NewPasswordForm({ token, email, next }: NewPasswordFormProps) {
  const t = useTranslations("account.reset");
  const violationText = useViolationText();
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/reset/confirm", { json: { token, password } });
    await logInOrThrow(email, password).catch(() => undefined);
    window.location.assign(next);
    return true;
  });
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t("newPassword")}
        hint={t("newPasswordHint")}
        name="password"
        size="signer"
        autoComplete="new-password"
        required
        value={password}
        error={violationText(violationOf(problem, "/password"))}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormProblem problem={problem} fields={["/password"]} />
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("newAction")}
      </Button>
    </form>
  );
}
