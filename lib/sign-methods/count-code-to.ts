import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { countAttempt } from "@/lib/rates/attempts";
import type { CodeRecipient } from "./recipient";

const daySeconds = 24 * 3600;

/**
 * Counts the codes to one address, number or chat over all documents of accounts that registered themselves: the other limits are each
 * signer's, and such an account may name a stranger's number in as many documents as it likes. Call it in the transaction that queues the
 * code. Throws `rate_limited`.
 */
export async function countCodeTo(
  ctx: Ctx,
  { requesterId }: Pick<File, "requesterId">,
  { to }: Pick<CodeRecipient, "to">,
): Promise<void> {
  const [requester] = await ctx.db
    .select({ madeBy: accounts.madeBy })
    .from(accounts)
    .where(eq(accounts.id, requesterId));
  if (requester?.madeBy !== "signup") return;
  const { count, secondsLeft } = await countAttempt(
    ctx,
    `code-to:${ctx.secrets.hmac("code", `code-to\n${to}`)}`,
    daySeconds,
  );
  if (count <= ctx.limits.codeSendsPerRecipientPerDay) return;
  throw new DomainError("rate_limited", {
    detail: "Too many codes were sent to this recipient today.",
    retryAfterSeconds: secondsLeft,
  });
}
