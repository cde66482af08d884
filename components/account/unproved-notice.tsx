"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Says that the address is not confirmed yet, and mails the link again. */
export function UnprovedNotice() {
  const words = useTranslations("account.account");
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function mailAgain() {
    setState("busy");
    setProblem(null);
    try {
      await callApi("POST", "/account/confirm/mail");
      setState("sent");
    } catch (error) {
      setProblem(asProblem(error));
      setState("idle");
    }
  }

  return (
    <>
      <Notice tone="warning" title={words("unprovedTitle")} action={state === "sent" ? null : <Button busy={state === "busy"} onClick={() => void mailAgain()}>{words("mailAgain")}</Button>}>
        <p>{words("unprovedText")}</p>
        <p role="status">{state === "sent" && words("mailSent")}</p>
      </Notice>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
