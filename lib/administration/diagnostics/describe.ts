import os from "node:os";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { assertAdmin } from "@/lib/accounts/actor";
import { describeHealth, toHealthWire } from "@/lib/administration/health/describe";
import { readServiceFigures, type ServiceFigures } from "@/lib/administration/health/service-figures";
import type { diagnosticsAnswer } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context/context";
import { servedBuild } from "@/lib/platform/next/served-request";
import { countedCalls, countedProblems, countedStorageErrors } from "@/lib/platform/telemetry/counters";
import { laneNames } from "@/lib/records/outbox/kinds";

type Diagnostics = z.infer<typeof diagnosticsAnswer>;

/**
 * Facts for support: versions, settings, health, queues, sizes and errors. Contains no secret, address, name or
 * document, only our own names and codes, and numbers (decision 77). Throws `forbidden`.
 */
export async function describeDiagnostics(ctx: Ctx, actor: Actor): Promise<Diagnostics> {
  assertAdmin(actor);
  const clock = await measureClock(ctx);
  const health = toHealthWire(await describeHealth(ctx, actor));
  const [figures, databaseSizes, jobErrors] = await Promise.all([
    readServiceFigures(ctx),
    readSizes(ctx),
    readJobErrors(ctx),
  ]);
  return {
    at: (await ctx.now()).toISOString(),
    service: {
      version: health.version,
      build: servedBuild.build,
      node: health.node,
      postgres: health.postgres,
      converter: ctx.engine.converter,
      system: `${os.type()} ${os.arch()} ${os.release()}`,
      processors: os.availableParallelism(),
      memoryBytes: memoryBytes(),
      residentBytes: process.memoryUsage.rss(),
      startedAt: health.startedAt,
    },
    status: health.status,
    checks: health.checks,
    clock,
    migrations: {
      applied: health.migrations,
      known: journal.entries.length,
      newest: journal.entries.at(-1)?.tag ?? "",
    },
    configuration: ctx.variables.map((variable) => ({ ...variable })),
    work: workOf(figures, ctx),
    sizes: {
      ...databaseSizes,
      documents: figures.work.files,
      contentDeleted: figures.retention.deleted,
      disk: figures.disk,
    },
    certificates: figures.certificates.map(({ role, expiresAt }) => ({ role, expiresAt: expiresAt.toISOString() })),
    lastBackupAt: figures.lastBackupAt?.toISOString() ?? null,
    errors: { ...processErrors(), jobs: jobErrors },
  };
}

/** A container's limit is smaller than the machine's memory. Without a limit the number is absurdly large. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < os.totalmem() ? constrained : os.totalmem();
}

/** The database read its clock at some point between the request and the response. */
async function measureClock({ db }: Ctx): Promise<Diagnostics["clock"]> {
  const start = performance.now();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  const took = performance.now() - start;
  return {
    differenceMs: Math.round((rows[0]?.ms ?? Date.now()) - (Date.now() - took / 2)),
    uncertaintyMs: Math.ceil(took / 2),
  };
}

function workOf({ work, lanes, messages }: ServiceFigures, { engine }: Ctx): Diagnostics["work"] {
  const kinds = [...new Set([...Object.keys(work.jobsWaiting), ...Object.keys(work.jobsDead)])].sort();
  return {
    jobs: kinds.map((kind) => ({ kind, waiting: work.jobsWaiting[kind] ?? 0, dead: work.jobsDead[kind] ?? 0 })),
    lanes: laneNames.map((lane) => ({
      lane,
      due: lanes[lane].due,
      oldestSeconds: Math.round(lanes[lane].oldestSeconds),
    })),
    messagesFailing: messages.failing + messages.dead,
    deliveriesWaiting: work.deliveriesWaiting,
    webhooksDisabled: work.webhooksDisabled,
    engine: engine.load(),
  };
}

type TableRow = { name: string; bytes: number; rows: number };

async function readSizes({ db }: Ctx): Promise<Pick<Diagnostics["sizes"], "databaseBytes" | "tables">> {
  const { rows: tables } = await db.execute<TableRow>(sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(0, reltuples)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 2 desc limit 10`);
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  );
  return { databaseBytes: rows[0]?.bytes ?? 0, tables };
}

type JobErrorRow = { kind: string; attempts: number; dead: boolean; count: number };

/** The message of a failed job may contain an address, so only its kind is reported. */
async function readJobErrors({ db }: Ctx): Promise<JobErrorRow[]> {
  const { rows } = await db.execute<JobErrorRow>(sql`
    select kind, max(attempts)::int as attempts, dead_at is not null as dead, count(*)::int as count
    from outbox_jobs where done_at is null and last_error is not null group by kind, dead_at is not null order by kind, dead`);
  return rows;
}

function processErrors(): Omit<Diagnostics["errors"], "jobs"> {
  const services = [...new Set(countedCalls().map(({ service }) => service))].sort();
  const callsOf = (service: string, outcome: string): number =>
    countedCalls().find((call) => call.service === service && call.outcome === outcome)?.count ?? 0;
  return {
    requests: countedProblems()
      .toSorted((one, other) => other.lastAt.getTime() - one.lastAt.getTime())
      .map(({ lastAt, ...problem }) => ({ ...problem, lastAt: lastAt.toISOString() })),
    calls: services.map((service) => ({
      service,
      failed: callsOf(service, "failed"),
      succeeded: callsOf(service, "ok"),
    })),
    storage: countedStorageErrors(),
  };
}
