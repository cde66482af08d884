"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/password-input";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { logInOrThrow } from "./log-in-or-throw";
import { textLink } from "./text-link";
import { useSubmit } from "./use-submit";

/** Logs in and goes on to `next`, a path that the server has checked. */
export function LogInForm({ next }: { next: string }) {
  const words = useTranslations("account.logIn");
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
        label={words("email")} type="email" name="email" size="signer" autoComplete="username" autoCapitalize="off" spellCheck={false} required
        value={email} onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordInput label={words("password")} name="password" size="signer" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
      {problem && <ProblemNotice problem={problem} />}
      {problem?.code === "account_locked" && (
        <Notice tone="info" action={<Link href="/reset" className={textLink}>{words("reset")}</Link>}>{words("locked")}</Notice>
      )}
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">{words("action")}</Button>
    </form>
  );
}
