"use client";

import { useTranslations } from "next-intl";
import { useMemo, useSyncExternalStore } from "react";
import { isAttemptOpen } from "@/components/signing/confirm/send-signature";
import { Notice } from "@/components/ui/notice";
import { useIsInBrowser } from "@/components/ui/use-stored";

interface OfflineBannerProps {
  u: string;
  /** The dialog's code could not be loaded. */
  isLost: boolean;
  /** A signature was sent and its answer was lost. */
  isUnsure: boolean;
}

/** Says that nothing is signed yet: without a network, after a failed load, and after a reload that interrupted an attempt. */
export function OfflineBanner({ u, isLost, isUnsure }: OfflineBannerProps) {
  const t = useTranslations("signing.lost");
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const isInBrowser = useIsInBrowser();
  // The state at page load; later attempts are reported where they start.
  const wasCut = useMemo(() => isInBrowser && isAttemptOpen(u), [isInBrowser, u]);
  if (isOnline && !isLost && !wasCut) return null;
  const text = !isOnline ? (isUnsure ? "unknown" : "offline") : isLost ? "body" : "cut";
  return (
    <div className="mx-auto max-w-360 px-3 pt-3 sm:px-6">
      <Notice tone="warning" role="alert" title={t(text === "unknown" ? "unknownTitle" : "title")}>
        {t(text)}
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
