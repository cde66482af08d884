"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Asks the sender by mail to extend the deadline. */
export function AskAgain({ u, sender }: { u: string; sender: string }) {
  const words = useTranslations("signing.expired");
  const [step, setStep] = useState<"idle" | "busy" | "asked">("idle");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  async function ask() {
    setStep("busy");
    setProblem(null);
    try {
      await callApi("POST", `/sign/uuid/${u}/renew`);
      setStep("asked");
    } catch (error) {
      setProblem(asProblem(error));
      setStep("idle");
    }
  }
  if (step === "asked") return <Notice tone="success" role="status">{words("asked", { sender })}</Notice>;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="primary" size="signer" busy={step === "busy"} onClick={() => void ask()}>{words("ask")}</Button>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
