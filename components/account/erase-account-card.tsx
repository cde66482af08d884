"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ReauthDialog } from "./reauth-dialog";

/** Lets owners delete their account and all data stored about them. */
export function EraseAccountCard({ email }: { email: string }) {
  const t = useTranslations("account.account");
  const [isAsking, setAsking] = useState(false);
  async function erase(): Promise<boolean> {
    await callApi("DELETE", "/account/me");
    // A full page load, so that nothing of the account stays in this tab's memory.
    window.location.assign("/");
    return true;
  }
  return (
    <Card title={t("erase")}>
      <p className="max-w-180 text-ui text-muted">{t("eraseLead")}</p>
      <div className="mt-4">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t("eraseButton")}
        </Button>
      </div>
      {isAsking && (
        <ReauthDialog
          danger
          title={t("eraseTitle", { email })}
          description={t("eraseBody")}
          email={email}
          confirmLabel={t("eraseConfirm")}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
