import { expect, test } from "vitest";
import { dateFormats, isTimeZone, writeDate } from "./field-text";

test("writes the day in UTC in each format, or as ISO 8601 without one", () => {
  const at = new Date("2027-03-09T23:59:59.999Z");
  expect(dateFormats.map((format) => writeDate(at, format))).toEqual([
    "2027-03-09",
    "09/03/2027",
    "03/09/2027",
    "09.03.2027",
    "2027-03-09 23:59 UTC",
    "09/03/2027 23:59 UTC",
    "03/09/2027 23:59 UTC",
    "09.03.2027 23:59 UTC",
  ]);
  expect(writeDate(at, null)).toBe("2027-03-09");
});

test("writes day and hour in the time zone, and a time with its offset from UTC", () => {
  const at = new Date("2027-07-09T23:30:00Z");
  expect(writeDate(at, null, "Europe/Lisbon")).toBe("2027-07-10");
  expect(writeDate(at, "DD.MM.YYYY HH:mm", "Europe/Lisbon")).toBe("10.07.2027 00:30 UTC+1");
  expect(writeDate(at, "MM/DD/YYYY HH:mm", "America/St_Johns")).toBe("07/09/2027 21:00 UTC-2:30");
});

test("accepts time zones only by name", () => {
  expect(["Europe/Lisbon", "UTC", "+01:00", "Europe/Atlantis", ""].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
