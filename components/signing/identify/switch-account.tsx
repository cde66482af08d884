"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { logOut } from "@/components/account/log-in";
import { noteUserAction } from "@/components/signing/page-heading";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

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
