import { count, eq, sql } from "drizzle-orm";
import { pagesSeen, signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { invalid } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { assertShown, findAttempt } from "@/lib/signing/proof/may-sign";
import { advanceRequest, lockForSigning } from "./commit";
import type { SeenPages } from "./schema";

/**
 * `POST /sign/uuid/{u}/seen`: records the pages that a viewer has had on screen. After the last one the viewer is
 * done. The viewer must be identified, and requests for page images do not count: a mail scanner that follows the
 * link and draws the page has not read the document. Throws `wrong_role`, `validation_failed`, and what `findAttempt`
 * throws.
 */
export async function notePagesSeen(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; pages: number[]; preparation?: number | undefined },
): Promise<SeenPages> {
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["viewer"]);
  assertShown(attempt, input.preparation);
  const beyond = input.pages.findIndex((page) => page > attempt.file.pages.length);
  if (beyond !== -1) throw invalid(`/pages/${beyond}`, "out_of_range", "the document has no such page");
  const seen = await ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
    assertShown({ file }, attempt.file.preparation);
    await tx.db
      .insert(pagesSeen)
      .values(input.pages.map((page) => ({ signRequestId: signRequest.id, page })))
      .onConflictDoNothing();
    const seenPages = await countSeen(tx, signRequest.id);
    const isDone = seenPages === file.pages.length;
    if (isDone) {
      await tx.db
        .update(signRequests)
        .set({ status: "viewed", closedAt: sql`now()` })
        .where(eq(signRequests.id, signRequest.id));
      await appendAuditEvent(tx, attempt.actor, file.id, {
        type: "document.read",
        auth: { proof: attempt.actor.kind },
        doc: { sha256: file.sha256, size: file.size, revision: file.revision },
        data: { signRequestId: signRequest.id, pages: seenPages },
      });
      await advanceRequest(tx, attempt.actor, file);
    }
    const facts = { seen: seenPages, pages: file.pages.length, isDone };
    await markDone(tx, {}, JSON.stringify(facts));
    return facts;
  });
  ctx.wakeOutbox();
  return seen;
}

async function countSeen(ctx: Ctx, signRequestId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ seen: count() })
    .from(pagesSeen)
    .where(eq(pagesSeen.signRequestId, signRequestId));
  return row?.seen ?? 0;
}

export function readSeenPages(noted: string): SeenPages {
  return JSON.parse(noted) as SeenPages;
}
