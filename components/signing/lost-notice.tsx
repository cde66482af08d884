"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** No answer came. Whether it was signed shows when it is tried again. */
export function LostNotice({ onRetry }: { onRetry: () => void }) {
  const words = useTranslations("signing.lost");
  return (
    <Notice tone="warning" role="alert" title={words("title")} className="mb-4" action={<Button size="signer" onClick={onRetry}>{words("retry")}</Button>}>
      <p>{words("body")}</p>
    </Notice>
  );
}
