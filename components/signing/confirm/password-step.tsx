"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { violationOf, type ApiProblem } from "@/components/api/api-problem";
import { useViolationWords } from "@/components/api/use-violation-words";
import { PasswordInput } from "@/components/ui/password-input";
import { useTimeWords } from "@/components/ui/time";
import { clockOf, useSecondsUntil } from "./countdown";
import type { StepProps } from "./step-props";

export function hasOwnWordsForPassword(problem: ApiProblem): boolean {
  return (
    problem.code === "sign_password_wrong" ||
    problem.code === "sign_password_locked" ||
    violationOf(problem, "/signPassword") !== undefined
  );
}

/** The signing password; who has none chooses it here, once. */
export function PasswordStep({ id, signing, field, isNew }: StepProps & { isNew: boolean }) {
  const words = useTranslations("signing.confirm");
  const [password, setPassword] = useState("");
  const [isBlank, setBlank] = useState(false);
  const refusal = usePasswordError(signing);
  const errors = useTranslations("errors.members");
  const error = isBlank && password === "" ? errors("required") : refusal;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBlank(password === "");
    if (password === "") return field.current?.focus();
    const problem = await signing.sign(isNew ? { newPassword: password } : { password });
    if (problem && hasOwnWordsForPassword(problem)) field.current?.focus();
  };
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label={words(isNew ? "passwordNew" : "password")}
        hint={isNew ? words("passwordNewHint") : undefined}
        error={error}
        ref={field}
        size="signer"
        required
        autoComplete={isNew ? "new-password" : "current-password"}
        readOnly={signing.isBusy}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </form>
  );
}

function usePasswordError({ problem, retryAt }: StepProps["signing"]): string | undefined {
  const words = useTranslations("signing.confirm");
  const say = useViolationWords();
  const times = useTimeWords();
  const seconds = useSecondsUntil(problem?.code === "sign_password_locked" ? retryAt : null);
  if (!problem) return undefined;
  if (problem.code === "sign_password_wrong") return words("passwordWrong", { left: problem.attemptsLeft ?? 0 });
  if (seconds && retryAt !== null) return words("locked", { at: times.time(retryAt), time: clockOf(seconds) });
  return say(violationOf(problem, "/signPassword"));
}
