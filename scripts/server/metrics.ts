import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import type { ServiceFigures } from "@/lib/administration/health/service-figures";
import { isSameSecret } from "@/lib/platform/secrets/secret-box";
import { countedCalls, countedStorageErrors, countedTasks } from "@/lib/platform/telemetry/counters";
import type { ProcessLoad } from "@/lib/runtime";
import packageJson from "@/package.json";

/** Metrics in Prometheus' text format. Served only when `METRICS_TOKEN` is set. */
export interface Metrics {
  /** Counts a request once it is answered. `route` is a pattern and never a path, because a path may be a secret. */
  observe(request: IncomingMessage, response: ServerResponse, route: string): void;
  /** True when the request carries the token as Bearer. */
  admits(request: IncomingMessage): boolean;
  answer(response: ServerResponse): Promise<void>;
}

export interface MetricsSources {
  /** Figures of the database and the store. */
  figures: () => Promise<ServiceFigures>;
  /** Figures of this process; null while it starts. */
  load: () => ProcessLoad | null;
}

/** The package is only loaded here, because most servers have no metrics client. */
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

type Client = typeof import("prom-client");

/** Gauges of the database and the store, the same in every process. The returned function sets them. */
function serviceGauges(client: Client, registry: Registry): (figures: ServiceFigures) => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new client.Gauge<Label>({ name: `paraph_${name}`, help, labelNames, registers: [registry] });
  const jobs = gauge("jobs", "Jobs by kind that wait, or have failed", "kind", "state");
  const oldestJob = gauge("oldest_job_seconds", "For how long the oldest waiting job has been due");
  const laneDue = gauge("lane_jobs_due", "Due jobs by lane of the outbox", "lane");
  const laneOldest = gauge("lane_oldest_job_seconds", "For how long the oldest due job of a lane has been due", "lane");
  const messages = gauge(
    "messages_failing",
    "E-mails and messages whose last try failed: to be retried, or failed for good",
    "state",
  );
  const deliveries = gauge("webhook_deliveries_waiting", "Deliveries that wait for their next try");
  const oldestDelivery = gauge(
    "oldest_webhook_delivery_seconds",
    "For how long the oldest waiting delivery has been due",
  );
  const disabled = gauge("webhooks_disabled", "Endpoints that are disabled");
  const files = gauge("files", "Documents by state", "status");
  const deleted = gauge("documents_content_deleted", "Documents whose content a retention period has deleted");
  const announced = gauge("documents_deletion_announced", "Documents whose deletion is announced");
  const stopped = gauge("retention_stopped", "1 while deletions are paused because a clock jumped");
  const sweepStopped = gauge(
    "blob_sweep_stopped",
    "1 while the sweep deletes no unknown files because the storage does not match the database",
  );
  const damagedDocuments = gauge(
    "documents_damaged",
    "Documents and templates whose stored bytes are missing or altered",
  );
  const diskFree = gauge("disk_free_bytes", "Free bytes where documents or uploads are stored");
  const diskTotal = gauge("disk_total_bytes", "Size of that disk");
  const ends = gauge("certificate_expiry_timestamp_seconds", "When the certificates in use expire, Unix time", "role");
  const backup = gauge(
    "backup_completed_timestamp_seconds",
    "When npm run backup was last complete, Unix time; 0: never",
  );
  return ({ work, lanes, messages: failing, disk, certificates, retention, isSweepStopped, damaged, lastBackupAt }) => {
    for (const labelled of [jobs, files, ends]) labelled.reset();
    for (const [kind, count] of Object.entries(work.jobsWaiting)) jobs.set({ kind, state: "waiting" }, count);
    for (const [kind, count] of Object.entries(work.jobsDead)) jobs.set({ kind, state: "dead" }, count);
    for (const [status, count] of Object.entries(work.files)) files.set({ status }, count);
    oldestJob.set(work.oldestJobSeconds);
    deliveries.set(work.deliveriesWaiting);
    oldestDelivery.set(work.oldestDeliverySeconds);
    disabled.set(work.webhooksDisabled);
    for (const [lane, { due, oldestSeconds }] of Object.entries(lanes)) {
      laneDue.set({ lane }, due);
      laneOldest.set({ lane }, oldestSeconds);
    }
    messages.set({ state: "retrying" }, failing.failing);
    messages.set({ state: "dead" }, failing.dead);
    deleted.set(retention.deleted);
    announced.set(retention.announced);
    stopped.set(retention.isStopped ? 1 : 0);
    damagedDocuments.set(damaged);
    sweepStopped.set(isSweepStopped ? 1 : 0);
    // Without a value the series is absent, because 0 would read as a full disk.
    for (const one of [diskFree, diskTotal]) one.remove();
    if (disk) {
      diskFree.set(disk.freeBytes);
      diskTotal.set(disk.totalBytes);
    }
    for (const { role, expiresAt } of certificates) ends.set({ role }, expiresAt.getTime() / 1000);
    backup.set((lastBackupAt?.getTime() ?? 0) / 1000);
  };
}

/** Gauges of this process. Prometheus adds up those of all processes. */
function processGauges(client: Client, registry: Registry): (load: ProcessLoad | null) => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new client.Gauge<Label>({ name: `paraph_${name}`, help, labelNames, registers: [registry] });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new client.Counter<Label>({ name: `paraph_${name}`, help, labelNames, registers: [registry] });
  const poolTasks = gauge("engine_tasks", "Tasks of the PDF engine under way and waiting, by pool", "pool", "state");
  const places = gauge("engine_places", "Tasks that each pool may run at once", "pool");
  const connections = gauge(
    "database_connections",
    "Open and idle connections of this process, and callers waiting for one",
    "state",
  );
  const tasks = counter("engine_tasks_total", "Tasks of the PDF engine that ended", "task", "outcome");
  const taskSeconds = counter("engine_task_seconds_total", "Time of these tasks, waiting included", "task", "outcome");
  const calls = counter("outgoing_calls_total", "Calls to other servers", "service", "outcome");
  const callSeconds = counter("outgoing_call_seconds_total", "Time of these calls", "service", "outcome");
  const storage = counter("storage_errors_total", "Errors of the store of documents, by code", "code");
  return (load) => {
    for (const counted of [tasks, taskSeconds, calls, callSeconds, storage]) counted.reset();
    for (const { task, outcome, count, seconds } of countedTasks()) {
      tasks.inc({ task, outcome }, count);
      taskSeconds.inc({ task, outcome }, seconds);
    }
    for (const { service, outcome, count, seconds } of countedCalls()) {
      calls.inc({ service, outcome }, count);
      callSeconds.inc({ service, outcome }, seconds);
    }
    for (const { code, count } of countedStorageErrors()) storage.inc({ code }, count);
    if (!load) return;
    for (const { pool, running, waiting, places: most } of load.engine) {
      poolTasks.set({ pool, state: "running" }, running);
      poolTasks.set({ pool, state: "waiting" }, waiting);
      places.set({ pool }, most);
    }
    for (const [state, count] of Object.entries(load.database)) connections.set({ state }, count);
  };
}
