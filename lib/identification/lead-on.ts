import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { isUuid, revealLink } from "@/lib/sign-requests/link";
import { findOpening } from "./opening";

/**
 * The sign link that `/to/{uuid}/{signRequestId}` leads this visitor to: the signer themself, logged in with the address of the request and
 * proved to own it, or their guest. Null for everybody else, who learns nothing, not even whether there is such a place.
 */
export async function leadOn(
  ctx: Ctx,
  actor: Actor,
  { uuid, signRequestId }: { uuid: string; signRequestId: string },
): Promise<string | null> {
  if (!isUuid(uuid) || !/^[1-9]\d{0,8}$/.test(signRequestId)) return null;
  const opening = await findOpening(ctx, { uuid: uuid.toLowerCase(), signRequestId: Number(signRequestId) });
  if (!opening || !isSigner(actor, opening.signRequest)) return null;
  return revealLink(ctx, opening.signRequest.linkSealed);
}

function isSigner(actor: Actor, { id, email }: Pick<SignRequest, "id" | "email">): boolean {
  if (actor.kind === "guest") return actor.signRequestId === id;
  return actor.kind === "account" && actor.account.email === email && actor.account.emailProvedAt !== null;
}
