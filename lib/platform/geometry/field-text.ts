import { dateFormats, fieldFonts, type DateFormat, type FieldFont } from "@/db/schema/request-facts";

export { dateFormats, fieldFonts, type DateFormat, type FieldFont };

/** How a field's text is set: its horizontal alignment and its date format. `null` means the first of each list. */
export const alignments = ["left", "center", "right"] as const;
export type Alignment = (typeof alignments)[number];

/** Formats without a time. */
export const dayFormats = dateFormats.filter((format) => !format.includes("HH"));

/** Limits of an explicit font size, in points. */
export const smallestFontPt = 4;
export const largestFontPt = 72;

/** The closest browser font family, for text typed on a page. */
export const cssFonts = { sans: undefined, serif: "serif", mono: "monospace" } as const satisfies Record<
  FieldFont,
  string | undefined
>;

/**
 * The style of a field's text. `null`: as large as the field allows up to `largestAutomaticPt`, left-aligned, and
 * YYYY-MM-DD.
 */
export interface TextStyle {
  fontSizePt: number | null;
  alignment: Alignment | null;
  dateFormat: DateFormat | null;
  /** `#rrggbb`; null: black. */
  colour: string | null;
  /** Null: sans. */
  font: FieldFont | null;
}

export const plainStyle: TextStyle = { fontSizePt: null, alignment: null, dateFormat: null, colour: null, font: null };

/** The largest automatic font size, in points. */
export const largestAutomaticPt = 12;

/**
 * A time as a date field shows it: the day in the zone, or in UTC if none is given. A format with a time also shows the
 * UTC offset.
 */
export function writeDate(at: Date, format: DateFormat | null, timeZone: string | null = null): string {
  const wanted = format ?? dateFormats[0];
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timeZone ?? "UTC",
    calendar: "gregory",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "shortOffset",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? "";
  const written = wanted
    .replace("YYYY", part("year").padStart(4, "0"))
    .replace("MM", part("month"))
    .replace("DD", part("day"))
    .replace("HH", part("hour"))
    .replace("mm", part("minute"));
  if (!wanted.includes("HH")) return written;
  const offset = part("timeZoneName").replace(/^(GMT|UTC)/, "");
  return `${written} UTC${offset === "+0" ? "" : offset}`;
}

/** Whether a string is a time zone name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // Offsets such as +01:00 have no daylight saving time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The share of a line's free space that is placed before its text. */
export function shareBefore(alignment: Alignment | null): 0 | 0.5 | 1 {
  return alignment === "right" ? 1 : alignment === "center" ? 0.5 : 0;
}

const FIRST_STRONG = /(?![\u02B9\u02BA\u02C2-\u02CF])[\p{L}\u200E\u200F\u061C]/u;
/** Characters written from right to left. */
export const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;

/** Isolates in sequence. Ours are never nested. */
const ISOLATES = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/gu;

/** Determined by the first letter or mark with a direction outside isolates (UAX #9, P2 and P3). */
export function baseDirection(text: string): "ltr" | "rtl" {
  return FROM_RIGHT.test(firstStrong(text) ?? "") ? "rtl" : "ltr";
}

/** Whether any letter or mark outside isolates has a direction. */
export function hasDirection(text: string): boolean {
  return firstStrong(text) !== undefined;
}

function firstStrong(text: string): string | undefined {
  return FIRST_STRONG.exec(text.replace(ISOLATES, ""))?.[0];
}
