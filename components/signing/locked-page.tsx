"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { noteUserAction } from "@/components/signing/link/page-heading";
import { DocumentFacts, StateCard } from "@/components/signing/link/state-card";
import { clockOf, useSecondsUntil } from "@/components/signing/proof/code-step";
import { Button, buttonLook } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { LinkPage } from "@/lib/signing/schema";

/** Signing is locked for a while: counts down, then lets the signer continue. */
export function LockedPage({ page }: { page: Extract<LinkPage, { state: "locked" }> }) {
  const t = useTranslations("signing.locked");
  const router = useRouter();
  const { until, proof, document } = page;
  const seconds = useSecondsUntil(until === null ? null : Date.parse(until));
  const again = () => {
    noteUserAction();
    router.refresh();
  };
  const actions =
    until === null ? (
      proof === "password" && (
        <a href="/account/security" className={buttonLook("secondary", "signer")}>
          {t("account")}
        </a>
      )
    ) : (
      <Button variant="primary" size="signer" disabled={seconds !== 0} onClick={again}>
        {t("again")}
      </Button>
    );
  return (
    <StateCard
      icon={Lock}
      tone="warning"
      heading={t(proof === "code" ? "headingCode" : "headingPassword")}
      actions={actions}
    >
      {until === null ? (
        <p>{t(proof === "code" ? "forGoodCode" : "forGoodPassword")}</p>
      ) : (
        <p>{t.rich("until", { at: () => <Time at={until} /> })}</p>
      )}
      {seconds !== null && (
        <p role="timer" suppressHydrationWarning className="text-display font-semibold tabular-nums">
          {clockOf(seconds)}
        </p>
      )}
      <DocumentFacts document={document} />
    </StateCard>
  );
}
