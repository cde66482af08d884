"use client";

import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { QrCode } from "@/components/ui/qr-code";
import type { PhoneDrawing } from "./use-phone-drawing";

/** A QR code that leads a phone to a page to draw on. */
export function PhonePanel({ drawing }: { drawing: PhoneDrawing }) {
  const t = useTranslations("signature.phone");
  const { state, url, problem, start } = drawing;
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <div className="flex size-48 shrink-0 items-center justify-center rounded-card border border-hairline bg-paper p-3">
        {url !== null && (state === "waiting" || state === "opened") ? (
          <QrCode text={url} label={t("code")} />
        ) : (
          <Smartphone aria-hidden className="size-12 text-paper-muted" />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3">
        <p className="text-reading">{t("how")}</p>
        <p className="text-ui text-muted">{t("safe")}</p>
        <p role="status" className="text-ui font-medium">
          {state !== "starting" && state !== "failed" && t(state)}
        </p>
        {problem && <ProblemNotice problem={problem} />}
        {(state === "over" || state === "failed" || state === "drawn") && (
          <Button size="signer" onClick={start}>
            {t("again")}
          </Button>
        )}
      </div>
    </div>
  );
}
