"use client";

import { useTranslations } from "next-intl";
import { callApi } from "@/components/api/call";
import { useMailRequest } from "@/components/api/use-mail-request";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Mails the link to set a new password to the address of the sign link: nothing is typed again, and this page stays open. */
export function ForgotPassword({ email }: { email: string }) {
  const words = useTranslations("signing.invite");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", "/account/reset", { json: { email } }));
  if (step === "sent")
    return (
      <Notice tone="success" role="status" title={words("forgotSentTitle")}>
        <p className="wrap-anywhere">{words("forgotSent", { email })}</p>
      </Notice>
    );
  return (
    <div className="flex flex-col gap-3">
      {problem && <ProblemNotice problem={problem} />}
      <Button type="button" variant="quiet" size="signer" busy={step === "busy"} onClick={() => void ask()}>
        {words("forgot")}
      </Button>
    </div>
  );
}
