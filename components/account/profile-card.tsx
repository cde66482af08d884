"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useMailRequest } from "@/components/api/use-mail-request";
import { useViolationText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { FormProblem } from "./form-problem";
import { useSubmit } from "./use-submit";

interface ProfileCardProps {
  displayName: string;
  email: string;
  emailProved: boolean;
  /** Null for accounts that only sign. */
  storage: { usedBytes: number; limitBytes: number } | null;
}

/** Display name, whether the address is proved, and storage in use. */
export function ProfileCard({ displayName, email, emailProved, storage }: ProfileCardProps) {
  const t = useTranslations("account.account");
  const say = useViolationText();
  const locale = useLocale();
  const router = useRouter();
  const toast = useToast();
  const [name, setName] = useState(displayName);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PATCH", "/account/me", { json: { displayName: name } });
    toast(t("saved"));
    router.refresh();
  });
  return (
    <Card title={t("profile")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <TextInput
          label={t("name")}
          hint={t("nameHint")}
          name="displayName"
          autoComplete="name"
          maxLength={255}
          required
          value={name}
          error={say(violationOf(problem, "/displayName"))}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="text-ui">
          <p className="font-medium">{t("email")}</p>
          <p className="mt-1.5 wrap-anywhere">
            {email} <span className="text-muted">· {t(emailProved ? "proved" : "unproved")}</span>
          </p>
        </div>
        {!emailProved && <UnprovedNotice />}
        {storage && (
          <div className="text-ui">
            <p className="font-medium">{t("storage")}</p>
            <p className="mt-1.5">
              {t("storageUsed", {
                used: byteCount(storage.usedBytes, locale),
                limit: byteCount(storage.limitBytes, locale),
              })}
            </p>
          </div>
        )}
        <FormProblem problem={problem} fields={["/displayName"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Notes that the address is not confirmed yet, and sends the link again. */
function UnprovedNotice() {
  const t = useTranslations("account.account");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", "/account/confirm/mail"));
  return (
    <>
      <Notice
        tone="warning"
        title={t("unprovedTitle")}
        action={
          step === "sent" ? null : (
            <Button busy={step === "busy"} onClick={() => void ask()}>
              {t("mailAgain")}
            </Button>
          )
        }
      >
        <p>{t("unprovedText")}</p>
        <p role="status">{step === "sent" && t("mailSent")}</p>
      </Notice>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
