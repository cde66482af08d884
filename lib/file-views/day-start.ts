const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether it is a day of the calendar such as "2027-03-12". */
export function isDay(given: string): boolean {
  return (
    dayPattern.test(given) &&
    !Number.isNaN(Date.parse(`${given}T00:00:00Z`)) &&
    new Date(`${given}T00:00:00Z`).toISOString().startsWith(given)
  );
}

/** The zone's name when this machine knows it; "UTC" otherwise. */
export function knownZone(given: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** The moment at which a day begins in a time zone; `later` days are added to it. */
export function dayStart(day: string, zone: string, later = 0): Date {
  const midnight = new Date(`${day}T00:00:00Z`).getTime() + later * 24 * 3600 * 1000;
  // The clock may be put forward or back between the first guess and the moment looked for.
  const guess = midnight - zoneOffset(new Date(midnight), zone);
  return new Date(midnight - zoneOffset(new Date(guess), zone));
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function zoneOffset(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - at.getTime();
}
