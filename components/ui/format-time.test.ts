import { expect, test } from "vitest";
import { explainTime, formatDay, formatTime } from "./format-time";

const at = new Date("2027-03-12T14:02:59.000Z");

test("a time is written as 12 Mar 2027, 14:02", () => {
  expect(formatTime(at, "UTC")).toBe("12 Mar 2027, 14:02");
  expect(formatDay(at, "UTC")).toBe("12 Mar 2027");
});

test("the zone decides the day and the hour", () => {
  expect(formatTime(new Date("2027-03-12T23:30:00Z"), "Europe/Berlin")).toBe("13 Mar 2027, 00:30");
});

test("September has three letters like the other months", () => {
  expect(formatDay(new Date("2027-09-01T12:00:00Z"), "UTC")).toBe("1 Sep 2027");
});

test("hovering tells the zone and the same moment in UTC", () => {
  expect(explainTime(at, "UTC")).toBe("12 Mar 2027, 14:02 UTC");
  expect(explainTime(at, "Europe/Berlin")).toBe("12 Mar 2027, 15:02, Europe/Berlin (12 Mar 2027, 14:02 UTC)");
});
