import type { AccountActor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { addCallback, type Callback } from "@/lib/events/add-callback";
import { getOwnFile, lockOwnFile } from "@/lib/files/access";
import { toId } from "@/lib/files/identifiers";
import { assertDraft } from "@/lib/files/status";
import { markDone } from "@/lib/idempotency/mark-done";
import type { Settings } from "@/lib/settings/read";
import { applySignerPlan } from "./apply-plan";
import { planFor } from "./change-signers";
import { commitRelease } from "./commit-release";
import { changeFacts } from "./edit-draft";
import { readFileState, type FileState } from "./file-state";
import { insertPlannedElements, planElements, withElements } from "./plan-elements";
import { prepareFile } from "./prepare";
import { withSecret, type MadeRequest } from "./read-callback";
import type { WantedSigner } from "./read-signers";
import type { NewSignerInput } from "./schema";

export interface UploadToUse {
  fileId: number;
  name: string;
  expiresAt: string | undefined;
  users: readonly NewSignerInput[];
  wanted: readonly WantedSigner[];
  settings: Settings;
  isReleased: boolean;
  callback: Callback | null;
}

/**
 * One's own upload from `POST /file` becomes a request: name, end, signers with their fields and with `isReleased` the release, all or nothing. Of two
 * calls at once one wins. Throws `validation_failed` when the upload has signers already, `file_not_draft`, `not_found`, `forbidden`,
 * and what `planElements` and `prepareFile` throw.
 */
export async function createFromUpload(
  ctx: Ctx,
  actor: AccountActor,
  { fileId, users, wanted, settings, isReleased, callback, ...facts }: UploadToUse,
): Promise<MadeRequest> {
  const ref = { id: toId(fileId) };
  const { file, base } = assertUnused(await readFileState(ctx, await getOwnFile(ctx, actor, ref)));
  const plan = await planFor(ctx, [], wanted, settings);
  const planned = await planElements(ctx, file, users, plan);
  const prepared = isReleased
    ? await prepareFile(ctx, { uuid: file.uuid, base, signers: withElements(plan, planned) })
    : null;
  const made = await ctx.tx(async (tx) => {
    const current = assertUnused(await readFileState(tx, await lockOwnFile(tx, actor, ref)));
    const changed = await changeFacts(tx, actor, current.file, facts);
    await applySignerPlan(tx, actor, changed, plan, settings.identifyMethods);
    await insertPlannedElements(tx, actor, file.id, planned);
    if (prepared) await commitRelease(tx, actor, changed, prepared);
    const secret = callback ? await addCallback(tx, changed, callback) : undefined;
    await markDone(tx, { fileId: file.id }, secret);
    return withSecret(file.id, secret);
  });
  ctx.wakeOutbox();
  return made;
}

/** An upload is used once: signers and boxes that somebody placed are changed by PATCH, never replaced by another request. */
function assertUnused(state: FileState): FileState {
  assertDraft(state.file.status);
  if (state.signers.length > 0)
    throw invalid(
      "/file/fileId",
      "in_use",
      "file.fileId names a document that belongs to a request already; change that one",
    );
  return state;
}
