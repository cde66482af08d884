import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { toUuid } from "@/lib/files/identifiers";
import { findNamed } from "./find-named";
import { usersIn } from "./read-signers";
import type { SignersToRemove } from "./schema";
import { withdrawSigners } from "./withdraw-signers";

/** `DELETE /webhook/register/signature`: the requester withdraws the signers with these addresses, all or none. Throws `sign_request_not_in_file` and what `withdrawSigners` throws. */
export async function withdrawNamed(ctx: Ctx, actor: Actor, input: SignersToRemove): Promise<{ fileId: number }> {
  const users = usersIn(input);
  if (users === undefined || users.length === 0)
    throw invalid("/users", "required", "users needs at least one address");
  return withdrawSigners(ctx, actor, { uuid: toUuid(input.uuid) }, (signers) => findNamed(signers, users, "users"));
}
