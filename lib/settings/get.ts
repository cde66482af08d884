import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { readSettings, type Settings } from "./read";

/** The settings, for an administrator. Throws `forbidden`. */
export async function getSettings(ctx: Ctx, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readSettings(ctx);
}
