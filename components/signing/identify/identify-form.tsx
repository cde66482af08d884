"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { noteUserAction } from "@/components/signing/page-heading";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkPage } from "@/lib/signing/schema";
import { IdentifyStep } from "./identify-step";

/** Most take the code. */
const AccountForm = dynamic(() => import("./account-form").then((module) => module.AccountForm));
const LogInForm = dynamic(() => import("./log-in-form").then((module) => module.LogInForm));

type Invitation = Extract<LinkPage, { state: "ready" }>;

/** Identifies a signer without an account; a log-in is offered as well. */
export function IdentifyForm({
  page,
  identification,
  u,
}: {
  page: Invitation;
  identification: NonNullable<Invitation["identification"]>;
  u: string;
}) {
  const t = useTranslations("signing.identify");
  const router = useRouter();
  const [isByAccount, setByAccount] = useState(false);
  const goOn = useCallback(() => {
    noteUserAction();
    router.refresh();
  }, [router]);
  const { signer, accountExists } = page;
  const { method, sentTo, refusal, alsoSigns } = identification;
  return (
    <div className="flex flex-col gap-5">
      {isByAccount ? (
        <AccountWay page={page} u={u} />
      ) : (
        <>
          {refusal && (
            <Notice tone="warning" title={t(refusal === "phone_missing" ? "phoneMissingTitle" : "unavailableTitle")}>
              {t(refusal === "phone_missing" ? "phoneMissing" : "unavailable", {
                sender: page.document.sender.name,
              })}
            </Notice>
          )}
          {sentTo !== null && (
            <p className="text-reading wrap-anywhere">
              {t.rich(method === "email" ? "leadEmail" : "leadSms", {
                role: page.document.role,
                name: isolate(signer.name),
                sentTo,
                to: (chunks) => <span className="sm:whitespace-nowrap">{chunks}</span>,
              })}
            </p>
          )}
          {refusal === null && alsoSigns && page.document.role !== "viewer" && (
            <p className="-mt-3 text-ui text-muted">{t("alsoSigns", { role: page.document.role })}</p>
          )}
          {refusal === null && (
            <IdentifyStep
              sendPath={`/sign/uuid/${u}/identify`}
              confirmPath={`/sign/uuid/${u}/identify/confirm`}
              onIdentified={goOn}
            />
          )}
        </>
      )}
      <Button
        variant="quiet"
        size="signer"
        onClick={() => setByAccount(!isByAccount)}
        className="-ms-2 self-start px-2! text-ui!"
      >
        {t(isByAccount ? "byCode" : accountExists ? "logIn" : "createAccount")}
      </Button>
    </div>
  );
}

function AccountWay({ page, u }: { page: Invitation; u: string }) {
  return page.accountExists ? <LogInForm email={page.signer.email} /> : <AccountForm u={u} signer={page.signer} />;
}
