import type { Ctx } from "@/lib/context";
import { clearAttempts } from "@/lib/rates/attempts";
import { pairKeyOf } from "./log-in-attempts";

/** A new password is no guess at the old one: who set it from here need not wait for the failures before it to pass. */
export async function forgetFailures(ctx: Ctx, email: string): Promise<void> {
  await clearAttempts(ctx, pairKeyOf(ctx, email));
}
