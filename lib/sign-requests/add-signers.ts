import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { getOwnFile, lockOwnFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import { changeReleasedSigners } from "./change-signers";
import { changeDraftSigners } from "./edit-draft";
import { usersIn } from "./read-signers";
import { withRetries } from "./retry-lost-race";
import type { SignersNamed } from "./schema";

/**
 * `PATCH /webhook/register`: adds the signers named, or changes those who are there already; nobody else goes. Naming what holds is no
 * change. Throws `not_found`, `forbidden` to a signer, `validation_failed`, `file_already_signed`, `409` naming the state.
 */
export async function addSigners(ctx: Ctx, actor: Actor, input: SignersNamed): Promise<{ fileId: number }> {
  const ref = { uuid: toUuid(input.uuid) };
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  return withRetries(async () => {
    const file = await getOwnFile(ctx, actor, ref);
    if (file.status !== "draft") {
      await changeReleasedSigners(ctx, actor, ref, users, "add");
      return { fileId: file.id };
    }
    await ctx.tx(async (tx) => {
      const draft = await lockOwnFile(tx, actor, ref);
      if (draft.status !== "draft") throw new DomainError("race_lost");
      await changeDraftSigners(tx, actor, draft, users, "add");
    });
    return { fileId: file.id };
  });
}
