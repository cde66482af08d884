"use client";

import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { FormProblem, ProblemNotice, useProblemText, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { toLanguage } from "@/lib/platform/locale/languages";
import { logInOrThrow } from "./log-in";
import { SentNotice } from "./reset-password";

/** Logs in and continues to `next`, a path that the server has checked. */
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
function LogInProblem({ problem }: { problem: ApiProblem }) {
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

/** Creates an account. The result looks the same whether or not the address had one already. */
export function RegisterForm() {
  const t = useTranslations("account.register");
  const { accountLinkMinutes } = usePageLimits();
  const violationText = useViolationText();
  const language = toLanguage(useLocale());
  const [values, setValues] = useState({ displayName: "", email: "", password: "" });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/register", { json: { ...values, language } });
    setSentTo(values.email);
  });
  const field = (name: keyof typeof values) => ({
    name,
    size: "signer" as const,
    required: true,
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  if (sentTo !== null)
    return (
      <SentNotice title={t("sentTitle")}>
        {t.rich("sent", { email: sentTo, minutes: accountLinkMinutes, b: (chunks) => <b>{chunks}</b> })}
      </SentNotice>
    );
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextInput label={t("name")} hint={t("nameHint")} autoComplete="name" maxLength={255} {...field("displayName")} />
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...field("email")}
      />
      <PasswordInput
        label={t("password")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        {...field("password")}
      />
      <FormProblem problem={problem} fields={["/displayName", "/email", "/password"]} />
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("action")}
      </Button>
    </form>
  );
}

interface ConfirmFormProps {
  token: string;
  email: string;
  /** False if this browser is logged in to the account already. */
  asksPassword: boolean;
  next: string;
}

/** Confirms an address with one press, and logs in with the same step if needed. */
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
