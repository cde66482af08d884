import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStaysActing } from "@/lib/accounts/still-acting";
import { lockOwnFile } from "@/lib/documents/access";
import { isOpen, statusAt, wrongState } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId } from "@/lib/platform/ids";
import { readActiveSigners } from "@/lib/requests/file-state";
import { countInvitation } from "@/lib/requests/notices/invitation-limits";
import type { SignerReplacement } from "@/lib/requests/schema";
import { assertCcIsNotified } from "./plan-signers";
import { readPerson, takeOver } from "./take-over";

/**
 * The requester gives the place of an unsigned signer to another person or corrects the address, also after others have signed: their
 * signatures stay valid, because the document does not change. Throws `not_found`, `forbidden`, `already_signed`, a `409` for the state,
 * `validation_failed`, `glyph_missing`, `rate_limited`.
 */
export async function replaceSigner(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signRequestId: number } & SignerReplacement,
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const [fileId, signRequestId] = [toId(input.fileId), toId(input.signRequestId)];
  const person = await readPerson(ctx, input);
  await ctx.tx(async (tx) => {
    await assertStaysActing(tx, acting);
    const file = await lockOwnFile(tx, actor, { id: fileId });
    const from = (await readActiveSigners(tx, file.id)).find(({ id }) => id === signRequestId);
    if (!from) throw new DomainError("not_found");
    const now = await tx.now();
    if (!isOpen(file, now)) throw wrongState(statusAt(file, now));
    assertCcIsNotified(from.role, input.notify, "");
    const { description, language, timeZone, notify } = { ...from, ...given(input) };
    const successor = await takeOver(
      tx,
      actor,
      file,
      from,
      { ...person, description, language, timeZone, notify },
      "requester",
    );
    await countInvitation(tx, acting.account, successor);
    await markDone(tx, { fileId: file.id });
  });
  ctx.wakeOutbox();
  return { fileId };
}

/** The members that stay as they are when they are left out. */
function given({ description, language, timeZone, notify }: SignerReplacement) {
  return {
    ...(description === undefined ? {} : { description: description || null }),
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notify === undefined ? {} : { notify }),
  };
}
