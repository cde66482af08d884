"use client";

import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { z } from "zod";
import { IdentifyStep } from "@/components/signing/identify/identify-step";
import { buttonLook } from "@/components/ui/button";
import type { openedAnswer } from "@/lib/signing/identification/schema";
import { StateCard } from "./state-card";

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
