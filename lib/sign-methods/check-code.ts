import type { Ctx } from "@/lib/context";
import { compareCode, type RightCode } from "./compare-code";
import type { SigningAct } from "./find-act";

/**
 * Checks a code to sign. A right one is used up only by the commit of the signature, so that a crash leaves it usable; throws what
 * `compareCode` throws.
 */
export async function checkCode(ctx: Ctx, act: SigningAct, code: string): Promise<RightCode> {
  return compareCode(ctx, act.actor, act, code, (_tx, _current, right) => Promise.resolve(right));
}
