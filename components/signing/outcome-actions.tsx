"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { logOut } from "@/components/account/log-in";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useMailRequest } from "@/components/api/use-action";
import { noteUserAction } from "@/components/signing/link/page-heading";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/platform/locale/format";

/** Asks the requester by e-mail to extend the deadline. */
export function AskAgain({ u, sender }: { u: string; sender: string }) {
  const t = useTranslations("signing.expired");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", `/sign/uuid/${u}/renew`));
  if (step === "sent")
    return (
      <Notice tone="success" role="status">
        {t("asked", { sender: isolate(sender) })}
      </Notice>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="primary" size="signer" busy={step === "busy"} onClick={() => void ask()}>
        {t("ask")}
      </Button>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

const everyMs = 2000;
const times = 60;

/** Refreshes the page every two seconds, for two minutes, until the document is sealed. */
export function WatchForEnd() {
  const router = useRouter();
  useEffect(() => {
    let left = times;
    const timer = window.setInterval(() => {
      left -= 1;
      if (left <= 0) window.clearInterval(timer);
      router.refresh();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [router]);
  return null;
}

/** Logs out and stays on the link, which then asks for the right account. */
export function SwitchAccount() {
  const t = useTranslations("signing");
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function leave() {
    setBusy(true);
    const { ok } = await logOut();
    setFailed(!ok);
    setBusy(ok);
    if (!ok) return;
    noteUserAction();
    router.refresh();
  }
  return (
    <>
      <Button variant="primary" size="signer" busy={isBusy} onClick={() => void leave()}>
        {t("someoneElse.switch")}
      </Button>
      {hasFailed && (
        <Notice tone="danger" role="alert">
          {t("invite.unreachable")}
        </Notice>
      )}
    </>
  );
}
