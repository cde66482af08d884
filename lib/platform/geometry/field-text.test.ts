import { expect, test } from "vitest";
import { dateFormats, writeDate } from "./field-text";

test("writes the day in UTC in each format, and as ISO 8601 without one", () => {
  const at = new Date("2027-03-09T23:59:59.999Z");
  expect(dateFormats.map((format) => writeDate(at, format))).toEqual([
    "2027-03-09",
    "09/03/2027",
    "03/09/2027",
    "09.03.2027",
  ]);
  expect(writeDate(at, null)).toBe("2027-03-09");
});
