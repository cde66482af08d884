"use client";

import { clsx } from "clsx";
import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import {
  explainTime,
  formatClock,
  formatDay,
  formatNearDay,
  formatRelative,
  formatTime,
} from "@/lib/platform/locale/format";
import type { SelectOption } from "./inputs";
import { useIsInBrowser } from "./use-stored";

interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** Shows the date only; the tooltip has the time. */
  dayOnly?: boolean | undefined;
  className?: string | undefined;
}

/** A time: in UTC as rendered by the server, in the viewer's zone after hydration. It stays on one line if it fits. */
export function Time({ at, dayOnly = false, className }: TimeProps) {
  const format = useTimeFormat();
  return (
    <time dir="auto" dateTime={at} title={format.explanation(at)} className={clsx("whitespace-nowrap", className)}>
      {dayOnly ? format.day(at) : format.time(at)}
    </time>
  );
}

/**
 * "5 minutes ago", with the exact time on hover. Rendered by the server as the day, since pages may be read long after.
 */
export function RelativeTime({ at, className }: Pick<TimeProps, "at" | "className">) {
  const [format, now] = [useTimeFormat(), useNow()];
  return (
    <time dir="auto" dateTime={at} title={format.explanation(at)} className={className}>
      {now === null ? format.day(at) : format.relative(at, now)}
    </time>
  );
}

/** ISO 8601, milliseconds since 1970, or a Date. */
type Moment = string | number | Date;

interface TimeFormat {
  /** "12 Mar 2027, 14:02" */
  time: (at: Moment) => string;
  /** "12 Mar 2027" */
  day: (at: Moment) => string;
  /** "14:02" */
  clock: (at: Moment) => string;
  /** "5 minutes ago" */
  relative: (at: Moment, now: number) => string;
  /** "today", "yesterday", "12 Mar 2027" */
  nearDay: (at: Moment, now: number) => string;
  /** The time with its time zone, and the same time in UTC. */
  explanation: (at: Moment) => string;
}

/** Formats times in the page's language and the viewer's zone, for use in sentences. */
export function useTimeFormat(): TimeFormat {
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  return {
    time: (at) => formatTime(new Date(at), timeZone, locale),
    day: (at) => formatDay(new Date(at), timeZone, locale),
    clock: (at) => formatClock(new Date(at), timeZone),
    relative: (at, now) => formatRelative(new Date(at), new Date(now), timeZone, locale),
    nearDay: (at, now) => formatNearDay(new Date(at), new Date(now), timeZone, locale),
    explanation: (at) => explainTime(new Date(at), timeZone, locale),
  };
}

/** The viewer's time zone; "UTC" until the page is hydrated. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

function neverChanges() {
  return () => undefined;
}

const tickMs = 30_000;
let lastTick = 0;

/** The viewer's clock in milliseconds since 1970, updated every 30 s; null until the page is hydrated. */
export function useNow(): number | null {
  return useSyncExternalStore(onTick, readTick, () => null);
}

function onTick(changed: () => void): () => void {
  const timer = setInterval(changed, tickMs);
  return () => clearInterval(timer);
}

/** The value stays equal for a whole tick, as required of a store. */
function readTick(): number {
  const now = Date.now();
  if (now - lastTick >= tickMs || now < lastTick) lastTick = now;
  return lastTick;
}

/**
 * All time zones for a select, always including the chosen one. The browser's list may differ from the server's, so
 * it is used only after hydration.
 */
export function useTimeZones(chosen: string | null): SelectOption[] {
  const isInBrowser = useIsInBrowser();
  const known = isInBrowser ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [];
  const names = new Set([...known, ...(chosen === null || chosen === "" ? [] : [chosen])]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " "), lang: "" }));
}
