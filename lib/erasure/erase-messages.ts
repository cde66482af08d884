import { createHash } from "node:crypto";
import { asc, gt, inArray, or, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency";
import { webhookDeliveries } from "@/db/schema/webhooks";
import { keptMessages, outboxJobs } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { openBody } from "@/lib/kept-messages/body";
import { intArray } from "./as-array";
import type { Person } from "./person";

const batch = 500;

/** Messages kept on this server that went to the person or name them, whoever got them. */
export async function eraseKeptMessages(tx: Ctx, { words }: Person): Promise<void> {
  for (let after = 0; ;) {
    const rows = await tx.db
      .select()
      .from(keptMessages)
      .where(gt(keptMessages.id, after))
      .orderBy(asc(keptMessages.id))
      .limit(batch);
    const naming = rows.filter(({ to, subject, sealedBody }) => {
      const { text, html } = openBody(tx, sealedBody);
      return names(words, [to, subject ?? "", text, html ?? ""]);
    });
    if (naming.length > 0)
      await tx.db.delete(keptMessages).where(
        inArray(
          keptMessages.id,
          naming.map(({ id }) => id),
        ),
      );
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/** Answers that are kept so that a request can be repeated: whoever repeats one that named the person does it anew. */
export async function eraseKeptAnswers(tx: Ctx, { words }: Person): Promise<void> {
  for (let after = ""; ;) {
    const rows = await tx.db
      .select()
      .from(idempotencyKeys)
      .where(gt(idempotencyKeys.key, after))
      .orderBy(asc(idempotencyKeys.key))
      .limit(batch);
    const naming = rows.filter(({ sealedAnswer, sealedSecret }) =>
      [sealedAnswer, sealedSecret].some(
        (sealed) => sealed && names(words, [tx.secrets.open("idempotency", sealed).toString()]),
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

/** Work that was still to be done for the person, what mail servers said of them, and what receivers of webhooks answered. */
export async function eraseWork(tx: Ctx, { account, signRequestIds, fileIds, words }: Person): Promise<void> {
  const requests = intArray(signRequestIds);
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
  const naming = sealed.filter((job) => job.sealed && names(words, [tx.secrets.open("outbox", job.sealed).toString()]));
  if (naming.length > 0)
    await tx.db.delete(outboxJobs).where(
      inArray(
        outboxJobs.id,
        naming.map(({ id }) => id),
      ),
    );
  const failed = sealed.filter(({ lastError }) => lastError && names(words, [lastError]));
  if (failed.length > 0)
    await tx.db
      .update(outboxJobs)
      .set({ lastError: null })
      .where(
        inArray(
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

/** Counters of failed log-ins are named by a hash of the address that anybody can compute. */
export async function eraseCounters(tx: Ctx, { email }: Person): Promise<void> {
  const fingerprint = createHash("sha256").update(email).digest("base64url");
  await tx.db.execute(sql`delete from rate_counters where position(${fingerprint} in key) > 0`);
}

function names(words: readonly string[], texts: readonly string[]): boolean {
  return texts.some((text) => {
    const lower = text.toLowerCase();
    return words.some((word) => lower.includes(word));
  });
}
