import { eq, sql } from "drizzle-orm";
import { signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { appendAuditEvents } from "@/lib/records/audit/append";
import type { LinkedRequest } from "@/lib/requests/links/find-by-link";
import { readConsent } from "@/lib/requests/state/consent";
import { assertShown, findAttempt } from "@/lib/signing/proof/may-sign";
import { advanceRequest, lockForSigning, useProof } from "./commit";
import { completeAttachments } from "./complete-attachments";
import { prove } from "./prove";
import type { ApproveInput } from "./schema";
import { authOf, provedEvents } from "./signature-trail";

/**
 * `POST /sign/uuid/{u}/approve`: an approver approves. Requires the same proof as a signature, but does not change
 * the document's bytes. The next people in the order are notified, or the document is finished. Throws `wrong_role`,
 * and what `findAttempt`, `readConsent`, `prove` and `assertMaySign` throw. A code used by another call is
 * `already_signed`.
 */
export async function approve(ctx: Ctx, actor: Actor, input: ApproveInput & { u: string }): Promise<LinkedRequest> {
  const consent = readConsent(input.consent);
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["approver"]);
  assertShown(attempt, input.preparation);
  await completeAttachments(ctx, attempt.signRequest);
  const proof = await prove(ctx, attempt, input);
  const approved = await ctx.tx(async (tx) => {
    const { file, signRequest } = await lockForSigning(tx, attempt);
    assertShown({ file }, attempt.file.preparation);
    const attached = await completeAttachments(tx, signRequest);
    await useProof(tx, signRequest, proof);
    await tx.db
      .update(signRequests)
      .set({ status: "approved", closedAt: sql`now()`, displayName: attempt.signRequest.displayName })
      .where(eq(signRequests.id, signRequest.id));
    const signRequestId = signRequest.id;
    const auth = authOf(signRequest, proof);
    await appendAuditEvents(tx, attempt.actor, file.id, [
      ...(consent ? [{ type: "consent.given", auth, data: { signRequestId, ...consent } } as const] : []),
      { type: provedEvents[proof.kind], auth, data: { signRequestId } },
      {
        type: "approved",
        auth,
        doc: { sha256: file.sha256, size: file.size, revision: file.revision },
        data: { signRequestId, ...(attached.length > 0 ? { attachments: attached } : {}) },
      },
    ]);
    const changed = await advanceRequest(tx, attempt.actor, file);
    await markDone(tx, { fileId: file.id, signRequestId });
    return { file: changed, signRequest: { ...signRequest, status: "approved" as const } };
  });
  ctx.wakeOutbox();
  return approved;
}
