import { asc, gt, inArray, or, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/api-calls";
import { webhookDeliveries } from "@/db/schema/webhooks";
import { inboxMessages, outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import { hashAddress } from "@/lib/context/rates/request-rates";
import { openBody } from "@/lib/delivery/inbox/inbox";
import { writeRecords } from "@/lib/records/write-at-end";
import { intArray, isAbout, isOneOf, type Person } from "./person";

const batch = 500;

/** Messages in the inbox that are addressed to the person or mention them. */
export async function eraseInboxMessages(tx: Ctx, person: Person): Promise<void> {
  for (let after = 0; ;) {
    const rows = await tx.db
      .select()
      .from(inboxMessages)
      .where(gt(inboxMessages.id, after))
      .orderBy(asc(inboxMessages.id))
      .limit(batch);
    const naming = rows.filter(({ to, subject, sealedBody, idempotencyKey }) => {
      const { text, html } = openBody(tx, sealedBody);
      // The key of a message about a document contains its uuid.
      return isAbout(person, [to, subject ?? "", text, html ?? "", idempotencyKey]);
    });
    if (naming.length > 0)
      await tx.db.delete(inboxMessages).where(
        isOneOf(
          inboxMessages.id,
          naming.map(({ id }) => id),
        ),
      );
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/**
 * Responses stored so that a request can be repeated. Repeating a request whose response named the person executes it
 * again.
 */
export async function eraseStoredAnswers(tx: Ctx, person: Person): Promise<void> {
  for (let after = ""; ;) {
    const rows = await tx.db
      .select()
      .from(idempotencyKeys)
      .where(gt(idempotencyKeys.key, after))
      .orderBy(asc(idempotencyKeys.key))
      .limit(batch);
    const naming = rows.filter(({ sealedAnswer, sealedSecret }) =>
      [sealedAnswer, sealedSecret].some(
        (sealed) => sealed && isAbout(person, [tx.secrets.open("idempotency", sealed).toString()]),
      ),
    );
    if (naming.length > 0)
      await tx.db.delete(idempotencyKeys).where(
        inArray(
          idempotencyKeys.key,
          naming.map(({ key }) => key),
        ),
      );
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.key;
  }
}

/** Pending work for the person, mail server responses about them, and responses of webhook receivers. */
export async function eraseWork(tx: Ctx, person: Person): Promise<void> {
  const { account, signRequestIds, fileIds } = person;
  const requests = intArray(signRequestIds);
  await writeRecords(tx);
  await tx.db
    .delete(outboxJobs)
    .where(
      or(
        sql`(${outboxJobs.payload} ->> 'accountId')::int = ${account?.id ?? 0}`,
        sql`(${outboxJobs.payload} ->> 'signRequestId')::int = any(${requests})`,
        sql`(${outboxJobs.payload} ->> 'challengeId')::int in (select id from challenges where sign_request_id = any(${requests}))`,
      ),
    );
  const sealed = await tx.db
    .select({ id: outboxJobs.id, sealed: outboxJobs.sealed, lastError: outboxJobs.lastError })
    .from(outboxJobs)
    .where(or(sql`${outboxJobs.sealed} is not null`, sql`${outboxJobs.lastError} is not null`));
  const naming = sealed.filter(
    (job) => job.sealed && isAbout(person, [tx.secrets.open("outbox", job.sealed).toString()]),
  );
  if (naming.length > 0)
    await tx.db.delete(outboxJobs).where(
      isOneOf(
        outboxJobs.id,
        naming.map(({ id }) => id),
      ),
    );
  const failed = sealed.filter(({ lastError }) => lastError && isAbout(person, [lastError]));
  if (failed.length > 0)
    await tx.db
      .update(outboxJobs)
      .set({ lastError: null })
      .where(
        isOneOf(
          outboxJobs.id,
          failed.map(({ id }) => id),
        ),
      );
  await tx.db
    .update(webhookDeliveries)
    .set({
      attempts: sql`(select coalesce(jsonb_agg(a || '{"answer": null}'), '[]'::jsonb) from jsonb_array_elements(${webhookDeliveries.attempts}) a)`,
    })
    .where(sql`${webhookDeliveries.eventId} in (select id from events where file_id = any(${intArray(fileIds)}))`);
}

/** Counters of failed log-ins are keyed by a hash of the address that anyone can compute. */
export async function eraseCounters(tx: Ctx, { email }: Person): Promise<void> {
  await tx.db.execute(sql`delete from rate_counters where position(${hashAddress(email)} in key) > 0`);
}
