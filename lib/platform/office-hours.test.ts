import { describe, expect, test } from "vitest";
import { nextOfficeTime, previousOpening, readZone, type OfficeHours } from "./office-hours";

const hours: OfficeHours = { from: 9, to: 17, days: [1, 2, 3, 4, 5] };

describe("the next moment within office hours", () => {
  test.each([
    // Friday, 12 March 2027.
    ["2027-03-12T09:30:00.500Z", "UTC", "2027-03-12T09:30:00.500Z"],
    ["2027-03-12T08:59:59.999Z", "UTC", "2027-03-12T09:00:00.000Z"],
    ["2027-03-12T17:00:00.000Z", "UTC", "2027-03-15T09:00:00.000Z"],
    ["2027-03-13T12:00:00.000Z", "UTC", "2027-03-15T09:00:00.000Z"],
    // 21:00 on Thursday in Los Angeles, already Friday morning in Berlin.
    ["2027-03-12T05:00:00.000Z", "America/Los_Angeles", "2027-03-12T17:00:00.000Z"],
    ["2027-03-12T05:00:00.000Z", "Europe/Berlin", "2027-03-12T08:00:00.000Z"],
    // Already Saturday in Auckland.
    ["2027-03-12T12:00:00.000Z", "Pacific/Auckland", "2027-03-14T20:00:00.000Z"],
    // In Berlin the clocks go forward on 28 March and back on 31 October.
    ["2027-03-26T20:00:00.000Z", "Europe/Berlin", "2027-03-29T07:00:00.000Z"],
    ["2027-10-29T20:00:00.000Z", "Europe/Berlin", "2027-11-01T08:00:00.000Z"],
  ])("of %s in %s is %s", (at, zone, expected) => {
    expect(nextOfficeTime(new Date(at), zone, hours).toISOString()).toBe(expected);
  });

  test("is the moment itself where the office never closes", () => {
    const always: OfficeHours = { from: 0, to: 24, days: [1, 2, 3, 4, 5, 6, 7] };
    expect(nextOfficeTime(new Date("2027-03-13T23:59:59.999Z"), "UTC", always).toISOString()).toBe(
      "2027-03-13T23:59:59.999Z",
    );
  });
});

test.each([
  ["2027-03-15T06:00:00.000Z", "2027-03-12T09:00:00.000Z"],
  ["2027-03-15T12:00:00.000Z", "2027-03-15T09:00:00.000Z"],
  ["2027-03-15T09:00:00.000Z", "2027-03-12T09:00:00.000Z"],
])("the last opening before %s is %s", (at, expected) => {
  expect(previousOpening(new Date(at), "UTC", hours).toISOString()).toBe(expected);
});

test("rejects a zone that does not exist", () => {
  expect([readZone("Mars/Olympus"), readZone(""), readZone("europe/berlin")]).toEqual([null, null, "Europe/Berlin"]);
});
