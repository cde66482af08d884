import type { Ctx } from "@/lib/context";
import { demoEmail } from "./ensure-demo-account";
import { findAccountByEmail } from "./find";

/** The address of the demo account, for pages that offer it; null where there is none. It exists on loopback only. */
export async function showDemoAccount(ctx: Ctx): Promise<string | null> {
  if (new URL(ctx.publicUrl).protocol !== "http:") return null;
  return (await findAccountByEmail(ctx, demoEmail)) ? demoEmail : null;
}
