"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { useMailRequest } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { Reminders } from "@/lib/requests/schema";

interface RemindSignerProps {
  fileId: number;
  signRequestId: number;
  name: string;
}

/** Sends a signer another reminder with the same link. Pressed too soon, the refusal includes the time of the next possible one. */
export function RemindSigner({ fileId, signRequestId, name }: RemindSignerProps) {
  const t = useTranslations("documents.document.remind");
  const [isMailed, setMailed] = useState(true);
  const { step, problem, ask } = useMailRequest(async () => {
    const { data } = await callApi<Reminders>("POST", "/notify/signer", { json: { fileId, signRequestId } });
    setMailed(data.some(({ notified }) => notified));
  });
  return (
    <>
      <Button aria-label={t("buttonName", { name })} busy={step === "busy"} onClick={() => void ask()}>
        {t("button")}
      </Button>
      <p role="status" className="order-last col-span-full basis-full text-ui text-muted empty:hidden">
        {step === "sent" && t(isMailed ? "done" : "noMail", { name })}
      </p>
      {problem && <ProblemNotice problem={problem} className="order-last col-span-full basis-full" />}
    </>
  );
}
