"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Notice } from "@/components/ui/notice";

/** Says that nothing is signed yet while the browser is without a network, or could not fetch what it needs. */
export function OfflineBanner({ isLost }: { isLost: boolean }) {
  const words = useTranslations("signing.lost");
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine, () => true);
  if (isOnline && !isLost) return null;
  return <div className="mx-auto max-w-360 px-3 pt-3 sm:px-6"><Notice tone="warning" role="alert" title={words("title")}>{words(isOnline ? "body" : "offline")}</Notice></div>;
}

function follow(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
