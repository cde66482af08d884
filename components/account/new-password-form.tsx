"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/password-input";
import { logInOrThrow } from "./log-in";
import { FormProblem, useSubmit } from "./submit";

interface NewPasswordFormProps {
  token: string;
  email: string;
  /** The page to open after the log-in. */
  next: string;
}

/** Sets the new password and logs in with it, so that nobody types it twice. */
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
