import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceFigures } from "@/lib/administration/health/service-figures";
import { isSameSecret } from "@/lib/platform/same-secret";
import type { ProcessLoad } from "@/lib/runtime";
import packageJson from "@/package.json";
import { processGauges, serviceGauges } from "./gauges";

/** Metrics in Prometheus' text format. Served only when `METRICS_TOKEN` is set. */
export interface Metrics {
  /** Counts a request once it is answered. `route` is a pattern, never a path: a path may be a secret. */
  observe(request: IncomingMessage, response: ServerResponse, route: string): void;
  /** True when the request carries the token as Bearer. */
  admits(request: IncomingMessage): boolean;
  answer(response: ServerResponse): Promise<void>;
}

export interface MetricsSources {
  /** Of the database and the store. */
  figures: () => Promise<ServiceFigures>;
  /** Of this process; null while it starts. */
  load: () => ProcessLoad | null;
}

/** The package is loaded here only: most servers have nobody who asks. */
export async function makeMetrics(token: string, { figures, load }: MetricsSources): Promise<Metrics> {
  const client = await import("prom-client");
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const seconds = new client.Histogram({
    name: "paraph_http_request_seconds",
    help: "Answered requests by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const failures = new client.Counter({
    name: "paraph_metrics_failures_total",
    help: "Times the database did not tell its figures",
    registers: [registry],
  });
  new client.Gauge({
    name: "paraph_build_info",
    help: "Always 1; the version is a label",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version: packageJson.version, node: process.version.slice(1) }, 1);
  const showService = serviceGauges(client, registry);
  const showProcess = processGauges(client, registry);
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
    admits: (request) => isSameSecret(request.headers.authorization ?? "", `Bearer ${token}`),
    async answer(response) {
      await figures().then(showService, () => failures.inc());
      showProcess(load());
      const text = await registry.metrics();
      response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
    },
  };
}
