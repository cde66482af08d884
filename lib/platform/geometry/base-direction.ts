const FIRST_STRONG = /(?![\u02B9\u02BA\u02C2-\u02CF])[\p{L}\u200E\u200F\u061C]/u;
/** What runs from right to left. */
export const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;

/** By the first letter or mark with a direction (UAX #9, P2 and P3). */
export function baseDirection(text: string): "ltr" | "rtl" {
  return FROM_RIGHT.test(FIRST_STRONG.exec(text)?.[0] ?? "") ? "rtl" : "ltr";
}
