import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { refuseToken } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { assertDrawable } from "@/lib/documents/fields/rules";
import { fileAt } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { lockFile } from "@/lib/requests/expiry";
import { authorizeByLink } from "@/lib/requests/links/find-by-link";
import { countInvitation } from "@/lib/requests/notices/invitation-limits";
import { queueMail } from "@/lib/requests/notices/notify";
import { readPerson, takeOver } from "@/lib/requests/signers/take-over";
import type { Delegation } from "@/lib/requests/state/schema";
import { assertMaySign, findAttempt } from "./proof/may-sign";

/**
 * A signer names somebody to sign in their place, where the requester allows it. The signer must have shown who they
 * are, as for signing: the link alone would let anyone it was forwarded to choose an address of their own. A token does
 * not suffice, because delegating gives the right to sign to somebody else, while signing with the token needs a code
 * or the signing password as well. The signer gets an e-mail. A delegate cannot delegate. Throws `reauth_required` (a
 * token), `forbidden`, and what `findAttempt`, `readPerson` and `takeOver` throw.
 */
export async function delegateByLink(ctx: Ctx, actor: Actor, input: { u: string } & Delegation): Promise<void> {
  const { file, signRequest } = await authorizeByLink(ctx, actor, input.u);
  assertMayDelegate(file, signRequest);
  if (actor.kind === "account") refuseToken(actor);
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
    // The invitation counts against the limits of the requester's account, which protect strangers from unwanted
    // e-mails.
    const [requester] = await tx.db.select().from(accounts).where(eq(accounts.id, locked.requesterId));
    await countInvitation(tx, requester ?? null, delegate, locked.directLinkId === null ? "sender" : "visitor");
    await queueMail(
      tx,
      attempt.actor,
      locked,
      "delegation",
      { accountId: locked.requesterId, about: delegate.id },
      delegate.id,
    );
    // Also to a person who gets no invitations: they learn of a delegation that was not theirs.
    await queueMail(tx, attempt.actor, locked, "delegated", { signRequestId: attempt.signRequest.id }, delegate.id);
    await markDone(tx, {});
  });
  ctx.wakeOutbox();
}

function assertMayDelegate({ allowDelegation }: { allowDelegation: boolean }, { replacedBy }: SignRequest): void {
  if (!allowDelegation)
    throw new DomainError("forbidden", {
      reason: "delegation_not_allowed",
      detail: "The sender does not allow signers to delegate this document.",
    });
  if (replacedBy === "delegate")
    throw new DomainError("forbidden", { reason: "delegated_already", detail: "A delegate cannot delegate further." });
}
