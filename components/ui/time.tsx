"use client";

import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import { explainTime, formatClock, formatDay, formatTime } from "@/lib/platform/locale/format";

interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** The day alone is shown; hovering still tells the time. */
  dayOnly?: boolean | undefined;
  className?: string | undefined;
}

/** A moment: UTC as the server writes it, in the viewer's own zone once the browser has taken over. */
export function Time({ at, dayOnly = false, className }: TimeProps) {
  const format = useTimeFormat();
  return (
    <time dir="auto" dateTime={at} title={format.explanation(at)} className={className}>
      {dayOnly ? format.day(at) : format.time(at)}
    </time>
  );
}

/** ISO 8601, or milliseconds since 1970, or made already. */
type Moment = string | number | Date;

interface TimeFormat {
  /** "12 Mar 2027, 14:02" */
  time: (at: Moment) => string;
  /** "12 Mar 2027" */
  day: (at: Moment) => string;
  /** "14:02" */
  clock: (at: Moment) => string;
  /** The zone as well, and the same moment in UTC. */
  explanation: (at: Moment) => string;
}

/** Moments in the words of the page's language and in the viewer's zone, as part of a sentence. */
export function useTimeFormat(): TimeFormat {
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  return {
    time: (at) => formatTime(new Date(at), timeZone, locale),
    day: (at) => formatDay(new Date(at), timeZone, locale),
    clock: (at) => formatClock(new Date(at), timeZone),
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
