"use client";

import { useSyncExternalStore } from "react";
import { explainTime, formatDay, formatTime } from "./format-time";

interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** The day alone is shown; hovering still tells the time. */
  dayOnly?: boolean | undefined;
  className?: string | undefined;
}

/** A moment: UTC as the server writes it, in the viewer's own zone once the browser has taken over. */
export function Time({ at, dayOnly = false, className }: TimeProps) {
  const timeZone = useTimeZone();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={explainTime(moment, timeZone)} className={className}>
      {dayOnly ? formatDay(moment, timeZone) : formatTime(moment, timeZone)}
    </time>
  );
}

/** The viewer's time zone; "UTC" until the page is hydrated. */
export function useTimeZone(): string {
  return useSyncExternalStore(neverChanges, () => Intl.DateTimeFormat().resolvedOptions().timeZone, () => "UTC");
}

function neverChanges() {
  return () => undefined;
}
