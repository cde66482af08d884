import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { assertDrawable } from "@/lib/documents/fields/rules";
import { fileAt } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { lockFile } from "@/lib/requests/expiry";
import { authorizeByLink } from "@/lib/requests/links/find-by-link";
import { countInvitation } from "@/lib/requests/notices/invitation-limits";
import { queueMail } from "@/lib/requests/notices/notify";
import type { Delegation } from "@/lib/requests/schema";
import { readPerson, takeOver } from "@/lib/requests/signers/take-over";
import { assertMaySign, findAttempt } from "./proof/may-sign";

/**
 * A signer names somebody to sign in their place, where the requester allows it. The signer must have shown who they are, as for signing:
 * the link alone would let anyone it was forwarded to choose an address of their own. A delegate cannot delegate. Throws `forbidden` and
 * what `findAttempt`, `readPerson` and `takeOver` throw.
 */
export async function delegateByLink(ctx: Ctx, actor: Actor, input: { u: string } & Delegation): Promise<void> {
  const { file, signRequest } = await authorizeByLink(ctx, actor, input.u);
  assertMayDelegate(file, signRequest);
  const attempt = await findAttempt(ctx, actor, { link: input.u }, ["signer", "approver"]);
  const person = await readPerson(ctx, input);
  const reason = input.reason || null;
  // The reason is drawn in the evidence.
  if (reason !== null)
    await assertDrawable(ctx, [{ text: reason.replace(/\s+/g, " "), pointer: "/reason", subject: "The reason" }]);
  await ctx.tx(async (tx) => {
    const locked = fileAt(await lockFile(tx, attempt.file.id), await tx.now());
    assertMayDelegate(locked, attempt.signRequest);
    assertMaySign({ ...attempt, file: locked }, await tx.now());
    const delegate = await takeOver(
      tx,
      attempt.actor,
      locked,
      attempt.signRequest,
      { ...person, description: null, language: null, timeZone: null, notify: true },
      "delegate",
      reason,
    );
    // The invitation counts against the limits of the requester's account, which protect strangers from unwanted e-mails.
    const [requester] = await tx.db.select().from(accounts).where(eq(accounts.id, locked.requesterId));
    await countInvitation(tx, requester ?? null, delegate);
    await queueMail(
      tx,
      attempt.actor,
      locked,
      "delegation",
      { accountId: locked.requesterId, about: delegate.id },
      delegate.id,
    );
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}

function assertMayDelegate({ allowDelegation }: { allowDelegation: boolean }, { replacedBy }: SignRequest): void {
  if (!allowDelegation)
    throw new DomainError("forbidden", { detail: "The sender does not allow signers to delegate this document." });
  if (replacedBy === "delegate") throw new DomainError("forbidden", { detail: "A delegate cannot delegate further." });
}
