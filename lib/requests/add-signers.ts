import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/documents/access";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { readFileState, type FileState } from "@/lib/requests/state/file-state";
import type { SignerInput, SignersNamed } from "@/lib/requests/state/schema";
import { changeReleasedSigners } from "./change-signers";
import { changeDraftSigners, dryRun } from "./edit-draft";
import { assertReleasable, releaseFile, retryLostRaces } from "./release";
import { usersIn } from "./signers/read-signers";

/**
 * `PATCH /webhook/register`: adds signers or changes existing ones, and removes nobody. Repeating current values is a
 * no-op. A document that fell back to draft because all its signers were withdrawn is released again, because this path
 * has no other way to send it; a draft that was never released stays a draft. Throws `not_found`, `forbidden` to a
 * signer, `validation_failed`, `file_already_signed`, a `409` for the state, and what `releaseFile` throws.
 */
export async function addSigners(ctx: Ctx, actor: Actor, input: SignersNamed): Promise<{ fileId: number }> {
  const ref = { uuid: toUuid(input.uuid) };
  const users = usersIn(input);
  if (users === undefined) throw invalid("/users", "required", "users is required");
  const { id: fileId, wasOut } = await retryLostRaces(async () => {
    const file = await getOwnFile(ctx, actor, ref);
    const isOut = file.status !== "draft";
    const wasOut = !isOut && file.preparation > 0;
    if (isOut) await changeReleasedSigners(ctx, actor, ref, users, "add");
    else await addToDraft(ctx, actor, { ref, users, wasOut });
    return { id: file.id, wasOut };
  });
  if (wasOut) await releaseFile(ctx, actor, ref);
  return { fileId };
}

/** Rehearsed when a release follows, so that nothing is stored if the release would be refused. */
async function addToDraft(
  ctx: Ctx,
  actor: Actor,
  { ref, users, wasOut }: { ref: FileRef; users: readonly SignerInput[]; wasOut: boolean },
): Promise<void> {
  const edit = async (tx: Ctx): Promise<FileState> => {
    const draft = await lockOwnFile(tx, actor, ref);
    if (draft.status !== "draft") throw new DomainError("race_lost");
    await changeDraftSigners(tx, actor, draft, users, "add");
    return readFileState(tx, draft);
  };
  if (wasOut) await assertReleasable(ctx, await dryRun(ctx, edit));
  await ctx.tx(edit);
}
