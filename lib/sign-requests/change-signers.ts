import type { SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/files/access";
import { assertMayAct } from "@/lib/files/status";
import { readSettings, type Settings } from "@/lib/settings/read";
import { applySignerPlan, reserveSignRequestIds } from "./apply-plan";
import { buildOn } from "./build-on";
import { commitRelease } from "./commit-release";
import { fingerprint, readFileState, type FileState } from "./file-state";
import { countNewSigners, isUnchanged, planSigners, type SignerPlan } from "./plan-signers";
import { prepareFile, type SignerToPrepare } from "./prepare";
import { readSigners, type WantedSigner } from "./read-signers";
import { withRetries } from "./retry-lost-race";
import type { SignerInput } from "./schema";
import { wholeSet, type SignerSetChange } from "./signer-set";

/**
 * Changes the set of signers of a released file that nobody has signed: the preparation is made anew, codes become void, told
 * signers are told again. The same set again changes nothing, in any state. Throws `file_already_signed`, `409` naming the state.
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
  await withRetries(async () => {
    const state = await readFileState(ctx, await getOwnFile(ctx, actor, ref));
    const plan = await planFor(
      ctx,
      state.signers,
      wholeSet(change, state.signers, named, ctx.limits.signersPerFile),
      settings,
    );
    if (isUnchanged(plan)) return;
    assertMayAct("prepare_again", state.file.status);
    if (state.signers.some((signer) => signer.status === "signed")) throw new DomainError("file_already_signed");
    const prepared = await buildOn(ctx, actor, state, () =>
      prepareFile(ctx, { uuid: state.file.uuid, base: state.base, signers: signersAfter(plan, state) }),
    );
    await ctx.tx(async (tx) => {
      const file = await lockOwnFile(tx, actor, ref);
      if (fingerprint(await readFileState(tx, file)) !== fingerprint(state)) throw new DomainError("race_lost");
      await applySignerPlan(tx, actor, file, plan, settings.identifyMethods);
      await commitRelease(tx, actor, file, prepared);
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
  return planSigners(current, wanted, ids, settings.signMethod);
}

/** Who signs after the plan, with the boxes they have then. */
function signersAfter(plan: SignerPlan, { elements }: FileState): SignerToPrepare[] {
  return [...plan.kept, ...plan.added].map(({ id, displayName }) => {
    const owners = [id, ...plan.replacements.filter(({ to }) => to === id).map(({ from }) => from)];
    return { id, displayName, elements: elements.filter((element) => owners.includes(element.signRequestId)) };
  });
}
