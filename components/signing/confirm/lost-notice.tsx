"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { LostAnswer } from "./use-lost-answer";

interface LostNoticeProps {
  known: LostAnswer;
  onRetry: () => void;
}

/** No answer came: what the server says of it. */
export function LostNotice({ known, onRetry }: LostNoticeProps) {
  const words = useTranslations("signing.lost");
  const isNotSigned = known === "not_signed";
  return (
    <Notice
      tone="warning"
      role="alert"
      title={words(isNotSigned ? "title" : "unknownTitle")}
      className="mb-3"
      action={
        known !== "asking" && (
          <Button size="signer" onClick={onRetry}>
            {words("retry")}
          </Button>
        )
      }
    >
      {words(isNotSigned ? "body" : known)}
    </Notice>
  );
}
