import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { makeMetrics } from "./metrics";

const figures = {
  jobsWaiting: {},
  jobsDead: {},
  jobsDue: 0,
  oldestJobSeconds: 0,
  deliveriesWaiting: 0,
  oldestDeliverySeconds: 0,
  webhooksDisabled: 0,
  files: {},
};

test("every metric that an alert rule names exists", async () => {
  const rules = readFileSync(path.resolve("docs/deploy/prometheus-alerts.yml"), "utf8");
  const named = new Set(
    [...rules.matchAll(/\bparaph_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, "")),
  );
  let text = "";
  const response = { writeHead: () => response, end: (body: string) => (text = body) };
  await makeMetrics("0123456789abcdef", () => Promise.resolve(figures)).answer(response as unknown as ServerResponse);
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  expect(named.size).toBeGreaterThan(4);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});
