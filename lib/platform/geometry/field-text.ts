/** How a field's text is set: horizontally, and a date in which order. `null` stands for the first of each. */
export const alignments = ["left", "center", "right"] as const;
export type Alignment = (typeof alignments)[number];

export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;
export type DateFormat = (typeof dateFormats)[number];

/** Limits of a font size that is set, in points. */
export const smallestFontPt = 4;
export const largestFontPt = 72;

/** The look of a field's text. `null`: as large as the field allows up to `largestAutomaticPt`, from the left, and YYYY-MM-DD. */
export interface TextStyle {
  fontSizePt: number | null;
  alignment: Alignment | null;
  dateFormat: DateFormat | null;
}

export const plainStyle: TextStyle = { fontSizePt: null, alignment: null, dateFormat: null };

/** The largest size of text whose size is not set, in points. */
export const largestAutomaticPt = 12;

/** The day in UTC, as a date field shows it. */
export function writeDate(at: Date, format: DateFormat | null): string {
  const [year = "", month = "", day = ""] = at.toISOString().slice(0, 10).split("-");
  return (format ?? dateFormats[0]).replace("YYYY", year).replace("MM", month).replace("DD", day);
}

/** Of the room that a line leaves, how much is before it. */
export function shareBefore(alignment: Alignment | null): 0 | 0.5 | 1 {
  return alignment === "right" ? 1 : alignment === "center" ? 0.5 : 0;
}
