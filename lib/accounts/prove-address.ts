import { and, eq, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";

/**
 * Notes that an account's address is its owner's own, and how that was proved (API.md section 1, "A proved address"). Proving
 * again changes nothing. Answers true when this call was the first.
 */
export async function proveAddress(ctx: Ctx, accountId: number, proof: NonNullable<Account["emailProof"]>): Promise<boolean> {
  const proved = await ctx.db.update(accounts)
    .set({ emailProvedAt: await ctx.now(), emailProof: proof })
    .where(and(eq(accounts.id, accountId), isNull(accounts.emailProvedAt)))
    .returning({ id: accounts.id });
  return proved.length > 0;
}
