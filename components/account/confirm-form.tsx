"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/password-input";
import { logInOrThrow } from "./log-in";
import { LogInProblem } from "./log-in-form";
import { useSubmit } from "./submit";

interface ConfirmFormProps {
  token: string;
  email: string;
  /** False if this browser is logged in to the account already. */
  asksPassword: boolean;
  next: string;
}

/** Confirms an address with one press, and logs in with the same step where needed. */
export function ConfirmForm({ token, email, asksPassword, next }: ConfirmFormProps) {
  const t = useTranslations("account.confirm");
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (asksPassword) await logInOrThrow(email, password);
    await callApi("POST", "/account/confirm", { json: { token } });
    window.location.assign(next);
    return true;
  });
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {asksPassword && (
        <PasswordInput
          label={t("password")}
          name="password"
          size="signer"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {problem && <LogInProblem problem={problem} />}
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("action")}
      </Button>
    </form>
  );
}
