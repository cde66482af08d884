import { and, desc, eq, lt, sql } from "drizzle-orm";
import { documentTimestamps } from "@/db/schema/augmentation";
import { files } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { enqueue } from "@/lib/records/outbox/enqueue";

/** A new timestamp is due this long before the authority's certificate expires. */
const renewalDays = 90;
/** The maximum per sweep; the next sweep continues. */
const filesPerSweep = 200;

/** True when the certificate behind the file's newest document timestamp expires soon. */
export async function isRenewalDue(ctx: Ctx, fileId: number): Promise<boolean> {
  const [newest] = await ctx.db
    .select({
      isDue: sql<boolean>`${documentTimestamps.certificateEndsAt} < now() + make_interval(days => ${renewalDays}::int)`,
      at: documentTimestamps.at,
    })
    .from(documentTimestamps)
    .where(eq(documentTimestamps.fileId, fileId))
    .orderBy(desc(documentTimestamps.id))
    .limit(1);
  return newest?.isDue === true && !(await isFresh(ctx, newest.at));
}

/** Prevents endless renewals with an authority whose certificates last a month: at most one timestamp per renewal period. */
async function isFresh(ctx: Ctx, at: Date): Promise<boolean> {
  return (await ctx.now()).getTime() - at.getTime() < (renewalDays / 3) * 86_400_000;
}

/** Enqueues every file whose newest document timestamp is due for renewal (ETSI EN 319 142-1, 5.5). */
export async function enqueueRenewals(ctx: Ctx): Promise<void> {
  if (!ctx.timestamper) return;
  const newest = ctx.db
    .selectDistinctOn([documentTimestamps.fileId])
    .from(documentTimestamps)
    .orderBy(documentTimestamps.fileId, desc(documentTimestamps.id))
    .as("newest");
  const due = await ctx.db
    .select({ fileId: files.id, revision: files.revision })
    .from(newest)
    .innerJoin(files, eq(files.id, newest.fileId))
    .where(
      and(
        eq(files.status, "signed"),
        lt(newest.certificateEndsAt, sql`now() + make_interval(days => ${renewalDays}::int)`),
        lt(newest.at, sql`now() - make_interval(days => ${renewalDays / 3}::int)`),
      ),
    )
    .limit(filesPerSweep);
  for (const { fileId, revision } of due)
    await enqueue(ctx, "augment", { fileId }, { dedupeKey: `augment:${fileId}:${revision}` });
  if (due.length > 0) ctx.wakeOutbox();
}
