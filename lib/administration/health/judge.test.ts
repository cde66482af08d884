import { expect, test } from "vitest";
import { judge, worst, type HealthFacts } from "./judge";

const gibibyte = 1024 ** 3;
const well: HealthFacts = {
  databaseMs: 1,
  migrated: true,
  documents: true,
  disk: { freeBytes: 50 * gibibyte, totalBytes: 100 * gibibyte },
  usesMessageInbox: false,
  hasTimestamper: true,
  damaged: 0,
  behindUntrustedProxy: false,
  retentionStopped: false,
  sweepStopped: false,
  work: {
    jobsWaiting: { notification: 40 },
    jobsDead: {},
    jobsDue: 40,
    oldestJobSeconds: 3,
    deliveriesWaiting: 9,
    oldestDeliverySeconds: 0,
    webhooksDisabled: 0,
    files: {},
  },
};
const stateOf = (name: string, facts: HealthFacts) => judge(facts).find((check) => check.name === name)?.state;

test("reports moving work as ok, however much there is", () => {
  expect(judge(well).map(({ state }) => state)).toEqual(Array(11).fill("ok"));
  expect(worst(judge(well))).toBe("ok");
});

test.each<[string, string, Partial<HealthFacts>]>([
  ["database", "warning", { databaseMs: 900 }],
  ["migrations", "failing", { migrated: false }],
  ["documents", "failing", { documents: false }],
  ["documents", "failing", { damaged: 1 }],
  ["proxy", "warning", { behindUntrustedProxy: true }],
  ["retention", "warning", { retentionStopped: true }],
  ["sweep", "failing", { sweepStopped: true }],
  ["disk", "warning", { disk: { freeBytes: gibibyte, totalBytes: 8 * gibibyte } }],
  ["disk", "failing", { disk: { freeBytes: gibibyte / 10, totalBytes: 8 * gibibyte } }],
  ["disk", "warning", { disk: null }],
  ["jobs", "failing", { work: { ...well.work, oldestJobSeconds: 121 } }],
  ["jobs", "warning", { work: { ...well.work, jobsDead: { finish: 1 } } }],
  ["webhooks", "failing", { work: { ...well.work, oldestDeliverySeconds: 121 } }],
  ["webhooks", "warning", { work: { ...well.work, webhooksDisabled: 1 } }],
  ["mail", "warning", { usesMessageInbox: true }],
  ["timestamps", "warning", { work: { ...well.work, jobsDead: { augment: 1 } } }],
])("%s is %s for %j", (name, state, change) => {
  const checks = judge({ ...well, ...change });
  expect(checks.find((check) => check.name === name)?.state).toBe(state);
  expect(worst(checks)).toBe(state);
});

test("reports a missing timestamping authority as off, without a warning", () => {
  expect(stateOf("timestamps", { ...well, hasTimestamper: false })).toBe("off");
  expect(worst(judge({ ...well, hasTimestamper: false }))).toBe("ok");
});
