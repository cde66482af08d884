"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { byteCount } from "../../lib/platform/locale/format";
import { useAnnounce } from "./live-region";
import { Progress } from "./progress";

/** Progress is announced to screen readers no more often than this. */
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

/** Announces each change of activity, and the time left now and then. */
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

/** Speed is averaged over this long, so that one slow packet does not make the estimate jump. */
const windowMs = 8000;
/** No estimate before this time. */
const minimumElapsedMs = 2000;

type OnTransfer = (loaded: number, total: number) => number | null;

/**
 * Follows one upload: takes each progress in bytes and returns the seconds left; null until there is an estimate.
 * `now` is in milliseconds.
 */
export function followTransfer(now: () => number = () => performance.now()): OnTransfer {
  let samples: { at: number; loaded: number }[] = [];
  return (loaded, total) => {
    const at = now();
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, loaded }];
    const first = samples[0] ?? { at, loaded };
    const [elapsed, moved] = [at - first.at, loaded - first.loaded];
    if (elapsed < minimumElapsedMs || moved <= 0) return null;
    return ((total - loaded) * elapsed) / moved / 1000;
  };
}

type RoundedTime = { unit: "moment" } | { unit: "seconds" | "minutes" | "hours"; count: number };

/**
 * Rounds up to everyday units: "a few seconds", tens of seconds, minutes, hours. Counts down in steps, so that the
 * text changes rarely.
 */
export function roundTimeLeft(seconds: number): RoundedTime {
  if (seconds <= 5) return { unit: "moment" };
  if (seconds <= 60) return { unit: "seconds", count: Math.ceil(seconds / 10) * 10 };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? { unit: "minutes", count: minutes } : { unit: "hours", count: Math.ceil(minutes / 60) };
}
