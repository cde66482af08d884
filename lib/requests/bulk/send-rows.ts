import { and, asc, count, eq, isNull, lte, or, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import {
  bulkRows,
  bulkSends,
  type BulkPauseReason,
  type BulkRow,
  type BulkRowProblem,
  type BulkSend,
} from "@/db/schema/bulk";
import { templates, templateVersions, type TemplateVersion } from "@/db/schema/templates";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { DomainError, readPointerStep } from "@/lib/platform/errors";
import { recordBulkEvent } from "@/lib/records/audit/record-events";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { isOutage } from "@/lib/records/outbox/worker";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { findInvitationWait } from "@/lib/requests/notices/invitation-limits";
import { personInput } from "./check-rows";
import { pauseForReason } from "./control";
import { enqueueBulkSend } from "./start";

/** The time that one job may take: bulk sends take turns. */
const sliceMs = 4000;

/** Errors that concern every row of a bulk send: it pauses, and its owner resumes it once they are fixed. */
const pausing: Readonly<Record<string, BulkPauseReason>> = {
  unauthenticated: "credentials_changed",
  not_found: "template_deleted",
  email_unproved: "email_unproved",
  forbidden: "forbidden",
  quota_exceeded: "quota_exceeded",
  gateway_not_configured: "gateway_not_configured",
  method_not_allowed_here: "method_not_allowed_here",
};

/** Thrown in the transaction of a row that must no longer be sent. */
class NotThisRow extends Error {}

type Outcome =
  | { kind: "sent" | "failed" | "overtaken" | "postponed" }
  | { kind: "wait"; seconds: number }
  | { kind: "pause"; reason: BulkPauseReason };

/**
 * The job of a bulk send: creates and releases the documents of its next rows, for a few seconds, and queues the next
 * job. A row's document is created and the row marked in one transaction, so that a crash neither loses nor repeats
 * one. Throws errors unrelated to the row, so that the job is retried.
 */
export async function sendBulkRows(ctx: Ctx, { bulkSendId, turn }: OutboxPayloads["bulkSend"]): Promise<void> {
  const endsAt = performance.now() + sliceMs;
  const work = await readWork(ctx, bulkSendId);
  if (!work || work.bulkSend.turn !== turn || work.bulkSend.state !== "running") return;
  do {
    const row = await nextRow(ctx, bulkSendId);
    if (!row) return settle(ctx, work.bulkSend);
    const outcome = await sendRow(ctx, work, row);
    if (outcome.kind === "overtaken") return;
    if (outcome.kind === "pause") return pauseForReason(ctx, work.bulkSend, outcome.reason);
    if (outcome.kind === "wait") return continueBulkSend(ctx, work.bulkSend, outcome.seconds);
  } while (performance.now() < endsAt);
  return continueBulkSend(ctx, work.bulkSend, 0);
}

interface Work {
  bulkSend: BulkSend;
  actor: AccountActor;
  /** Null: the template is deleted. */
  version: TemplateVersion | null;
}

async function readWork(ctx: Ctx, id: number): Promise<Work | null> {
  const [found] = await ctx.db
    .select({ bulkSend: bulkSends, account: accounts, version: templateVersions, deletedAt: templates.deletedAt })
    .from(bulkSends)
    .innerJoin(accounts, eq(accounts.id, bulkSends.ownerId))
    .innerJoin(templates, eq(templates.id, bulkSends.templateId))
    .leftJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.number, bulkSends.templateVersion)),
    )
    .where(eq(bulkSends.id, id));
  if (!found) return null;
  const { bulkSend, account, version, deletedAt } = found;
  // The transaction of each row compares this version with the account's: a reset password stops the bulk send.
  const owner = { ...account, credentialsVersion: bulkSend.credentialsVersion };
  return {
    bulkSend,
    actor: { kind: "account", account: owner, proof: "session", scopes: ["write"], signedInAt: null },
    version: deletedAt === null ? version : null,
  };
}

async function nextRow(ctx: Ctx, bulkSendId: number): Promise<BulkRow | null> {
  const [row] = await ctx.db
    .select()
    .from(bulkRows)
    .where(
      and(
        eq(bulkRows.bulkSendId, bulkSendId),
        eq(bulkRows.state, "queued"),
        or(isNull(bulkRows.notBefore), lte(bulkRows.notBefore, sql`now()`)),
      ),
    )
    .orderBy(asc(bulkRows.number))
    .limit(1);
  return row ?? null;
}

async function sendRow(ctx: Ctx, work: Work, row: BulkRow): Promise<Outcome> {
  try {
    const wait = await waitFor(ctx, work, row);
    if (wait?.scope === "account") return { kind: "wait", seconds: wait.seconds };
    if (wait) return await postpone(ctx, row, wait.seconds);
    await createRequest(ctx, work, row);
    return { kind: "sent" };
  } catch (error) {
    return outcomeOf(ctx, row, error);
  }
}

async function waitFor(ctx: Ctx, { actor, version }: Work, { people }: BulkRow) {
  if (!version) throw new DomainError("not_found");
  const silent = new Set(version.roles.filter(({ notify }) => !notify).map(({ name }) => name));
  return findInvitationWait(
    ctx,
    actor.account,
    people.map(({ role, email }) => ({ email, notify: !silent.has(role) })),
  );
}

async function createRequest(ctx: Ctx, { bulkSend, actor }: Work, row: BulkRow): Promise<void> {
  await createFromTemplate(
    ctx,
    actor,
    {
      id: bulkSend.templateId,
      version: bulkSend.templateVersion,
      people: Object.fromEntries(row.people.map(({ role, ...person }) => [role, personInput(person)])),
      values: row.values,
      ...(row.title === null ? {} : { name: row.title }),
      status: 1,
    },
    {
      bulkSendId: bulkSend.id,
      row: row.number,
      claim: (tx) => claimRow(tx, bulkSend.id, row.number),
      note: async (tx, fileId) => {
        await tx.db.update(bulkRows).set({ fileId }).where(isRow(row));
      },
    },
  );
}

/** A pause or cancellation locks the bulk send's row, so it takes effect before or after this, never in between. */
async function claimRow(tx: Ctx, bulkSendId: number, number: number): Promise<void> {
  const [bulkSend] = await tx.db
    .select({ state: bulkSends.state })
    .from(bulkSends)
    .where(eq(bulkSends.id, bulkSendId))
    .for("share");
  if (bulkSend?.state !== "running") throw new NotThisRow();
  const taken = await tx.db
    .update(bulkRows)
    .set({ state: "sent", problem: null, notBefore: null, changedAt: sql`now()` })
    .where(and(isRow({ bulkSendId, number }), eq(bulkRows.state, "queued")))
    .returning({ number: bulkRows.number });
  if (taken.length === 0) throw new NotThisRow();
}

async function outcomeOf(ctx: Ctx, row: BulkRow, error: unknown): Promise<Outcome> {
  if (error instanceof NotThisRow) return { kind: "overtaken" };
  if (isOutage(error)) throw error;
  if (error instanceof DomainError) {
    const reason = pausing[error.code];
    if (reason) return { kind: "pause", reason };
    // Other requests of the account have reached the limit since it was checked.
    if (error.code === "rate_limited") return { kind: "wait", seconds: error.retryAfterSeconds ?? 60 };
  } else ctx.log.error({ err: error, bulkSend: row.bulkSendId, row: row.number }, "a row of a bulk send failed");
  await fail(ctx, row, problemOf(error));
  return { kind: "failed" };
}

/** A column is named as in `POST /templates/{id}/bulk-sends/check`, or by its field. */
function problemOf(error: unknown): BulkRowProblem {
  if (!(error instanceof DomainError))
    return { code: "internal", column: null, detail: "The request could not be made" };
  const [first] = error.violations;
  const [, kind, name] = /^\/(people|values)\/([^/]+)/.exec(first?.pointer ?? "") ?? [];
  const column = name === undefined ? null : readPointerStep(name);
  return {
    code: first?.code ?? error.code,
    column: kind === "people" ? `${column ?? ""} e-mail` : column,
    detail: first?.detail ?? error.detail ?? error.code,
  };
}

async function fail(ctx: Ctx, row: BulkRow, problem: BulkRowProblem): Promise<void> {
  await ctx.db
    .update(bulkRows)
    .set({ state: "failed", problem, changedAt: sql`now()` })
    .where(and(isRow(row), eq(bulkRows.state, "queued")));
}

/** The address gets no more invitations for now; the other rows go on. */
async function postpone(ctx: Ctx, row: BulkRow, seconds: number): Promise<Outcome> {
  await ctx.db
    .update(bulkRows)
    .set({ notBefore: sql`now() + make_interval(secs => ${seconds}::int)` })
    .where(and(isRow(row), eq(bulkRows.state, "queued")));
  return { kind: "postponed" };
}

/** Called when no row is due: the bulk send is complete, or its last rows wait for a limit on their address. */
async function settle(ctx: Ctx, bulkSend: BulkSend): Promise<void> {
  const { rows } = await ctx.db.execute<{ seconds: string | null }>(sql`
    select extract(epoch from min(not_before) - now()) as seconds from bulk_rows where bulk_send_id = ${bulkSend.id} and state = 'queued'`);
  const seconds = rows[0]?.seconds ?? null;
  if (seconds === null) await completeBulkSend(ctx, bulkSend);
  else await continueBulkSend(ctx, bulkSend, Math.max(1, Math.ceil(Number(seconds))));
}

/** Queues the next job, unless the bulk send was changed in the meantime: that change has queued one. */
async function continueBulkSend(ctx: Ctx, { id, turn }: BulkSend, seconds: number): Promise<void> {
  const waitsUntil = seconds > 0 ? new Date((await ctx.now()).getTime() + seconds * 1000) : null;
  await ctx.tx(async (tx) => {
    const [next] = await tx.db
      .update(bulkSends)
      .set({ turn: turn + 1, waitsUntil })
      .where(and(eq(bulkSends.id, id), eq(bulkSends.turn, turn), eq(bulkSends.state, "running")))
      .returning();
    if (next) await enqueueBulkSend(tx, next, waitsUntil ?? undefined);
  });
  ctx.wakeOutbox();
}

function isRow({ bulkSendId, number }: Pick<BulkRow, "bulkSendId" | "number">) {
  return and(eq(bulkRows.bulkSendId, bulkSendId), eq(bulkRows.number, number));
}

/**
 * Ends a bulk send whose last row is sent or failed, and notifies the owner's webhooks. Does nothing while rows are
 * queued.
 */
async function completeBulkSend(ctx: Ctx, { id }: Pick<BulkSend, "id">): Promise<void> {
  await ctx.tx(async (tx) => {
    const [bulkSend] = await tx.db.select().from(bulkSends).where(eq(bulkSends.id, id)).for("update");
    if (bulkSend?.state !== "running") return;
    const counted = await tx.db
      .select({ state: bulkRows.state, count: count() })
      .from(bulkRows)
      .where(eq(bulkRows.bulkSendId, id))
      .groupBy(bulkRows.state);
    const countOf = (state: string): number => counted.find((row) => row.state === state)?.count ?? 0;
    if (countOf("queued") > 0) return;
    await tx.db
      .update(bulkSends)
      .set({ state: "completed", waitsUntil: null, endedAt: sql`now()` })
      .where(and(eq(bulkSends.id, id), eq(bulkSends.state, "running")));
    await recordBulkEvent(tx, bulkSend.ownerId, {
      bulkSendId: id,
      templateId: bulkSend.templateId,
      name: bulkSend.name,
      total: bulkSend.total,
      sent: countOf("sent"),
      failed: countOf("failed"),
      url: `${tx.publicUrl}/bulk-sends/${id}`,
    });
  });
  ctx.wakeOutbox();
}
