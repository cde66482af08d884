import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { countCall, countStorageError, countTask } from "@/lib/platform/telemetry/counters";
import type { ProcessLoad } from "@/lib/runtime";
import { makeMetrics } from "./metrics";
import { quietFigures } from "./testing/figures";

interface RuleFile {
  groups: { name: string; rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface Dashboard {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
}

const load: ProcessLoad = {
  engine: [{ pool: "verify", running: 1, waiting: 2, places: 3 }],
  database: { open: 4, idle: 3, waiting: 0 },
};
const alerts = parse(readFileSync(path.resolve("docs/deploy/prometheus-alerts.yml"), "utf8")) as RuleFile;
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(path.resolve("docs/deploy/grafana-dashboard.json"), "utf8")) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== "row");
let text = "";

beforeAll(async () => {
  countCall("mail", "failed", 0.1);
  countTask("verify", "ok", 0.1);
  countStorageError("EIO");
  const metrics = await makeMetrics("0123456789abcdef", {
    figures: () =>
      Promise.resolve({
        ...quietFigures,
        work: { ...quietFigures.work, jobsDead: { code: 1 }, files: { draft: 1 } },
        certificates: [{ role: "seal", expiresAt: new Date("2030-01-01") }],
      }),
    load: () => load,
  });
  const response = { writeHead: () => response, end: (body: string) => (text = body) };
  await metrics.answer(response as unknown as ServerResponse);
});

/** Metrics of an expression, with the labels that each selector uses: `name{label="…"}`. */
function selected(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:paraph|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", by = ""]) => ({
      name,
      labels: [...by.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = ""]) => label),
    }),
  );
}

/** The labels of each series of `/metrics`; `instance` is added by Prometheus. */
function shown(): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set(["instance"]);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** Histograms without an observation have no series yet. */
const ofRequests = /^paraph_http_request_seconds_(bucket|count|sum)$/;

describe.each([
  ["an alert rule", rules.map(({ alert, expr }) => ({ title: alert, expr }))],
  [
    "a panel of the dashboard",
    panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
  ],
])("%s", (_kind, queries) => {
  test("uses only metrics and labels that /metrics exposes", () => {
    expect(text).toContain("# TYPE paraph_http_request_seconds histogram");
    const series = shown();
    const missing = queries.flatMap(({ title, expr }) => {
      const used = selected(expr);
      if (used.length === 0) return [`${title}: no metric`];
      return used
        .filter(({ name }) => !ofRequests.test(name))
        .filter(({ name, labels }) => !labels.every((label) => series.get(name)?.has(label)) || !series.has(name))
        .map(({ name, labels }) => `${title}: ${name}{${labels.join(",")}}`);
    });
    expect(queries.length).toBeGreaterThan(12);
    expect(missing).toEqual([]);
  });
});

test("every metric of the instance is on the dashboard or in an alert", () => {
  const own = [...text.matchAll(/^# TYPE (paraph_\w+)/gm)].map(([, name = ""]) => name);
  const used = JSON.stringify([rules, panels]);
  expect(own.filter((name) => !used.includes(name))).toEqual([]);
});

test("every alert has a unique name, a summary and balanced braces", () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { expr, annotations } of rules) {
    expect(annotations.summary.length).toBeGreaterThan(20);
    for (const [open, close] of ["()", "[]", "{}"])
      expect(expr.split(open ?? "").length).toBe(expr.split(close ?? "").length);
  }
});

test("every summary is quoted, since Prometheus reads a question mark in braces as syntax", () => {
  const written = readFileSync(path.resolve("docs/deploy/prometheus-alerts.yml"), "utf8");
  expect([...written.matchAll(/summary: "/g)]).toHaveLength(rules.length);
});

test("every runbook named in an alert is on the operations page", () => {
  const headings = readFileSync(path.resolve("docs/operations.md"), "utf8");
  const named = rules.flatMap(({ annotations }) => [
    ...annotations.summary.matchAll(/Runbook: docs\/operations\.md, ([\w ]+)\./g),
  ]);
  expect(named.length).toBeGreaterThan(2);
  for (const [, heading = ""] of named) expect(headings).toContain(`### ${heading}\n`);
});
