import { eq } from "drizzle-orm";
import { keptMessages } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { openBody } from "./body";
import type { ListedMessage } from "./list";

const largestId = 2 ** 31 - 1;

/** One kept message, opened. Throws `forbidden`, `not_found`. */
export async function getKeptMessage(ctx: Ctx, actor: Actor, input: { id: number }): Promise<ListedMessage> {
  assertAdmin(actor);
  const isId = Number.isInteger(input.id) && input.id > 0 && input.id <= largestId;
  const [row] = isId ? await ctx.db.select().from(keptMessages).where(eq(keptMessages.id, input.id)) : [];
  if (!row) throw new DomainError("not_found");
  const { id, channel, to, subject, at, sealedBody } = row;
  return { id, channel, to, subject, at, ...openBody(ctx, sealedBody) };
}
