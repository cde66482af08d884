import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { accounts } from "@/db/schema/accounts";
import { files } from "@/db/schema/files";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd, assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getReadableFile, lockOwnFile } from "@/lib/documents/access";
import { assertNotInEnvelope } from "@/lib/documents/envelopes/pdfs";
import {
  confirmClock,
  dueSql,
  endedSql,
  mayBecomeDueSql,
  periodSql,
  plannedSql,
  readClock,
  selectEnding,
  type PeriodSource,
} from "@/lib/documents/retention";
import { DomainError } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";
import type { accountRetentionAnswer, dueListAnswer, retentionAnswer } from "../schema";

export type Retention = z.infer<typeof retentionAnswer>;

/** When the content of a document will be deleted, for those who may read it. Throws `not_found`. */
export async function showRetention(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Retention> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  await assertNotInEnvelope(ctx, file);
  return readRetention(ctx, file.id);
}

/**
 * The sender sets or removes a retention period for a single document. Throws `not_found`, `forbidden`,
 * `content_deleted`.
 */
export async function setDocumentRetention(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; days: number | null },
): Promise<Retention> {
  const uuid = toUuid(input.uuid);
  return ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    if (file.contentDeletedAt) throw new DomainError("content_deleted");
    if (file.retentionDays !== input.days) {
      await tx.db.update(files).set({ retentionDays: input.days }).where(eq(files.id, file.id));
      await appendAuditEvent(tx, actor, file.id, { type: "retention.changed", data: { days: input.days } });
    }
    await markDone(tx, {});
    return readRetention(tx, file.id);
  });
}

/**
 * An administrator sets a retention period for the documents of one sender. A changed period needs fresh proof. Throws
 * `forbidden`, `reauth_required`, `not_found`.
 */
export async function setAccountRetention(
  ctx: Ctx,
  actor: Actor,
  input: { id: number; days: number | null },
): Promise<z.infer<typeof accountRetentionAnswer>> {
  const acting = assertAdmin(actor);
  const id = toId(input.id);
  await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const [sender] = await tx.db
      .select({ days: accounts.retentionDays })
      .from(accounts)
      .where(eq(accounts.id, id))
      .for("no key update");
    if (!sender) throw new DomainError("not_found");
    if (sender.days !== input.days) await assertFreshProof(tx, acting);
    await tx.db.update(accounts).set({ retentionDays: input.days }).where(eq(accounts.id, id));
    await recordAdminActivity(tx, acting, "retention.changed", { accountId: id, days: input.days ?? 0 });
    await markDone(tx, {});
  });
  return { accountId: id, days: input.days };
}

/**
 * An administrator puts a document on legal hold, or lifts the hold. While it is held, nothing of it is deleted for any
 * reason. Afterwards its deletion is announced again. Lifting needs fresh proof. Throws `forbidden`, `reauth_required`,
 * `not_found`, `content_deleted`.
 */
export async function setLegalHold(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; onHold: boolean },
): Promise<Retention> {
  const acting = assertAdmin(actor);
  if (!input.onHold) await assertFreshProof(ctx, acting);
  return ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    const [file] = await tx.db
      .select()
      .from(files)
      .where(eq(files.uuid, toUuid(input.uuid)))
      .for("update");
    if (!file) throw new DomainError("not_found");
    await assertNotInEnvelope(tx, file);
    if (file.contentDeletedAt !== null || file.status === "deleted") throw new DomainError("content_deleted");
    if ((file.heldAt !== null) !== input.onHold) {
      await tx.db
        .update(files)
        .set({ heldAt: input.onHold ? sql`now()` : null, contentDueAt: null })
        .where(eq(files.id, file.id));
      const type = input.onHold ? "hold.placed" : "hold.lifted";
      await appendAuditEvent(tx, actor, file.id, { type });
      await recordAdminActivity(tx, acting, type, { fileId: file.id });
    }
    await markDone(tx, {});
    return readRetention(tx, file.id);
  });
}

/** The current hold, for an administrator. Throws `forbidden`, `not_found`. */
export async function showHold(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<Retention> {
  assertAdmin(actor);
  const [file] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.uuid, toUuid(input.uuid)));
  if (!file) throw new DomainError("not_found");
  return readRetention(ctx, file.id);
}

async function readRetention({ db }: Ctx, fileId: number): Promise<Retention> {
  const { rows } = await db.execute<{
    uuid: string;
    days: number | null;
    from: PeriodSource | null;
    deletionAt: string | Date | null;
    announced: boolean;
    onHold: boolean;
    contentDeletedAt: string | Date | null;
  }>(sql`
    select f.uuid, ${periodSql} as days,
      case when f.retention_days is not null then 'document' when r.retention_days is not null then 'account' when ${periodSql} is not null then 'instance' end as "from",
      ${plannedSql} as "deletionAt", f.content_due_at is not null as announced, f.held_at is not null as "onHold", f.content_deleted_at as "contentDeletedAt"
    from files f join accounts r on r.id = f.requester_id where f.id = ${fileId}`);
  const [row] = rows;
  if (!row) throw new DomainError("not_found");
  return { ...row, deletionAt: toIso(row.deletionAt), contentDeletedAt: toIso(row.contentDeletedAt) };
}

function toIso(at: string | Date | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const listed = 200;

/**
 * The documents whose content will be deleted within `withinDays`, with the current periods or with `ifDays` as the
 * instance's period. A dry run that changes nothing. Throws `forbidden`.
 */
export async function listDue(
  ctx: Ctx,
  actor: Actor,
  { withinDays = 30, ifDays }: { withinDays?: number | undefined; ifDays?: number | undefined },
): Promise<z.infer<typeof dueListAnswer>> {
  assertAdmin(actor);
  const days = ifDays === undefined ? periodSql : sql`coalesce(f.retention_days, r.retention_days, ${ifDays}::int)`;
  const due = ifDays === undefined ? dueSql : sql`(${endedSql} + make_interval(days => ${days}))`;
  const columns = sql`f.id, f.uuid, f.name, r.id as "sentBy", r.display_name as "sentByName", ${endedSql} as "endedAt", ${days} as days,
    ${ifDays === undefined ? plannedSql : sql`greatest(${due}, now() + interval '14 days')`} as "deletionAt", f.content_due_at is not null as announced`;
  const isDue = sql`${mayBecomeDueSql} and ${due} <= now() + make_interval(days => ${withinDays}::int)`;
  const { rows } = await ctx.db.execute<DueRow>(sql`
    select *, count(*) over ()::int as total from (${selectEnding(columns, isDue, { withinDays, instanceDays: ifDays })}) due
    order by "deletionAt", id limit ${listed}::int`);
  const held = await readHeld(ctx);
  return {
    data: rows.map(({ uuid, name, sentBy, sentByName, endedAt, days: period, deletionAt, announced }) => ({
      uuid,
      name,
      sentBy: { id: sentBy, displayName: sentByName },
      endedAt: new Date(endedAt).toISOString(),
      days: period,
      deletionAt: new Date(deletionAt).toISOString(),
      announced,
    })),
    total: rows[0]?.total ?? 0,
    onHold: held[0]?.total ?? 0,
    held: held.map(({ uuid, name, sentBy, sentByName, heldAt }) => ({
      uuid,
      name,
      sentBy: { id: sentBy, displayName: sentByName },
      heldAt: new Date(heldAt).toISOString(),
    })),
    clock: (await readClock(ctx))?.stopped ?? null,
  };
}

interface DueRow extends Record<string, unknown> {
  uuid: string;
  name: string;
  sentBy: number;
  sentByName: string;
  endedAt: string | Date;
  days: number;
  deletionAt: string | Date;
  announced: boolean;
  total: number;
}

interface HeldRow extends Record<string, unknown> {
  uuid: string;
  name: string;
  sentBy: number;
  sentByName: string;
  heldAt: string | Date;
  total: number;
}

async function readHeld({ db }: Ctx): Promise<HeldRow[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    select f.uuid, f.name, r.id as "sentBy", r.display_name as "sentByName", f.held_at as "heldAt", count(*) over ()::int as total
    from files f join accounts r on r.id = f.requester_id
    where f.held_at is not null and f.content_deleted_at is null and f.envelope_id is null order by f.held_at desc, f.id limit ${listed}::int`);
  return rows;
}

/**
 * An administrator confirms that the clock is right, after it jumped. Deletions continue then, so this needs a fresh
 * proof, like the period itself. Throws `forbidden`, `reauth_required`.
 */
export async function confirmRetentionClock(ctx: Ctx, actor: Actor): Promise<{ message: string }> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    await confirmClock(tx);
    await recordAdminActivity(tx, acting, "retention.clock_confirmed", {});
    await markDone(tx, {});
  });
  return clockConfirmed;
}

export const clockConfirmed = { message: "Deletions continue. Announced deletions are announced again." };
