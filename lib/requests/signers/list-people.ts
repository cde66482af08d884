import { sql } from "drizzle-orm";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { isRequestedBy } from "@/lib/documents/access";
import { likePattern } from "@/lib/platform/plain-text";
import type { KnownPerson } from "@/lib/requests/state/schema";

const shownAtMost = 8;
/** Only this many of the caller's latest documents are searched. */
const documentsLookedAt = 1000;

/**
 * `GET /people`: people the caller has asked to sign, latest first, each with the name given last; `q` filters by
 * name or address. Looks only at the caller's own documents, which no longer contain erased people. Throws
 * `forbidden`.
 */
export async function listPeople(
  ctx: Ctx,
  actor: Actor,
  { q = "" }: { q?: string | undefined },
): Promise<KnownPerson[]> {
  const { account } = assertMayRequest(actor);
  const pattern = likePattern(q.trim());
  const { rows } = await ctx.db.execute<{ email: string; displayName: string | null }>(sql`
    select asked.email, (array_agg(asked.display_name order by asked.id desc) filter (where asked.display_name is not null))[1] as "displayName"
    from (select f.id from files f where ${isRequestedBy(sql`${account.id}`)} order by f.created_at desc, f.id desc limit ${documentsLookedAt}::int) mine
    join sign_requests asked on asked.file_id = mine.id and asked.removed_at is null and asked.erased_at is null
    where asked.email ilike ${pattern}::text or asked.display_name ilike ${pattern}::text
    group by asked.email order by max(asked.id) desc limit ${shownAtMost}::int`);
  return rows;
}
