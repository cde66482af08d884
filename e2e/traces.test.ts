import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLocalTsa, type LocalTsa } from "@/lib/pades/testing/local-tsa";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { startCollector, type CollectedSpan, type Collector } from "@/lib/platform/telemetry/testing/collector";
import { apiClient, type ApiClient } from "./api-client";
import { expectStatus, registerSigner, requestCode, signPassword, startJourney, waitUntilSigned } from "./journey";
import { startServer, type StartedServer } from "./server";

const token = "a-token-for-the-metrics";
let server: StartedServer;
let api: ApiClient;
let collector: Collector;
let tsa: LocalTsa;

beforeAll(async () => {
  [collector, tsa] = await Promise.all([startCollector(), startLocalTsa()]);
  server = await startServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "200",
      TSA_URL: tsa.url,
      TRUST_PROXY: "1",
      METRICS_TOKEN: token,
      LOG_LEVEL: "info",
    },
  });
  api = apiClient(server.origin);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([collector.close(), tsa.close()]);
});

const box = { page: 1, left: 40, top: 60, width: 180, height: 60 };

/** Polls until the collector has a span of each name. */
async function untilCollected(...names: string[]): Promise<CollectedSpan[]> {
  for (;;) {
    const spans = collector.spans();
    if (names.every((name) => spans.some((span) => span.name === name))) return spans;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("traces a whole journey from the proxy to the engine, and exports nothing personal @exhaustive", async () => {
  const { admin } = server;
  const pdf = makePdf({ pages: [{}] });
  const journey = await startJourney(api, admin, pdf, "Severance agreement", {
    byCode: box,
    byPassword: { ...box, top: 200 },
  });
  const { byCode, byPassword } = journey.signers;
  await registerSigner(api, byCode, { signPassword: false });
  const code = await requestCode(api, admin, byCode);
  const proxy = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
  const signed = await fetch(`${server.origin}/api/v1.0/sign/uuid/${byCode.link}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${byCode.person.email}:${byCode.person.password}`).toString("base64")}`,
      "content-type": "application/json",
      traceparent: `00-${proxy.traceId}-${proxy.spanId}-01`,
    },
    body: JSON.stringify({ code }),
  });
  expect(signed.status).toBe(200);
  await registerSigner(api, byPassword, { signPassword: true });
  expectStatus(
    await api.call("POST", `/sign/file_id/${String(journey.fileId)}`, {
      as: byPassword.person,
      json: { password: signPassword },
    }),
    200,
    "sign",
  );
  await waitUntilSigned(api, admin, journey.uuid);
  for (const page of [`/sign/${byCode.link}`, `/documents/${journey.uuid}`, `/verify/${journey.uuid}`, "/no-such-page"])
    await fetch(server.origin + page);
  // A client that searches for a person by a query parameter.
  await api.call("GET", `/admin/inbox?to=${encodeURIComponent(byCode.person.email)}`, { as: admin });

  const spans = await untilCollected("job augment", "job evidence", "GET /admin/inbox", "timestamp stamp");

  const request = spans.find(({ traceId, name }) => traceId === proxy.traceId && name === "POST /sign/uuid/{u}");
  expect(request).toMatchObject({
    parentSpanId: proxy.spanId,
    kind: 2,
    attributes: { "http.route": "/sign/uuid/{u}", "http.request.method": "POST", "http.response.status_code": 200 },
  });
  const below = (parent: CollectedSpan | undefined): CollectedSpan[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  const names = below(request).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["engine sign", "transaction"]));
  // The signature's timestamp is fetched here while a thread waits for it, so the task's span is its parent.
  const engine = below(request).filter(({ name }) => name === "engine sign");
  expect(engine.flatMap(below).map(({ name }) => name)).toContain("timestamp stamp");
  expect(spans.find(({ name }) => name === "job augment")?.parentSpanId ?? "").toBe("");

  const sent = collector.text();
  const people = [admin, byCode.person, byPassword.person];
  const personal = [
    ...people.flatMap(({ email, password }) => [email, password, encodeURIComponent(email), email.split("@")[0] ?? ""]),
    "Ångström",
    "Ωmega",
    "Severance",
    journey.uuid,
    byCode.link,
    byPassword.link,
    code,
    signPassword,
    "127.0.0.1",
    "no-such-page",
    token,
  ].filter((value) => value !== "admin");
  expect(spans.length).toBeGreaterThan(60);
  expect(personal.filter((value) => sent.includes(value))).toEqual([]);
  expect(sent).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|@[\w-]+\.|select |insert /i);
  expect(spans.flatMap(({ events }) => events)).toEqual([]);
});

test("returns every metric of the dashboard and the alert rules from a working service @exhaustive", async () => {
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const files = ["docs/deploy/grafana-dashboard.json", "docs/deploy/prometheus-alerts.yml"];
  const named = files.flatMap((file) => [
    ...readFileSync(path.resolve(file), "utf8").matchAll(/\b(?:paraph|process|nodejs)_[a-z0-9_]+\b/g),
  ]);
  const missing = named.map(([name]) => name.replace(/_(bucket|sum|count)$/, "")).filter((name) => !known.has(name));
  expect(named.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
  expect(text).toMatch(/^paraph_certificate_expiry_timestamp_seconds\{role="seal"\} \d{10}/m);
  expect(text).toMatch(/^paraph_disk_free_bytes \d{6,}/m);
  expect(text).toMatch(/^paraph_outgoing_calls_total\{service="timestamp",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^paraph_engine_tasks_total\{task="sign",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^paraph_database_connections\{state="open"\} [1-9]/m);
});
