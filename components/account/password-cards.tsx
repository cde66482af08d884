"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { useToast } from "@/components/ui/toast";
import { logInOrThrow } from "./log-in";

const empty = { currentPassword: "", password: "" };

/** Changes the password. This browser stays logged in. */
export function PasswordCard({ email }: { email: string }) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(empty);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/password", { json: values });
    setValues(empty);
    toast(t("passwordDone"));
    router.refresh();
  });
  const field = (name: keyof typeof values) => ({
    name,
    required: true,
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Card title={t("password")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <p className="text-ui text-muted">{t("passwordLead")}</p>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label={t("passwordPresent")} autoComplete="current-password" {...field("currentPassword")} />
        <PasswordInput
          label={t("passwordNew")}
          hint={t("passwordNewHint")}
          autoComplete="new-password"
          {...field("password")}
        />
        <FormProblem problem={problem} fields={["/currentPassword", "/password"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t("passwordChange")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface SigningPasswordCardProps {
  email: string;
  hasOne: boolean;
}

const noPasswords = { signPassword: "", currentPassword: "", accountPassword: "" };

/**
 * Sets or replaces the signing password. An owner who has forgotten it proves their identity with the account's
 * password.
 */
export function SigningPasswordCard({ email, hasOne }: SigningPasswordCardProps) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(noPasswords);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const { signPassword, currentPassword, accountPassword } = values;
    if (accountPassword !== "") await logInOrThrow(email, accountPassword);
    await callApi("POST", "/account/signature", {
      json: { signPassword, ...(currentPassword === "" ? {} : { currentPassword }) },
    });
    setValues(noPasswords);
    toast(t("signingPasswordDone"));
    router.refresh();
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const asksToLogIn = problem?.code === "reauth_required" || values.accountPassword !== "";
  return (
    <Card title={t("signingPassword")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <p className="text-ui text-muted">{t(hasOne ? "signingPasswordHas" : "signingPasswordNone")}</p>
        {hasOne && (
          <PasswordInput
            label={t("signingPasswordPresent")}
            hint={t("signingPasswordPresentHint")}
            autoComplete="off"
            {...field("currentPassword")}
          />
        )}
        <PasswordInput
          label={t("signingPasswordNew")}
          hint={t("signingPasswordHint")}
          autoComplete="new-password"
          required
          {...field("signPassword")}
        />
        {asksToLogIn && (
          <PasswordInput
            label={t("accountPassword")}
            hint={t("accountPasswordHint")}
            autoComplete="current-password"
            {...field("accountPassword")}
          />
        )}
        <FormProblem problem={problem} fields={["/signPassword", "/currentPassword"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t(hasOne ? "signingPasswordChange" : "signingPasswordSet")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
