import { expect, test } from "vitest";
import { explainTime, formatDay, formatTime } from "./format";

const at = new Date("2027-03-12T14:02:59.000Z");

test("a time is written as 12 Mar 2027, 14:02", () => {
  expect(formatTime(at, "UTC", "en")).toBe("12 Mar 2027, 14:02");
  expect(formatDay(at, "UTC", "en")).toBe("12 Mar 2027");
});

test("in Portuguese as 12 de mar. de 2027, 14:02", () => {
  expect(formatTime(at, "UTC", "pt")).toBe("12 de mar. de 2027, 14:02");
  expect(formatDay(at, "UTC", "pt")).toBe("12 de mar. de 2027");
});

test("the zone decides the day and the hour", () => {
  const late = new Date("2027-03-12T23:30:00Z");
  expect(formatTime(late, "Europe/Berlin", "en")).toBe("13 Mar 2027, 00:30");
  expect(formatTime(late, "America/Sao_Paulo", "pt")).toBe("12 de mar. de 2027, 20:30");
});

test("September has three letters like the other months", () => {
  expect(formatDay(new Date("2027-09-01T12:00:00Z"), "UTC", "en")).toBe("1 Sep 2027");
});

test("hovering tells the zone and the same moment in UTC", () => {
  expect(explainTime(at, "UTC", "en")).toBe("12 Mar 2027, 14:02 UTC");
  expect(explainTime(at, "Europe/Berlin", "en")).toBe("12 Mar 2027, 15:02, Europe/Berlin (12 Mar 2027, 14:02 UTC)");
});
