"use client";

import { useTranslations } from "next-intl";
import { useMemo, useSyncExternalStore } from "react";
import { isAttemptOpen } from "@/components/signing/confirm/attempt-key";
import { Notice } from "@/components/ui/notice";
import { useIsInBrowser } from "@/components/ui/use-is-in-browser";

interface OfflineBannerProps {
  u: string;
  /** What was to be opened could not be fetched. */
  isLost: boolean;
  /** A signature was sent whose answer was lost. */
  isUnsure: boolean;
}

/** Says that nothing is signed yet: without a network, when it could not fetch what it needs, and after a reload that cut an attempt short. */
export function OfflineBanner({ u, isLost, isUnsure }: OfflineBannerProps) {
  const words = useTranslations("signing.lost");
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const isInBrowser = useIsInBrowser();
  // As it was when the page came: what is begun now is told where it was begun.
  const wasCut = useMemo(() => isInBrowser && isAttemptOpen(u), [isInBrowser, u]);
  if (isOnline && !isLost && !wasCut) return null;
  const text = !isOnline ? (isUnsure ? "unknown" : "offline") : isLost ? "body" : "cut";
  return (
    <div className="mx-auto max-w-360 px-3 pt-3 sm:px-6">
      <Notice tone="warning" role="alert" title={words(text === "unknown" ? "unknownTitle" : "title")}>
        {words(text)}
      </Notice>
    </div>
  );
}

function follow(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
