"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import type { ApiProblem } from "@/components/api/call";
import { ProblemNotice, useProblemText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { logInOrThrow } from "./log-in";

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

/** Explains a refused log-in, with the time until a lock ends or the way to reset the password. */
export function LogInProblem({ problem }: { problem: ApiProblem }) {
  const t = useTranslations("account.logIn");
  const problemText = useProblemText();
  if (problem.code === "rate_limited") {
    return (
      <Notice tone="danger" role="alert" title={t("limitedTitle")}>
        <p>
          {t("limited")} {problemText(problem).more.join(" ")}
        </p>
      </Notice>
    );
  }
  if (problem.code === "account_locked") {
    return (
      <Notice tone="danger" role="alert" title={t("lockedTitle")}>
        <p>{t.rich("locked", { reset: (chunks) => <Link href="/reset">{chunks}</Link> })}</p>
      </Notice>
    );
  }
  return <ProblemNotice problem={problem} />;
}
