import { sql } from "drizzle-orm";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { findDamaged, type DamagedDocument } from "@/lib/files/check-documents";
import packageJson from "@/package.json";
import { isBehindUntrustedProxy } from "./behind-proxy";
import { judge, type HealthCheck } from "./judge";
import { countMigrations, measureAnswer, mustBeMigrated } from "./readiness";
import { readWorkFigures, type WorkFigures } from "./work-figures";

export interface HealthReport {
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
  work: WorkFigures;
}

/** How the service is, with the figures behind it: what `/readyz` asks, and what an operator would ask next. Throws `forbidden`. */
export async function describeHealth(ctx: Ctx, actor: Actor): Promise<HealthReport> {
  assertAdmin(actor);
  const databaseMs = await measureAnswer(ctx);
  const documents = await holds(ctx.blobs.check());
  const [migrated, migrations, disk, work, postgres, damaged, behindUntrustedProxy] = await Promise.all([
    holds(mustBeMigrated(ctx)),
    countMigrations(ctx),
    ctx.blobs.space().catch(() => null),
    readWorkFigures(ctx),
    readVersion(ctx),
    findDamaged(ctx),
    isBehindUntrustedProxy(ctx),
  ]);
  const timestamper = ctx.timestamper?.url ?? null;
  return {
    checks: judge({
      databaseMs,
      migrated,
      documents,
      disk,
      work,
      mailIsKept: ctx.mailIsKept,
      hasTimestamper: timestamper !== null,
      damaged: damaged.length,
      behindUntrustedProxy,
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
    work,
  };
}

function holds(check: Promise<unknown>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  );
}

async function readVersion(ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
  return rows[0]?.version ?? "";
}
