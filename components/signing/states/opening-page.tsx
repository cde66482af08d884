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
  /** Of the operations behind this page. */
  path: string;
  logInPath: string;
  /** Somebody who is not the signer, as far as the page may say. */
  loggedInAs: string | null;
}

/** A place that leads one signer on to their own link, after they logged in or entered a code mailed to them. Strangers learn nothing. */
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
          <a href={logInPath} className={buttonLook("quiet", "signer", "px-2! text-ui!")}>
            {t("logIn")}
          </a>
        </p>
      )}
    </StateCard>
  );
}
