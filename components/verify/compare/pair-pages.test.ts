import { expect, test } from "vitest";
import { pairPages } from "./pair-pages";

const said = (signed: string, now: string) =>
  pairPages(signed.split(""), now.split(""))
    .map((pair) => `${pair.signed ?? "-"}${pair.now ?? "-"}`)
    .join(" ");

test.each([
  ["no page was touched", "abc", "abc", "11 22 33"],
  ["a page was put in front", "abc", "xabc", "-1 12 23 34"],
  ["a page was put in the middle", "abc", "axbc", "11 -2 23 34"],
  ["a page was taken out", "abc", "ac", "11 2- 32"],
  ["the last pages were taken out", "abc", "a", "11 2- 3-"],
  ["two pages changed places", "abc", "bac", "21 12 33"],
  ["a page was replaced by another object", "abc", "axc", "11 22 33"],
  ["all pages were written anew", "abc", "xyz", "11 22 33"],
  ["one page stands twice", "aab", "aab", "11 22 33"],
  ["a page was shown a second time", "ab", "aba", "11 22 -3"],
])("pairs pages where %s", (_what, signed, now, pairs) => {
  expect(said(signed, now)).toBe(pairs);
});
