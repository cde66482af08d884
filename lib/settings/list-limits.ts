import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { defaultLimits, type Limits } from "@/lib/limits";
import { limitNames } from "./schema";

export interface LimitInForce {
  name: keyof Limits;
  value: number;
  /** Where LIMITS says nothing. */
  standard: number;
}

/** The figures in force, beside the standard ones (docs/spec/limits.md). Throws `forbidden`. */
export function listLimits(ctx: Pick<Ctx, "limits">, actor: Actor): LimitInForce[] {
  assertAdmin(actor);
  return limitNames.map((name) => ({ name, value: ctx.limits[name], standard: defaultLimits[name] }));
}
