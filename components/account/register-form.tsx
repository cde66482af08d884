"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/password-input";
import { TextInput } from "@/components/ui/text-input";
import { toLanguage } from "@/lib/locale/languages";
import { FormProblem } from "./form-problem";
import { SentNotice } from "./sent-notice";
import { useSubmit } from "./use-submit";

/** Makes an account. Afterwards the same is said whether or not the address had one. */
export function RegisterForm() {
  const words = useTranslations("account.register");
  const say = useViolationWords();
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
    error: say(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  if (sentTo !== null)
    return (
      <SentNotice title={words("sentTitle")}>
        {words.rich("sent", { email: sentTo, b: (chunks) => <b>{chunks}</b> })}
      </SentNotice>
    );
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextInput
        label={words("name")}
        hint={words("nameHint")}
        autoComplete="name"
        maxLength={255}
        {...field("displayName")}
      />
      <TextInput
        label={words("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...field("email")}
      />
      <PasswordInput
        label={words("password")}
        hint={words("passwordHint")}
        autoComplete="new-password"
        {...field("password")}
      />
      <FormProblem problem={problem} fields={["/displayName", "/email", "/password"]} />
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {words("action")}
      </Button>
    </form>
  );
}
