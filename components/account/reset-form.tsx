"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { FormProblem } from "./form-problem";
import { SentNotice } from "./sent-notice";
import { useSubmit } from "./use-submit";

/** Asks for the mail that leads to a new password. It says the same for every address. */
export function ResetForm() {
  const words = useTranslations("account.reset");
  const say = useViolationWords();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/reset", { json: { email } });
    setSentTo(email);
  });
  if (sentTo !== null)
    return (
      <SentNotice title={words("sentTitle")}>
        {words.rich("sent", { email: sentTo, b: (chunks) => <b>{chunks}</b> })}
      </SentNotice>
    );
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-reading text-muted">{words("lead")}</p>
      <TextInput
        label={words("email")}
        type="email"
        name="email"
        size="signer"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={email}
        error={say(violationOf(problem, "/email"))}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormProblem problem={problem} fields={["/email"]} />
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {words("action")}
      </Button>
    </form>
  );
}
