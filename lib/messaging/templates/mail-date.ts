const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** `12 Mar 2027, 14:02 UTC`: a mail is read in any time zone, so it says which one it means. */
export function mailDate(at: Date): string {
  return `${format.format(at).replace("Sept", "Sep")} UTC`;
}
