import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { countAttempt } from "@/lib/rates/attempts";
import { networkOf } from "@/lib/rates/network";

const hour = 3600;

/**
 * Counts one wish for a mail about an account, whether or not the address has one, so that nobody fills a stranger's mailbox or
 * learns who has an account. Call it outside a transaction. Throws `rate_limited`.
 */
export async function countAccountMail(ctx: Ctx, email: string): Promise<void> {
  const address = createHash("sha256").update(email).digest("base64url");
  const network = await countAttempt(ctx, `account-mail-network:${networkOf(ctx.request?.address ?? "")}`, hour);
  if (network.count > ctx.limits.accountMailsPerNetworkPerHour) throw tooMany(network.secondsLeft);
  const mailbox = await countAttempt(ctx, `account-mail:${address}`, hour);
  if (mailbox.count > ctx.limits.accountMailsPerAddressPerHour) throw tooMany(mailbox.secondsLeft);
}

function tooMany(retryAfterSeconds: number): DomainError {
  return new DomainError("rate_limited", {
    retryAfterSeconds,
    detail: "Too many mails were asked for; wait before you try again",
  });
}
