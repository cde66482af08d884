import { expect, test } from "vitest";
import { explainTime, formatDay, formatNearDay, formatRelative, formatTime } from "./format";

const at = new Date("2027-03-12T14:02:59.000Z");

test("writes a time as 12 Mar 2027, 14:02", () => {
  expect(formatTime(at, "UTC", "en")).toBe("12 Mar 2027, 14:02");
  expect(formatDay(at, "UTC", "en")).toBe("12 Mar 2027");
});

test("writes a time in Portuguese as 12 de mar. de 2027, 14:02", () => {
  expect(formatTime(at, "UTC", "pt")).toBe("12 de mar. de 2027, 14:02");
  expect(formatDay(at, "UTC", "pt")).toBe("12 de mar. de 2027");
});

test("takes the day and the hour from the time zone", () => {
  const late = new Date("2027-03-12T23:30:00Z");
  expect(formatTime(late, "Europe/Berlin", "en")).toBe("13 Mar 2027, 00:30");
  expect(formatTime(late, "America/Sao_Paulo", "pt")).toBe("12 de mar. de 2027, 20:30");
});

test("writes September with three letters like the other months", () => {
  expect(formatDay(new Date("2027-09-01T12:00:00Z"), "UTC", "en")).toBe("1 Sep 2027");
});

test("gives the zone and the time in UTC on hover", () => {
  expect(explainTime(at, "UTC", "en")).toBe("12 Mar 2027, 14:02 UTC");
  expect(explainTime(at, "Europe/Berlin", "en")).toBe("12 Mar 2027, 15:02, Europe/Berlin (12 Mar 2027, 14:02 UTC)");
});

test.each([
  ["2027-03-12T14:02:30Z", "now", "agora"],
  ["2027-03-12T13:57:00Z", "5 minutes ago", "há 5 minutos"],
  ["2027-03-12T11:02:00Z", "3 hours ago", "há 3 horas"],
  ["2027-03-11T23:59:00Z", "yesterday", "ontem"],
  ["2027-03-15T01:00:00Z", "in 3 days", "em 3 dias"],
  ["2027-03-05T14:00:00Z", "5 Mar 2027", "5 de mar. de 2027"],
])("%s is written as %s and %s beside 12 Mar 2027, 14:02", (then, english, portuguese) => {
  expect(formatRelative(new Date(then), at, "UTC", "en")).toBe(english);
  expect(formatRelative(new Date(then), at, "UTC", "pt")).toBe(portuguese);
});

test("writes today or yesterday by the reader's zone", () => {
  expect(formatNearDay(new Date("2027-03-11T23:30:00Z"), at, "UTC", "en")).toBe("yesterday");
  expect(formatNearDay(new Date("2027-03-11T23:30:00Z"), at, "Europe/Berlin", "en")).toBe("today");
  expect(formatNearDay(new Date("2027-03-10T12:00:00Z"), at, "UTC", "en")).toBe("10 Mar 2027");
});
