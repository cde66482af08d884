import { desc, eq } from "drizzle-orm";
import { keptMessages, type KeptMessage } from "@/db/schema/work";
import { assertAdmin, refuseToken } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { openBody, type KeptBody } from "./body";

const mostListed = 500;

export type ListedMessage = Pick<KeptMessage, "id" | "channel" | "to" | "subject" | "at"> & KeptBody;

/**
 * The newest kept messages, opened; `to` narrows them to one address. They hold codes and links that let people in, so no token reads
 * them, whatever its scopes. Throws `forbidden`, `reauth_required` (a token).
 */
export async function listKeptMessages(
  ctx: Ctx,
  actor: Actor,
  query: { to?: string | undefined },
): Promise<ListedMessage[]> {
  refuseToken(assertAdmin(actor));
  const rows = await ctx.db
    .select()
    .from(keptMessages)
    .where(query.to === undefined ? undefined : eq(keptMessages.to, query.to.toLowerCase()))
    .orderBy(desc(keptMessages.id))
    .limit(mostListed);
  return rows.map(({ id, channel, to, subject, at, sealedBody }) => ({
    id,
    channel,
    to,
    subject,
    at,
    ...openBody(ctx, sealedBody),
  }));
}
