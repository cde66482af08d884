"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import type { ErasureAnswer } from "@/lib/evidence/schema";
import { ReauthDialog } from "./reauth-dialog";

/** Lets owners delete their account and all data stored about them. */
export function EraseAccountCard({ email }: { email: string }) {
  const t = useTranslations("account.account");
  const [isAsking, setAsking] = useState(false);
  async function erase(): Promise<boolean> {
    await callApi("DELETE", "/account/me");
    // A full page load, so that no data of the account stays in this tab's memory.
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

/**
 * Erases the person with an address, after stating which data is deleted and which stays. `email` is the
 * administrator's.
 */
export function EraseForm({ email }: { email: string }) {
  const t = useTranslations("administration.erasure");
  const [address, setAddress] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<ErasureAnswer | null>(null);
  async function erase() {
    setDone(await callApi<ErasureAnswer>("POST", "/admin/erasures", { json: { email: address } }));
    setAddress("");
    setAsking(false);
  }
  return (
    <Card>
      <h2 className="text-reading font-semibold">{t("goes")}</h2>
      <p className="mt-1 max-w-180 text-ui text-muted">{t("goesBody")}</p>
      <h2 className="mt-4 text-reading font-semibold">{t("stays")}</h2>
      <p className="mt-1 max-w-180 text-ui text-muted">{t("staysBody")}</p>
      <form
        className="mt-6 flex max-w-120 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setDone(null);
          setAsking(true);
        }}
      >
        <TextInput
          label={t("email")}
          hint={t("open")}
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <div>
          <Button type="submit" variant="danger">
            {t("erase")}
          </Button>
        </div>
      </form>
      {done && (
        <Notice tone="success" role="status" title={t("doneTitle")} className="mt-6">
          {t("done", {
            account: String(done.account),
            requests: done.signRequests,
            documents: done.documents,
            signed: done.signedDocuments,
          })}
        </Notice>
      )}
      {isAsking && (
        <ReauthDialog
          danger
          title={t("confirmTitle", { email: address })}
          description={t("confirmBody")}
          email={email}
          confirmLabel={t("confirm")}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
