"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast";
import { FormProblem, useSubmit } from "./submit";

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
