import { getOwnFile } from "@/lib/documents/access";
import { planOfFields } from "@/lib/documents/fields/conditions";
import type { Actor, Ctx } from "@/lib/platform/context";
import { readFileState } from "./file-state";
import type { BrokenCondition } from "./schema";

/**
 * The fields of the caller's own draft whose expressions no longer work, because fields, signers or their order
 * changed since they were stored. Requester only. Throws `not_found`, `forbidden`.
 */
export async function findBrokenConditions(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<BrokenCondition[]> {
  const { fields, signers } = await readFileState(ctx, await getOwnFile(ctx, actor, input));
  const steps = new Map(signers.map(({ id, signingOrder }) => [id, signingOrder]));
  const ofSigners = fields.filter(({ signRequestId }) => steps.has(signRequestId));
  const { defects } = planOfFields(ofSigners, (signRequestId) => steps.get(signRequestId) ?? 1);
  const broken = new Set(defects.map(({ id }) => id));
  return ofSigners
    .filter(({ id }) => broken.has(id))
    .map(({ id, label, group, page }) => ({ fieldId: id, name: label ?? group, page }));
}
