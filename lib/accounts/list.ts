import { asc } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/context";
import { assertAdmin } from "./actor";

/** Every account, oldest first. Throws `forbidden`. */
export async function listAccounts(ctx: Ctx, actor: Actor): Promise<Account[]> {
  assertAdmin(actor);
  return ctx.db.select().from(accounts).orderBy(asc(accounts.id));
}
