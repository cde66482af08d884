"use client";

import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { noteUserAction } from "@/components/signing/link/page-heading";
import { StateCard } from "@/components/signing/link/state-card";
import { CodeStep, hasOwnMessageForCode } from "@/components/signing/proof/code-step";
import { useEntering, useOneTimeCode, type Entering } from "@/components/signing/proof/use-sign";
import { Button, buttonLook } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/platform/locale/format";
import type { openedAnswer } from "@/lib/signing/identification/schema";
import type { LinkIdentification, LinkPage } from "@/lib/signing/schema";

/** Loaded on demand, because most signers use the code. */
const AccountForm = dynamic(() => import("./account-forms").then((module) => module.AccountForm));
const LogInForm = dynamic(() => import("./account-forms").then((module) => module.LogInForm));

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

interface IdentifyStepProps {
  /** The operations that send and check the code. */
  sendPath: string;
  confirmPath: string;
  onIdentified: (answer: unknown) => void;
  /** Whether the code is the page's main action; true by default. */
  isMain?: boolean | undefined;
}

/** Sends a code on request, and identifies the signer by it. */
export function IdentifyStep({ sendPath, confirmPath, onIdentified, isMain = true }: IdentifyStepProps) {
  const t = useTranslations("signing.identify");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const code = useOneTimeCode(sendPath);
  const entering = useConfirmIdentity(confirmPath, onIdentified);
  const isAsked = code.step === "sent" || code.step === "sent_before" || code.resendAt !== null;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  if (!isAsked) {
    return (
      <div className="flex flex-col gap-4">
        {code.problem && <ProblemNotice problem={code.problem} />}
        <Button
          variant={isMain ? "primary" : "secondary"}
          size="signer"
          busy={code.step === "sending"}
          onClick={() => void code.ask()}
          className="w-full"
        >
          {t("send")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {entering.problem && !hasOwnMessageForCode(entering.problem) && <ProblemNotice problem={entering.problem} />}
      <CodeStep id={id} signing={entering} field={field} code={code} />
      <Button type="submit" form={id} variant="primary" size="signer" busy={entering.isBusy} className="w-full">
        {t("confirm")}
      </Button>
    </div>
  );
}

/** Checks the entered code. */
function useConfirmIdentity(path: string, onDone: (answer: unknown) => void): Entering {
  return useEntering(
    useCallback(async (code: string) => onDone(await callApi("POST", path, { json: { code } })), [path, onDone]),
  );
}

/**
 * Lets a signer without an account get the evidence with another code, after their guest session has ended. Renders
 * nothing if no code can be sent.
 */
export function EvidenceByCode({
  identification: { method, sentTo },
  u,
}: {
  identification: LinkIdentification;
  u: string;
}) {
  const t = useTranslations("signing.evidence");
  const router = useRouter();
  const goOn = useCallback(() => {
    noteUserAction();
    router.refresh();
  }, [router]);
  if (sentTo === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">{t(method === "email" ? "leadEmail" : "leadSms", { sentTo })}</p>
      <IdentifyStep
        sendPath={`/sign/uuid/${u}/identify`}
        confirmPath={`/sign/uuid/${u}/identify/confirm`}
        onIdentified={goOn}
        isMain={false}
      />
    </div>
  );
}

interface OpeningPageProps {
  /** Base path of the operations behind this page. */
  path: string;
  logInPath: string;
  /** The logged-in account, if it is not the signer's and the page may name it. */
  loggedInAs: string | null;
}

/** Leads a signer to their own link after a log-in or an e-mailed code. Reveals nothing to strangers. */
export function OpeningPage({ path, logInPath, loggedInAs }: OpeningPageProps) {
  const t = useTranslations("signing.opening");
  const goOn = useCallback((answer: unknown) => {
    window.location.assign((answer as z.infer<typeof openedAnswer>).url);
  }, []);
  return (
    <StateCard icon={Mail} heading={t("heading")}>
      <p>{t("body")}</p>
      {loggedInAs !== null && <p className="wrap-anywhere text-muted">{t("loggedInAs", { email: loggedInAs })}</p>}
      <IdentifyStep sendPath={`${path}/code`} confirmPath={path} onIdentified={goOn} />
      {loggedInAs === null && (
        <p>
          <a href={logInPath} className={buttonLook("quiet", "signer", "-ms-2 px-2! text-ui!")}>
            {t("logIn")}
          </a>
        </p>
      )}
    </StateCard>
  );
}
