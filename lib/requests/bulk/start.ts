import { bulkRows, bulkSends } from "@/db/schema/bulk";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import { bytesPerRow } from "@/lib/accounts/stored-bytes";
import { takeStorage } from "@/lib/documents/storage-left";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, type Violation } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { findInvitationWait } from "@/lib/requests/notices/invitation-limits";
import { readBulkFile } from "./check";
import { enqueueBatch } from "./enqueue";
import type { BulkProblem, NewBulkSend } from "./schema";

/** Of a file with thousands of problems, the answer names these many. */
const namedProblems = 100;

/**
 * `POST /templates/{id}/bulk-sends`: stores a batch with its rows and queues its first job, all in one transaction. The rows are sent by
 * `sendBulkRows`. Throws `email_unproved`, `validation_failed` with a pointer such as `/csv/rows/12/Tenant e-mail`, and what `readBulkFile`
 * throws.
 */
export async function startBulkSend(
  ctx: Ctx,
  actor: Actor,
  input: NewBulkSend & { id: number },
): Promise<{ bulkSendId: number }> {
  const acting = assertMayRequest(actor);
  const { whole, good, problems } = await readBulkFile(ctx, actor, input);
  const refusing = input.skipProblems ? problems.filter(({ row }) => row === null) : problems;
  if (refusing.length > 0) throw refusal(refusing);
  if (good.length === 0) throw refusal(problems);
  // An account that may not send at all learns it now, one that has to wait does not.
  await findInvitationWait(ctx, acting.account, []);
  await takeStorage(ctx, acting.account.id, JSON.stringify(good).length + good.length * bytesPerRow);
  const made = await ctx.tx(async (tx) => {
    await assertStillActing(tx, acting);
    const [batch] = await tx.db
      .insert(bulkSends)
      .values({
        ownerId: acting.account.id,
        templateId: whole.template.id,
        templateVersion: whole.version.number,
        name: input.name ?? whole.version.name,
        credentialsVersion: acting.account.credentialsVersion,
        total: good.length,
      })
      .returning();
    if (!batch) throw new Error("the batch was not stored");
    await tx.db.insert(bulkRows).values(good.map((row) => ({ bulkSendId: batch.id, ...row })));
    await enqueueBatch(tx, batch);
    await markDone(tx, { bulkSendId: batch.id });
    return { bulkSendId: batch.id };
  });
  ctx.wakeOutbox();
  return made;
}

function refusal(problems: readonly BulkProblem[]): DomainError {
  const violations = problems.slice(0, namedProblems).map(({ row, column, code, detail }): Violation => {
    const steps = [...(row === null ? [] : ["rows", String(row)]), ...(column === null ? [] : [column])];
    return {
      pointer: ["/csv", ...steps.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"))].join("/"),
      code,
      detail: row === null ? detail : `Row ${row}: ${detail}`,
    };
  });
  return new DomainError("validation_failed", {
    violations,
    ...(violations[0] ? { detail: violations[0].detail } : {}),
  });
}
