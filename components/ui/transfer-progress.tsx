"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { roundTimeLeft } from "@/components/api/time-left";
import { byteCount } from "./bytes";
import { useAnnounce } from "./live-region";
import { Progress } from "./progress";

/** Screen readers announce progress no more often. */
const betweenAnnouncementsMs = 15_000;

interface TransferProgressProps {
  /** The file being sent, and afterwards the server's work on it. */
  label: string;
  /** Bytes; null once all are sent. */
  sent: { loaded: number; total: number; secondsLeft: number | null } | null;
  /** Replaces the bytes once all are sent. */
  text?: string | undefined;
  className?: string | undefined;
}

/** An upload in bytes, with the time left once it is known. */
export function TransferProgress({ label, sent, text, className }: TransferProgressProps) {
  const t = useTranslations("shell.transfer");
  const locale = useLocale();
  const left = useTimeLeftText(sent?.secondsLeft ?? null);
  const bytes = sent && t("sent", { loaded: byteCount(sent.loaded, locale), total: byteCount(sent.total, locale) });
  useCalmAnnouncements(label, left);
  return (
    <Progress
      label={label}
      value={sent ? sent.loaded : null}
      max={sent ? sent.total : 1}
      text={sent ? [bytes, left].filter(Boolean).join(" · ") : text}
      className={className}
    />
  );
}

function useTimeLeftText(secondsLeft: number | null): string | null {
  const t = useTranslations("shell.transfer");
  if (secondsLeft === null) return null;
  const rounded = roundTimeLeft(secondsLeft);
  return rounded.unit === "moment" ? t("moment") : t(rounded.unit, { count: rounded.count });
}

/** Announces what happens when it changes, and the time left now and then. */
function useCalmAnnouncements(label: string, left: string | null): void {
  const announce = useAnnounce();
  const last = useRef({ label: "", at: -Infinity });
  useEffect(() => {
    const now = performance.now();
    if (label !== last.current.label) announce(label);
    else if (left !== null && now - last.current.at >= betweenAnnouncementsMs) announce(left);
    else return;
    last.current = { label, at: now };
  }, [label, left, announce]);
}
