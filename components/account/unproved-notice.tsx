"use client";

import { useTranslations } from "next-intl";
import { callApi } from "@/components/api/call";
import { useMailRequest } from "@/components/api/use-mail-request";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Says that the address is not confirmed yet, and mails the link again. */
export function UnprovedNotice() {
  const words = useTranslations("account.account");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", "/account/confirm/mail"));
  return (
    <>
      <Notice
        tone="warning"
        title={words("unprovedTitle")}
        action={
          step === "sent" ? null : (
            <Button busy={step === "busy"} onClick={() => void ask()}>
              {words("mailAgain")}
            </Button>
          )
        }
      >
        <p>{words("unprovedText")}</p>
        <p role="status">{step === "sent" && words("mailSent")}</p>
      </Notice>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
