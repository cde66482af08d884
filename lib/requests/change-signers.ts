import type { SignRequest } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings, type Settings } from "@/lib/context/settings/read";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/documents/access";
import { assertActionAllowed } from "@/lib/documents/status";
import { takeStorage } from "@/lib/documents/storage-left";
import { DomainError, invalid } from "@/lib/platform/errors";
import { reportReplacementByToken } from "@/lib/requests/notices/notify";
import { readFileState, serialiseState, type FileState } from "@/lib/requests/state/file-state";
import type { SignerInput } from "@/lib/requests/state/schema";
import { isDone } from "@/lib/requests/state/status";
import { prepareRequest, type SignerToPrepare } from "./prepare";
import { buildOn, commitRelease, toPrepare, retryLostRaces } from "./release";
import {
  applySignerPlan,
  countNewSigners,
  isUnchanged,
  planSigners,
  reserveSignRequestIds,
  sizeOfAdded,
  type SignerPlan,
} from "./signers/plan-signers";
import { readSigners, type WantedSigner } from "./signers/read-signers";

/**
 * Changes the signers of a released file that nobody has signed: the file is prepared again, its codes become void, and
 * signers who had been notified are notified again. An unchanged set is a no-op in any state. Throws
 * `file_already_signed`, or a `409` for the state.
 */
export async function changeReleasedSigners(
  ctx: Ctx,
  actor: Actor,
  ref: FileRef,
  users: readonly SignerInput[],
  change: SignerSetChange = "replace",
): Promise<void> {
  const settings = await readSettings(ctx);
  const named = readSigners(ctx, users, { settings, mayNameById: true });
  await retryLostRaces(async () => {
    const state = await readFileState(ctx, await getOwnFile(ctx, actor, ref));
    const plan = await planFor(
      ctx,
      state.signers,
      completeSet(change, state.signers, named, ctx.limits.signersPerFile),
      settings,
    );
    if (isUnchanged(plan)) return;
    assertActionAllowed("prepare_again", state.file.status);
    if (state.signers.some(isDone)) throw new DomainError("file_already_signed");
    await takeStorage(ctx, state.file.requesterId, sizeOfAdded(plan));
    const prepared = await buildOn(ctx, actor, state, () =>
      prepareRequest(ctx, toPrepare(state, signersAfter(plan, state))),
    );
    await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, assertMayRequest(actor));
      const file = await lockOwnFile(tx, actor, ref);
      if (serialiseState(await readFileState(tx, file)) !== serialiseState(state)) throw new DomainError("race_lost");
      await takeStorage(tx, file.requesterId, sizeOfAdded(plan));
      await applySignerPlan(tx, actor, file, plan);
      await commitRelease(tx, actor, file, prepared);
      if (plan.removed.length > 0)
        for (const added of plan.added) await reportReplacementByToken(tx, actor, file, added);
    });
  });
  ctx.wakeOutbox();
}

export async function planFor(
  ctx: Ctx,
  current: readonly SignRequest[],
  wanted: readonly WantedSigner[],
  settings: Settings,
): Promise<SignerPlan> {
  const ids = await reserveSignRequestIds(ctx, countNewSigners(current, wanted));
  return planSigners(current, wanted, ids, settings);
}

/** The signers and their fields after the plan is applied. */
function signersAfter(plan: SignerPlan, { fields }: FileState): SignerToPrepare[] {
  return [...plan.kept, ...plan.added].map(({ id, role, displayName, signingOrder }) => {
    const owners = [id, ...plan.replacements.filter(({ to }) => to === id).map(({ from }) => from)];
    const own = fields.filter((field) => owners.includes(field.signRequestId));
    return { id, role, displayName, signingOrder, fields: own };
  });
}

/** How signers missing from the call are treated: `replace` removes them, `add` leaves them. */
export type SignerSetChange = "replace" | "add";

/** All signers after the call. Throws `validation_failed` when there are more than `maxSigners`. */
export function completeSet(
  change: SignerSetChange,
  current: readonly SignRequest[],
  named: readonly WantedSigner[],
  maxSigners: number,
): WantedSigner[] {
  if (change === "replace") return [...named];
  const emails = new Set(named.map((signer) => signer.email));
  const ids = new Set(named.map((signer) => signer.signRequestId));
  const unnamed = current.filter((signer) => !emails.has(signer.email) && !ids.has(signer.id));
  const complete = [...named, ...unnamed.map(({ email }) => asTheyAre(email))];
  if (complete.length > maxSigners)
    throw invalid(
      "/users",
      "too_many",
      `users would make ${complete.length} signers of this document; ${maxSigners} are allowed`,
    );
  return complete;
}

function asTheyAre(email: string): WantedSigner {
  return {
    signRequestId: null,
    email,
    displayName: undefined,
    description: undefined,
    subject: undefined,
    signingOrder: undefined,
    phone: undefined,
    language: undefined,
    timeZone: undefined,
    signMethod: undefined,
    identifyMethod: undefined,
    notify: undefined,
    role: undefined,
    copyAt: undefined,
    attachmentRequests: undefined,
  };
}
