"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { logOut } from "@/components/account/log-out";
import { noteAct } from "@/components/signing/after-act";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Logs out and stays on the link, which then asks for the account it was sent to. */
export function SwitchAccount() {
  const words = useTranslations("signing");
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function leave() {
    setBusy(true);
    const { ok } = await logOut();
    setFailed(!ok);
    setBusy(ok);
    if (!ok) return;
    noteAct();
    router.refresh();
  }
  return (
    <>
      <Button variant="primary" size="signer" busy={isBusy} onClick={() => void leave()}>
        {words("someoneElse.switch")}
      </Button>
      {hasFailed && (
        <Notice tone="danger" role="alert">
          {words("invite.unreachable")}
        </Notice>
      )}
    </>
  );
}
