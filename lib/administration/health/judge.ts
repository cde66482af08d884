import { sql } from "drizzle-orm";
import type { healthChecks, healthStates } from "@/lib/administration/schema";
import type { Ctx } from "@/lib/context/context";

export interface HealthCheck {
  name: (typeof healthChecks)[number];
  state: (typeof healthStates)[number];
}

export interface HealthFacts {
  databaseMs: number;
  migrated: boolean;
  documents: boolean;
  disk: { freeBytes: number; totalBytes: number } | null;
  work: WorkFigures;
  usesMessageInbox: boolean;
  hasTimestamper: boolean;
  /** Number of documents found to be damaged. */
  damaged: number;
  behindUntrustedProxy: boolean;
  /** The clock jumped, and nothing is deleted until an administrator confirms it. */
  retentionStopped: boolean;
  /** The last sweep found a storage that does not match the database, and moved none of the unknown blobs. */
  sweepStopped: boolean;
}

const slowDatabaseMs = 250;
/**
 * A worker polls every 5 s, and failed work waits for its retry. Work that is due for longer is not being processed.
 */
const lateSeconds = 120;
const gibibyte = 1024 ** 3;

/**
 * Judges the figures. Documents of 100 MB need room for several at once, so low disk space is measured in bytes, not as
 * a share.
 */
export function judge({
  databaseMs,
  migrated,
  documents,
  disk,
  work,
  usesMessageInbox,
  hasTimestamper,
  damaged,
  behindUntrustedProxy,
  retentionStopped,
  sweepStopped,
}: HealthFacts): HealthCheck[] {
  return [
    { name: "database", state: databaseMs > slowDatabaseMs ? "warning" : "ok" },
    { name: "migrations", state: migrated ? "ok" : "failing" },
    { name: "documents", state: documents && damaged === 0 ? "ok" : "failing" },
    { name: "disk", state: diskState(disk) },
    {
      name: "jobs",
      state: work.oldestJobSeconds > lateSeconds ? "failing" : sum(work.jobsDead) > 0 ? "warning" : "ok",
    },
    {
      name: "webhooks",
      state: work.oldestDeliverySeconds > lateSeconds ? "failing" : work.webhooksDisabled > 0 ? "warning" : "ok",
    },
    { name: "mail", state: usesMessageInbox ? "warning" : "ok" },
    { name: "timestamps", state: !hasTimestamper ? "off" : (work.jobsDead.augment ?? 0) > 0 ? "warning" : "ok" },
    { name: "proxy", state: behindUntrustedProxy ? "warning" : "ok" },
    { name: "retention", state: retentionStopped ? "warning" : "ok" },
    { name: "sweep", state: sweepStopped ? "failing" : "ok" },
  ];
}

/** The worst state of the checks. */
export function worst(checks: readonly HealthCheck[]): "ok" | "warning" | "failing" {
  if (checks.some(({ state }) => state === "failing")) return "failing";
  return checks.some(({ state }) => state === "warning") ? "warning" : "ok";
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function diskState(disk: HealthFacts["disk"]): HealthCheck["state"] {
  if (!disk) return "warning";
  return disk.freeBytes < gibibyte / 4 ? "failing" : disk.freeBytes < 2 * gibibyte ? "warning" : "ok";
}

/**
 * The amount of waiting work, over all processes, as gauges for an operator. Ages are in seconds, 0 if nothing is
 * waiting.
 */
export interface WorkFigures {
  /** By the kind of job. */
  jobsWaiting: Record<string, number>;
  jobsDead: Record<string, number>;
  /** Waiting jobs that are due or have failed before. The others are scheduled for later. */
  jobsDue: number;
  oldestJobSeconds: number;
  deliveriesWaiting: number;
  oldestDeliverySeconds: number;
  webhooksDisabled: number;
  /** By the name of the state. */
  files: Record<string, number>;
}

type Row = Omit<WorkFigures, "jobsWaiting" | "jobsDead" | "files"> & {
  jobsWaiting: Record<string, number> | null;
  jobsDead: Record<string, number> | null;
  files: Record<string, number> | null;
};

/** Reads all of them in one statement. */
export async function readWorkFigures(ctx: Ctx): Promise<WorkFigures> {
  const {
    rows: [row],
  } = await ctx.db.execute<Row & Record<string, unknown>>(sql`select
    (select jsonb_object_agg(kind, count) from (select kind, count(*) from outbox_jobs where done_at is null and dead_at is null group by kind) waiting) as "jobsWaiting",
    (select jsonb_object_agg(kind, count) from (select kind, count(*) from outbox_jobs where dead_at is not null group by kind) dead) as "jobsDead",
    (select count(*)::int from outbox_jobs where done_at is null and dead_at is null and (run_at <= now() or attempts > 0)) as "jobsDue",
    (select coalesce(greatest(0, extract(epoch from now() - min(run_at))), 0)::float8 from outbox_jobs where done_at is null and dead_at is null) as "oldestJobSeconds",
    (select count(*)::int from webhook_deliveries where status = 'pending') as "deliveriesWaiting",
    (select coalesce(greatest(0, extract(epoch from now() - min(next_attempt_at))), 0)::float8 from webhook_deliveries where status = 'pending') as "oldestDeliverySeconds",
    (select count(*)::int from webhook_endpoints where disabled_at is not null) as "webhooksDisabled",
    (select jsonb_object_agg(status, count) from (select status, count(*) from files where envelope_id is null group by status) by_status) as "files"`);
  if (!row) throw new Error("the database returned no figures");
  return { ...row, jobsWaiting: row.jobsWaiting ?? {}, jobsDead: row.jobsDead ?? {}, files: row.files ?? {} };
}
