import { desc, eq, lt } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { administrationActs, type AdministrationAct } from "@/db/schema/administration";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";

export interface ActRow {
  act: AdministrationAct;
  displayName: string;
}

const standardLength = 50;

/** What administrators did, newest first. `next` is the cursor of the next page. Throws `forbidden`. */
export async function listActs(
  ctx: Ctx,
  actor: Actor,
  { cursor, length = standardLength }: { cursor?: number | undefined; length?: number | undefined },
): Promise<{ rows: ActRow[]; next: number | null }> {
  assertAdmin(actor);
  const rows = await ctx.db
    .select({ act: administrationActs, displayName: accounts.displayName })
    .from(administrationActs)
    .innerJoin(accounts, eq(accounts.id, administrationActs.accountId))
    .where(cursor === undefined ? undefined : lt(administrationActs.id, cursor))
    .orderBy(desc(administrationActs.id))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.act.id ?? null) : null };
}
