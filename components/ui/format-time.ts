const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "12 Mar 2027, 14:02" in a time zone (an IANA name). Written by hand, because the en-GB of browsers says "Sept". */
export function formatTime(at: Date, timeZone: string): string {
  return `${formatDay(at, timeZone)}, ${part(at, timeZone, "hour")}:${part(at, timeZone, "minute")}`;
}

/** "12 Mar 2027". */
export function formatDay(at: Date, timeZone: string): string {
  return `${Number(part(at, timeZone, "day"))} ${months[Number(part(at, timeZone, "month")) - 1] ?? ""} ${part(at, timeZone, "year")}`;
}

/** What hovering over a time says: the zone, and the same moment in UTC. */
export function explainTime(at: Date, timeZone: string): string {
  const utc = `${formatTime(at, "UTC")} UTC`;
  return timeZone === "UTC" ? utc : `${formatTime(at, timeZone)}, ${timeZone} (${utc})`;
}

type Part = "day" | "month" | "year" | "hour" | "minute";

function part(at: Date, timeZone: string, type: Part): string {
  return formatterOf(timeZone).formatToParts(at).find((each) => each.type === type)?.value ?? "";
}

// Making a formatter takes a hundred times as long as using it, and a list shows dozens of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" });
  formatters.set(timeZone, made);
  return made;
}
