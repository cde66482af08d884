"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/password-input";
import { TextInput } from "@/components/ui/text-input";
import { logInOrThrow } from "./log-in";
import { LogInProblem } from "./log-in-problem";
import { useSubmit } from "./submit";

/** Logs in and goes on to `next`, a path that the server has checked. */
export function LogInForm({ next }: { next: string }) {
  const t = useTranslations("account.logIn");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await logInOrThrow(email, password);
    window.location.assign(next);
    return true;
  });
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
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
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordInput
        label={t("password")}
        name="password"
        size="signer"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem && <LogInProblem problem={problem} />}
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("action")}
      </Button>
    </form>
  );
}
