import { sql } from "drizzle-orm";
import type { z } from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { assertAdmin } from "@/lib/accounts/actor";
import type { healthReportAnswer } from "@/lib/administration/schema";
import type { Actor, Ctx } from "@/lib/context/context";
import { readClock } from "@/lib/documents/retention";
import type { DamagedDocument } from "@/lib/documents/storage/check-documents";
import { findDamaged } from "@/lib/documents/storage/damaged-blobs";
import { readSweepState, type SweepState } from "@/lib/documents/sweep";
import { DomainError } from "@/lib/platform/errors";
import { isProxyUntrusted } from "@/lib/platform/next/served-request";
import packageJson from "@/package.json";
import { judge, readWorkFigures, sum, worst, type HealthCheck, type WorkFigures } from "./judge";

interface HealthReport {
  checks: HealthCheck[];
  version: string;
  node: string;
  postgres: string;
  startedAt: Date;
  databaseMs: number;
  migrations: number;
  disk: { freeBytes: number; totalBytes: number } | null;
  timestamper: string | null;
  damaged: DamagedDocument[];
  sweep: SweepState;
  work: WorkFigures;
}

/**
 * The state of the service with the underlying figures: the checks of `/readyz`, and the operator's likely next
 * questions. Throws `forbidden`.
 */
export async function describeHealth(ctx: Ctx, actor: Actor): Promise<HealthReport> {
  assertAdmin(actor);
  const databaseMs = await measureAnswer(ctx);
  const documents = await succeeds(ctx.blobs.check());
  const [migrated, migrations, disk, work, postgres, damaged, clock, sweep] = await Promise.all([
    succeeds(mustBeMigrated(ctx)),
    countMigrations(ctx),
    ctx.blobs.space().catch(() => null),
    readWorkFigures(ctx),
    readVersion(ctx),
    documents ? findDamaged(ctx) : [],
    readClock(ctx),
    readSweepState(ctx),
  ]);
  const timestamper = ctx.timestamper?.url ?? null;
  return {
    checks: judge({
      databaseMs,
      migrated,
      documents,
      disk,
      work,
      usesMessageInbox: ctx.usesMessageInbox,
      hasTimestamper: timestamper !== null,
      damaged: damaged.length,
      behindUntrustedProxy: isProxyUntrusted(),
      retentionStopped: clock?.stopped != null,
      sweepStopped: sweep.kind !== "swept",
    }),
    version: packageJson.version,
    node: process.version.slice(1),
    postgres,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    databaseMs,
    migrations,
    disk,
    timestamper,
    damaged,
    sweep,
    work,
  };
}

function succeeds(check: Promise<unknown>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  );
}

async function readVersion(ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
  return rows[0]?.version ?? "";
}

export function toHealthWire({
  checks,
  version,
  node,
  postgres,
  startedAt,
  databaseMs,
  migrations,
  disk,
  timestamper,
  damaged,
  sweep,
  work,
}: HealthReport): z.infer<typeof healthReportAnswer> {
  return {
    status: worst(checks),
    checks,
    version,
    node,
    postgres,
    startedAt: startedAt.toISOString(),
    databaseMs,
    migrations,
    disk,
    jobs: { waiting: work.jobsDue, dead: sum(work.jobsDead), oldestSeconds: Math.round(work.oldestJobSeconds) },
    deliveries: {
      waiting: work.deliveriesWaiting,
      oldestSeconds: Math.round(work.oldestDeliverySeconds),
      disabledWebhooks: work.webhooksDisabled,
    },
    timestamps: { url: timestamper, waiting: work.jobsWaiting.augment ?? 0 },
    damaged: damaged.map(({ uuid, attachedTo, templateId, problem }) => ({
      uuid: attachedTo ?? uuid,
      templateId,
      problem,
    })),
    sweep: {
      state: sweep.kind,
      unknown: sweep.kind === "stopped" ? sweep.orphans : 0,
      total: sweep.kind === "stopped" ? sweep.total : 0,
    },
    documents: work.files,
  };
}

/** A result applies for this long, so that any number of requests for `/readyz` costs one check a second. */
const readyMs = 1000;
const lastChecks = new WeakMap<Ctx["secrets"], { check: Promise<void>; until: number }>();

/** `checkReadiness`, at most once a second: the result of a check that is running or began within the last second. */
export function assertReady(ctx: Ctx): Promise<void> {
  const last = lastChecks.get(ctx.secrets);
  if (last && performance.now() < last.until) return last.check;
  const until = performance.now() + readyMs;
  const next = { check: checkReadiness(ctx), until: Infinity };
  lastChecks.set(ctx.secrets, next);
  const end = (): void => void (next.until = until);
  next.check.then(end, end);
  return next.check;
}

/**
 * Whether this process can serve requests: database, migrations, blobs. Throws `unavailable` with the first one that
 * fails, but not the cause.
 */
async function checkReadiness(ctx: Ctx): Promise<void> {
  await must(() => mustAnswer(ctx), "The database does not answer");
  await must(() => mustBeMigrated(ctx), "The database is not migrated.");
  await must(() => ctx.blobs.check(), "The document store is not writable.");
}

async function must(check: () => Promise<unknown>, detail: string): Promise<void> {
  try {
    await check();
  } catch (cause) {
    throw new DomainError("unavailable", { detail, cause });
  }
}

/** Rejects if the database does not respond. */
async function mustAnswer(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select 1`);
}

const probes = 3;

/**
 * The database's response time in milliseconds: the best of three, because a query that waits behind other work says
 * nothing about the database. Rejects if it does not respond.
 */
export async function measureAnswer(ctx: Ctx): Promise<number> {
  const times: number[] = [];
  for (let probe = 0; probe < probes; probe++) {
    const startedAt = performance.now();
    await mustAnswer(ctx);
    times.push(performance.now() - startedAt);
  }
  return Math.round(Math.min(...times));
}

/** Rejects if migrations are missing. Drizzle records each with the time of its journal entry. */
async function mustBeMigrated(ctx: Ctx): Promise<void> {
  const newest = Math.max(...journal.entries.map((entry) => entry.when));
  const result = await ctx.db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  if (Number(result.rows[0]?.newest ?? 0) < newest) throw new Error("migrations are missing");
}

/** The number of migrations applied to the database. */
async function countMigrations(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.count ?? 0;
}
