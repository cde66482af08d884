import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { WorkFigures } from "@/lib/administration/health/judge";

/** Metrics in Prometheus' text format. Served only when `METRICS_TOKEN` is set. */
export interface Metrics {
  /** Counts a request once it is answered. `route` is a pattern, never a path: a path may be a secret. */
  observe(request: IncomingMessage, response: ServerResponse, route: string): void;
  /** True when the request carries the token as Bearer. */
  admits(request: IncomingMessage): boolean;
  answer(response: ServerResponse): Promise<void>;
}

export function makeMetrics(token: string, readFigures: () => Promise<WorkFigures>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "paraph_http_request_seconds",
    help: "Answered requests by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: "paraph_metrics_failures_total",
    help: "Times the database did not tell its figures",
    registers: [registry],
  });
  const show = workGauges(registry);
  return {
    observe(request, response, route) {
      const startedAt = process.hrtime.bigint();
      response.once("close", () =>
        seconds.observe(
          { method: request.method ?? "", route, status: response.statusCode },
          Number(process.hrtime.bigint() - startedAt) / 1e9,
        ),
      );
    },
    admits: (request) => isToken(request.headers.authorization ?? "", token),
    async answer(response) {
      await readFigures().then(show, () => failures.inc());
      const text = await registry.metrics();
      response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
    },
  };
}

/** Gauges of work and documents; the answered function sets them. */
function workGauges(registry: Registry): (figures: WorkFigures) => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name: `paraph_${name}`, help, labelNames, registers: [registry] });
  const jobs = gauge("jobs", "Jobs by kind that wait, or were given up", "kind", "state");
  const oldestJob = gauge("oldest_job_seconds", "For how long the oldest waiting job has been due");
  const deliveries = gauge("webhook_deliveries_waiting", "Deliveries that wait for their next try");
  const oldestDelivery = gauge(
    "oldest_webhook_delivery_seconds",
    "For how long the oldest waiting delivery has been due",
  );
  const disabled = gauge("webhooks_disabled", "Endpoints that are disabled");
  const files = gauge("files", "Documents by state", "status");
  return (figures) => {
    jobs.reset();
    files.reset();
    for (const [kind, count] of Object.entries(figures.jobsWaiting)) jobs.set({ kind, state: "waiting" }, count);
    for (const [kind, count] of Object.entries(figures.jobsDead)) jobs.set({ kind, state: "dead" }, count);
    for (const [status, count] of Object.entries(figures.files)) files.set({ status }, count);
    oldestJob.set(figures.oldestJobSeconds);
    deliveries.set(figures.deliveriesWaiting);
    oldestDelivery.set(figures.oldestDeliverySeconds);
    disabled.set(figures.webhooksDisabled);
  };
}

/** Hashes have one length, which the comparison in constant time needs. */
function isToken(authorization: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(authorization), hash(`Bearer ${token}`));
}
