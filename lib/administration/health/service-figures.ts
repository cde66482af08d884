import { sql } from "drizzle-orm";
import { lastBackupAt } from "@/lib/administration/backup/last-backup";
import { certificateEnds, type CertificateEnd } from "@/lib/authority/authorities";
import type { Ctx } from "@/lib/context/context";
import { readClock } from "@/lib/documents/retention";
import { countDamaged } from "@/lib/documents/storage/damaged-blobs";
import { readSweepState } from "@/lib/documents/sweep";
import { factsOf, laneNames, laneOf, type LaneName } from "@/lib/records/outbox/kinds";
import { readWorkFigures, type WorkFigures } from "./judge";

/** Jobs in one lane of the outbox. */
interface LaneFigures {
  due: number;
  /** How long the oldest due job has been due. */
  oldestSeconds: number;
}

/** Figures for the operator, over all processes. */
export interface ServiceFigures {
  work: WorkFigures;
  lanes: Record<LaneName, LaneFigures>;
  /** E-mails and messages whose last attempt failed: those to be retried, and those that failed permanently. */
  messages: { failing: number; dead: number };
  /** The disk that holds documents or uploads. Null if it cannot be determined. */
  disk: { freeBytes: number; totalBytes: number } | null;
  certificates: CertificateEnd[];
  retention: { deleted: number; announced: number; isStopped: boolean };
  /** The last sweep moved none of the unknown blobs, because the storage does not match the database. */
  isSweepStopped: boolean;
  /** Documents and templates whose stored bytes are missing or altered. */
  damaged: number;
  lastBackupAt: Date | null;
}

export async function readServiceFigures(ctx: Ctx): Promise<ServiceFigures> {
  const [work, kinds, disk, certificates, retention, clock, sweep, damaged, backupAt] = await Promise.all([
    readWorkFigures(ctx),
    readKinds(ctx),
    ctx.blobs.space().catch(() => null),
    certificateEnds(ctx),
    readRetention(ctx),
    readClock(ctx),
    readSweepState(ctx),
    countDamaged(ctx),
    lastBackupAt(ctx),
  ]);
  const messages = kinds.filter(({ kind }) => factsOf(kind)?.sendsMessage === true);
  return {
    work,
    lanes: byLane(kinds),
    messages: { failing: total(messages, "failing"), dead: total(messages, "dead") },
    disk,
    certificates,
    retention: { ...retention, isStopped: clock?.stopped != null },
    isSweepStopped: sweep.kind !== "swept",
    damaged,
    lastBackupAt: backupAt,
  };
}

type KindRow = { kind: string; due: number; failing: number; dead: number; oldestSeconds: number };

async function readKinds({ db }: Ctx): Promise<KindRow[]> {
  const { rows } = await db.execute<KindRow>(sql`select kind,
    (count(*) filter (where dead_at is null and run_at <= now()))::int as due,
    (count(*) filter (where dead_at is null and last_error is not null))::int as failing,
    (count(*) filter (where dead_at is not null))::int as dead,
    coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where dead_at is null))), 0)::float8 as "oldestSeconds"
    from outbox_jobs where done_at is null group by kind`);
  return rows;
}

function byLane(kinds: readonly KindRow[]): Record<LaneName, LaneFigures> {
  const lanes = laneNames.map((lane): [LaneName, LaneFigures] => {
    const own = kinds.filter(({ kind }) => laneOf(kind) === lane);
    const oldestSeconds = Math.max(0, ...own.map((row) => row.oldestSeconds));
    return [lane, { due: total(own, "due"), oldestSeconds }];
  });
  return Object.fromEntries(lanes) as Record<LaneName, LaneFigures>;
}

function total(rows: readonly KindRow[], member: "due" | "failing" | "dead"): number {
  return rows.reduce((sum, row) => sum + row[member], 0);
}

async function readRetention({ db }: Ctx): Promise<{ deleted: number; announced: number }> {
  const { rows } = await db.execute<{ deleted: number; announced: number }>(sql`select
    (select count(*)::int from files where content_deleted_at is not null and envelope_id is null) as deleted,
    (select count(*)::int from files where content_due_at is not null and content_deleted_at is null and envelope_id is null) as announced`);
  return rows[0] ?? { deleted: 0, announced: 0 };
}
