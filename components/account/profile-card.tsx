"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { FormProblem } from "./form-problem";
import { UnprovedNotice } from "./unproved-notice";
import { useSubmit } from "./use-submit";

interface ProfileCardProps {
  displayName: string;
  email: string;
  emailProved: boolean;
}

/** The name that others read, and whether the address is proved. */
export function ProfileCard({ displayName, email, emailProved }: ProfileCardProps) {
  const words = useTranslations("account.account");
  const say = useViolationWords();
  const router = useRouter();
  const toast = useToast();
  const [name, setName] = useState(displayName);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PATCH", "/account/me", { json: { displayName: name } });
    toast(words("saved"));
    router.refresh();
  });
  return (
    <Card title={words("profile")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <TextInput
          label={words("name")}
          hint={words("nameHint")}
          name="displayName"
          autoComplete="name"
          maxLength={255}
          required
          value={name}
          error={say(violationOf(problem, "/displayName"))}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="text-ui">
          <p className="font-medium">{words("email")}</p>
          <p className="mt-1.5 wrap-anywhere">
            {email} <span className="text-muted">· {words(emailProved ? "proved" : "unproved")}</span>
          </p>
        </div>
        {!emailProved && <UnprovedNotice />}
        <FormProblem problem={problem} fields={["/displayName"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {words("save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
