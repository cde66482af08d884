import { formatTagOf, standardLanguage, type Locale } from "./languages";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "12 Mar 2027, 14:02" or "12 de mar. de 2027, 14:02" in a time zone (an IANA name). */
export function formatTime(at: Date, timeZone: string, locale: Locale): string {
  return `${formatDay(at, timeZone, locale)}, ${formatClock(at, timeZone)}`;
}

/**
 * "12 Mar 2027, 14:02 (Central European Standard Time)", or "12 Mar 2027, 14:02 UTC": for readers who may be in another
 * zone.
 */
export function formatTimeInZone(at: Date, timeZone: string, locale: Locale): string {
  const time = formatTime(at, timeZone, locale);
  return timeZone === "UTC" ? `${time} UTC` : `${time} (${zoneName(at, timeZone, locale)})`;
}

/** The zone's name on that day, such as "Brasilia Standard Time", or "GMT+5" for a zone without a name. */
function zoneName(at: Date, timeZone: string, locale: Locale): string {
  const parts = formatterOf(timeZone, "zone", locale).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/**
 * "12 Mar 2027" or "12 de mar. de 2027". The English format is handwritten, because browsers write the month first, or
 * "Sept".
 */
export function formatDay(at: Date, timeZone: string, locale: Locale): string {
  if (locale === "pt") return formatterOf(timeZone, "day", locale).format(at);
  return `${Number(part(at, timeZone, "day"))} ${months[Number(part(at, timeZone, "month")) - 1] ?? ""} ${part(at, timeZone, "year")}`;
}

/** The day in the browser's time zone, in the format of a date input: "2027-03-12". */
export function formatDateInput(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** "14:02", in every supported language. */
export function formatClock(at: Date, timeZone: string): string {
  return `${part(at, timeZone, "hour")}:${part(at, timeZone, "minute")}`;
}

/** The tooltip of a time: its zone, and the same time in UTC. */
export function explainTime(at: Date, timeZone: string, locale: Locale): string {
  const utc = `${formatTime(at, "UTC", locale)} UTC`;
  return timeZone === "UTC" ? utc : `${formatTime(at, timeZone, locale)}, ${timeZone} (${utc})`;
}

/** In milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** "5 minutes ago", "yesterday", "in 3 days". From a week on, the date. */
export function formatRelative(at: Date, now: Date, timeZone: string, locale: Locale): string {
  const apart = at.getTime() - now.getTime();
  const size = Math.abs(apart);
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (Math.abs(days) >= 7) return formatDay(at, timeZone, locale);
  const relative = relativeFormatter(locale);
  if (size < minuteMs) return relative.format(0, "second");
  if (size < hourMs) return relative.format(Math.trunc(apart / minuteMs), "minute");
  if (days === 0) return relative.format(Math.trunc(apart / hourMs), "hour");
  return relative.format(days, "day");
}

/** Days since 1970 in a time zone, so that 23:59 and 00:01 are a day apart. */
function dayNumber(at: Date, timeZone: string): number {
  return (
    Date.UTC(
      Number(part(at, timeZone, "year")),
      Number(part(at, timeZone, "month")) - 1,
      Number(part(at, timeZone, "day")),
    ) / dayMs
  );
}

/** "Today" or "yesterday" in a time zone, otherwise the date. */
export function formatNearDay(at: Date, now: Date, timeZone: string, locale: Locale): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  return days === 0 || days === -1 ? relativeFormatter(locale).format(days, "day") : formatDay(at, timeZone, locale);
}

const relativeFormatters = new Map<Locale, Intl.RelativeTimeFormat>();

function relativeFormatter(locale: Locale): Intl.RelativeTimeFormat {
  const known = relativeFormatters.get(locale);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(formatTagOf(locale), { numeric: "auto" });
  relativeFormatters.set(locale, made);
  return made;
}

type Part = "day" | "month" | "year" | "hour" | "minute";

function part(at: Date, timeZone: string, type: Part): string {
  return (
    formatterOf(timeZone, "parts", standardLanguage)
      .formatToParts(at)
      .find((each) => each.type === type)?.value ?? ""
  );
}

// Creating a formatter takes a hundred times as long as using it, and a list shows dozens of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

type FormatterKind = "parts" | "day" | "zone";

const formatterOptions: Record<FormatterKind, Intl.DateTimeFormatOptions> = {
  parts: {
    hourCycle: "h23",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  },
  day: { dateStyle: "medium" },
  zone: { timeZoneName: "long" },
};

function formatterOf(timeZone: string, kind: FormatterKind, locale: Locale): Intl.DateTimeFormat {
  const key = `${kind} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(formatTagOf(locale), { ...formatterOptions[kind], timeZone });
  formatters.set(key, made);
  return made;
}

const fromRightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name as a value in a sentence. A right-to-left name is wrapped in U+2068 and U+2069 (first strong isolate), so that
 * the text after it keeps its place. If a name is a separate element, `<bdi>` does the same.
 */
export function isolate(name: string): string {
  return fromRightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

// Creating a formatter takes far longer than using it.
const numberFormatters = new Map<string, Intl.NumberFormat>();

/** "120.5", or "120,5" in locales with a decimal comma. Without grouping, as in an input field. */
export function formatDecimal(value: number, decimals: number, locale: Locale): string {
  const key = `${locale} ${decimals}`;
  const formatter =
    numberFormatters.get(key) ??
    new Intl.NumberFormat(formatTagOf(locale), {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
  numberFormatters.set(key, formatter);
  return formatter.format(value);
}

const [million, billion] = [1_000_000, 1_000_000_000];

/** Formats a size in units of 1000: "812 KB", "3.2 MB" or "3,2 MB", "5.4 GB". The unit stays with its number. */
export function byteCount(bytes: number, locale: Locale): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < million) return `${Math.round(bytes / 1000)}\u00a0KB`;
  const [amount, unit] = bytes < billion ? [bytes / million, "MB"] : [bytes / billion, "GB"];
  return `${amount < 100 ? formatDecimal(amount, 1, locale) : Math.round(amount)}\u00a0${unit}`;
}

/** Formats a limit in whole megabytes of 1024² bytes, rounded so that the shown size is always accepted. */
export function byteLimit(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)}\u00a0MB`;
}
