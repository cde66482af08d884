import { expect, test } from "vitest";
import { dayStart, isDay, knownZone } from "./dashboard-query";

test.each([
  ["2027-03-12", "UTC", "2027-03-12T00:00:00.000Z"],
  ["2027-03-12", "Pacific/Auckland", "2027-03-11T11:00:00.000Z"],
  ["2027-03-12", "America/New_York", "2027-03-12T05:00:00.000Z"],
  // Days of 23 and 25 hours.
  ["2027-03-28", "Europe/Berlin", "2027-03-27T23:00:00.000Z"],
  ["2027-03-29", "Europe/Berlin", "2027-03-28T22:00:00.000Z"],
  ["2027-10-31", "Europe/Berlin", "2027-10-30T22:00:00.000Z"],
])("%s begins in %s at %s", (day, zone, start) => {
  expect(dayStart(day, zone).toISOString()).toBe(start);
});

test("the day after the last of a month is the first of the next", () => {
  expect(dayStart("2027-02-28", "UTC", 1).toISOString()).toBe("2027-03-01T00:00:00.000Z");
});

test("rejects invalid days and zones", () => {
  expect(["2027-02-29", "2027-2-1", "27-02-01", "", "2027-13-01", "2027-02-01T00:00"].filter(isDay)).toEqual([]);
  expect(isDay("2028-02-29")).toBe(true);
  expect([knownZone("Mars/Olympus"), knownZone(""), knownZone("Europe/Berlin")]).toEqual([
    "UTC",
    "UTC",
    "Europe/Berlin",
  ]);
});
