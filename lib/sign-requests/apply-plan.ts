import { eq, inArray, sql } from "drizzle-orm";
import { elements, signRequests, type File } from "@/db/schema/files";
import { appendAuditEvent, appendAuditEvents } from "@/lib/audit/append";
import { Personal, type NewAuditEvent } from "@/lib/audit/events";
import type { Actor, Ctx } from "@/lib/context";
import { makeLink } from "./link";
import type { ChangedSigner, NewSigner, SignerPlan } from "./plan-signers";
import { queueMail } from "./queue-mail";

/** Ids for new signers, taken before their rows exist: the names of their fields in the PDF hold them. */
export async function reserveSignRequestIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const result = await ctx.db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('sign_requests', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return result.rows.map((row) => Number(row.id));
}

/** Writes a plan in the caller's transaction, with one audit event a signer; told signers who go are told so. */
export async function applySignerPlan(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  plan: SignerPlan,
  identifyMethods: readonly string[],
): Promise<void> {
  if (plan.removed.length > 0) {
    await ctx.db
      .update(signRequests)
      .set({ removedAt: sql`now()`, closedAt: sql`now()`, status: "cancelled" })
      .where(
        inArray(
          signRequests.id,
          plan.removed.map((signer) => signer.id),
        ),
      );
  }
  await addSigners(ctx, actor, file, plan.added, identifyMethods);
  for (const { from, to } of plan.replacements)
    await ctx.db
      .update(elements)
      .set({ signRequestId: to, updatedAt: sql`now()` })
      .where(eq(elements.signRequestId, from));
  for (const signer of plan.kept) await changeSigner(ctx, actor, file, signer);
  await removeSigners(ctx, actor, file, plan);
}

async function addSigners(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  added: readonly NewSigner[],
  identifyMethods: readonly string[],
): Promise<void> {
  const fileCreatedAt = sql`(select created_at from files where id = ${file.id})`;
  const [first, ...others] = added.map((signer): NewAuditEvent => ({
    type: "signer.added",
    data: {
      signRequestId: signer.id,
      email: new Personal(signer.email),
      signMethod: signer.signMethod,
      signingOrder: signer.signingOrder,
    },
  }));
  if (!first) return;
  await ctx.db
    .insert(signRequests)
    .values(
      added.map((signer) => ({
        ...signer,
        ...makeLink(ctx),
        fileId: file.id,
        fileCreatedAt,
        identifyMethods: [...identifyMethods],
      })),
    );
  await appendAuditEvents(ctx, actor, file.id, [first, ...others]);
}

async function changeSigner(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  { id, changed, ...columns }: ChangedSigner,
): Promise<void> {
  if (changed.length === 0) return;
  await ctx.db.update(signRequests).set(columns).where(eq(signRequests.id, id));
  await appendAuditEvent(ctx, actor, file.id, { type: "signer.changed", data: { signRequestId: id, changed } });
}

async function removeSigners(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  plan: SignerPlan,
): Promise<void> {
  for (const signer of plan.removed) {
    await ctx.db.delete(elements).where(eq(elements.signRequestId, signer.id));
    await appendAuditEvent(ctx, actor, file.id, { type: "signer.removed", data: { signRequestId: signer.id } });
    if (signer.toldAt && signer.notify)
      await queueMail(ctx, actor, file, "removal", { signRequestId: signer.id }, file.preparation);
  }
}
