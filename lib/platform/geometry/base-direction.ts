const FIRST_STRONG = /(?![\u02B9\u02BA\u02C2-\u02CF])[\p{L}\u200E\u200F\u061C]/u;
/** Characters that run from right to left. */
export const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;

/** One after the other: isolates of ours have none in them. */
const ISOLATES = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/gu;

/** By the first letter or mark with a direction that is not in an isolate (UAX #9, P2 and P3). */
export function baseDirection(text: string): "ltr" | "rtl" {
  return FROM_RIGHT.test(firstStrong(text) ?? "") ? "rtl" : "ltr";
}

/** Whether a letter or mark that is not in an isolate has a direction. */
export function hasDirection(text: string): boolean {
  return firstStrong(text) !== undefined;
}

function firstStrong(text: string): string | undefined {
  return FIRST_STRONG.exec(text.replace(ISOLATES, ""))?.[0];
}
