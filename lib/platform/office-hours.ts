import { z } from "zod";
import { dayMs, hourMs } from "@/lib/platform/locale/format";

/**
 * When an instance sends reminders: whole hours in the recipient's time zone, and days of the week from Monday (1) to
 * Sunday (7).
 */
export interface OfficeHours {
  from: number;
  /** Exclusive; 24 is midnight. */
  to: number;
  days: readonly number[];
}

/** The time zone if this machine supports it, otherwise null. */
export function readZone(given: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** `at` itself during office hours, otherwise the next opening. */
export function nextOfficeTime(at: Date, zone: string, hours: OfficeHours): Date {
  const local = localTime(at, zone);
  for (let later = 0; later <= 8; later++) {
    const day = startOfDay(local) + later * dayMs;
    if (!hours.days.includes(weekday(day))) continue;
    const opening = day + hours.from * hourMs;
    if (later === 0 && local >= day + hours.to * hourMs) continue;
    if (later === 0 && local >= opening) return at;
    return fromLocal(opening, zone);
  }
  return at;
}

/** The last opening before `at`. */
export function previousOpening(at: Date, zone: string, hours: OfficeHours): Date {
  const local = localTime(at, zone);
  for (let earlier = 0; earlier <= 8; earlier++) {
    const day = startOfDay(local) - earlier * dayMs;
    const opening = day + hours.from * hourMs;
    if (hours.days.includes(weekday(day)) && opening < local) return fromLocal(opening, zone);
  }
  return at;
}

/** The local date and time in the zone, in milliseconds since 1970, as if the zone were UTC. */
function localTime(at: Date, zone: string): number {
  const parts = formatterOf(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  const ms = ((at.getTime() % 1000) + 1000) % 1000;
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"), ms);
}

/** The time at which a clock in the zone shows `local`. If the clocks skip that hour, the time of the change. */
function fromLocal(local: number, zone: string): Date {
  const guess = local - (localTime(new Date(local), zone) - local);
  // The clocks may change between the first guess and the result.
  return new Date(local - (localTime(new Date(guess), zone) - guess));
}

function startOfDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

function weekday(day: number): number {
  return new Date(day).getUTCDay() || 7;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, made);
  return made;
}

/** An IANA name that this machine supports, in its usual spelling. */
export const timeZone = z
  .string()
  .max(64)
  .overwrite((given) => readZone(given) ?? given)
  .refine((given) => readZone(given) !== null, "Not a time zone")
  .meta({ description: "An IANA name, such as Europe/Lisbon." });
