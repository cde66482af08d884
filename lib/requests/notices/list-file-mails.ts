import { and, desc, eq, lt } from "drizzle-orm";
import { mailMessages } from "@/db/schema/messages";
import { outboxJobs } from "@/db/schema/work";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { toUuid } from "@/lib/platform/ids";
import type { FileMails } from "@/lib/requests/state/schema";

const standardLength = 50;

/**
 * The e-mails about one document and their delivery, newest first. An e-mail whose retries are used up is `failed`.
 * Throws `not_found`, `forbidden` to a signer.
 */
export async function listFileMails(
  ctx: Ctx,
  actor: Actor,
  { uuid, cursor, length = standardLength }: { uuid: string; cursor?: number | undefined; length?: number | undefined },
): Promise<FileMails> {
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(uuid) });
  const rows = await ctx.db
    .select({ mail: mailMessages, deadAt: outboxJobs.deadAt })
    .from(mailMessages)
    .leftJoin(outboxJobs, eq(outboxJobs.id, mailMessages.jobId))
    .where(and(eq(mailMessages.fileId, file.id), cursor === undefined ? undefined : lt(mailMessages.id, cursor)))
    .orderBy(desc(mailMessages.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return {
    data: page.map(
      ({ mail: { id, template, signRequestId, accountId, state, reason, createdAt, changedAt }, deadAt }) => ({
        id,
        template,
        to: accountId === null ? ("signer" as const) : ("requester" as const),
        signRequestId,
        state: state === "queued" && deadAt ? ("failed" as const) : state,
        reason,
        createdAt: createdAt.toISOString(),
        changedAt: changedAt.toISOString(),
      }),
    ),
    pagination: { nextCursor: rows.length > length ? (page.at(-1)?.mail.id ?? null) : null },
  };
}
