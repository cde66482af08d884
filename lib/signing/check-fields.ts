import type { Actor, Ctx } from "@/lib/context";
import { findAct, type ActTarget } from "@/lib/sign-methods/find-act";
import { drawableValues } from "./drawable-values";
import { readOwnBoxes } from "./own-boxes";
import type { FieldsToCheck } from "./schema";

/**
 * Looks whether signing would take what the signer means to write into their boxes, before a code is sent for it. Nothing is kept. Throws what
 * `findAct` and `drawableValues` throw.
 */
export async function checkFields(
  ctx: Ctx,
  actor: Actor,
  { target, fields }: FieldsToCheck & { target: ActTarget },
): Promise<void> {
  const act = await findAct(ctx, actor, target);
  await drawableValues(ctx, act, await readOwnBoxes(ctx, act), fields, await ctx.now());
}
