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

function part(at: Date, timeZone: string, type: "day" | "month" | "year" | "hour" | "minute"): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone, hourCycle: "h23", day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit",
  }).formatToParts(at);
  return parts.find((each) => each.type === type)?.value ?? "";
}
