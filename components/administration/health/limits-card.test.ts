import { expect, test } from "vitest";
import { defaultLimits } from "@/lib/platform/limits";
import { limitGroups, limitValue, type LimitName } from "./limits-card";

test.each<[LimitName, number, string, number]>([
  ["sessionTotalSeconds", 14 * 86_400, "days", 14],
  ["sessionIdleSeconds", 86_400, "hours", 24],
  ["idempotencyKeySeconds", 72 * 3600, "hours", 72],
  ["accountLinkSeconds", 3600, "minutes", 60],
  ["codeSendIntervalSeconds", 60, "seconds", 60],
  ["codeLifetimeSeconds", 601, "seconds", 601],
  ["pdfStreamedBytes", 1000, "bytes", 1000],
  ["fileLifetimeDays", 30, "days", 30],
  ["signersPerFile", 100, "number", 100],
])("shows %s of %i in %s: %i", (name, value, unit, amount) => {
  expect(limitValue(name, value)).toEqual({ unit, amount });
});

test("each limit belongs to exactly one group", () => {
  const all = Object.entries(defaultLimits).map(([name, value]) => ({
    name: name as LimitName,
    value,
    standard: value,
  }));
  expect(
    limitGroups(all)
      .flatMap(({ members }) => members.map(({ name }) => name))
      .sort(),
  ).toEqual(Object.keys(defaultLimits).sort());
});
