import { createHash } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { countAttempt } from "@/lib/rates/attempts";
import { readActiveSigners } from "./active-signers";

const daySeconds = 24 * 3600;

/**
 * Refuses to mail strangers in the name of an account that registered itself: none while its address is unproved, 25 different
 * addresses in its first day, 500 a day afterwards, and few to the same address. Accounts that an administrator or an invitation made
 * are not limited. Call it in the transaction of the release, before signers are notified; the account's row is locked, so that
 * releases at the same moment are counted together. Throws `email_unproved`, `rate_limited`.
 */
export async function assertMayInvite(ctx: Ctx, actor: Actor, fileId: number): Promise<void> {
  if (actor.kind !== "account" || actor.account.madeBy !== "signup") return;
  const { account } = actor;
  if (account.emailProvedAt === null) throw new DomainError("email_unproved", { detail: "Confirm your e-mail address before you send documents" });
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  const isNew = (await ctx.now()).getTime() - account.createdAt.getTime() < daySeconds * 1000;
  const most = isNew ? ctx.limits.invitedAddressesFirstDay : ctx.limits.invitedAddressesPerDay;
  if ((await countInvitedToday(ctx, account.id)) > most) {
    throw new DomainError("rate_limited", { retryAfterSeconds: 3600, detail: `This account may invite ${String(most)} addresses a day` });
  }
  const signers = await readActiveSigners(ctx, fileId);
  for (const { email } of signers.filter(({ notify }) => notify)) await countInvitation(ctx, account.id, email);
}

/** Different addresses among the signers of documents that this account released in the last 24 hours, the present one included. */
async function countInvitedToday(ctx: Ctx, requesterId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ addresses: sql<number>`count(distinct ${signRequests.email})::int` })
    .from(signRequests)
    .innerJoin(files, eq(signRequests.fileId, files.id))
    .where(and(
      eq(files.requesterId, requesterId),
      isNotNull(files.releasedAt),
      sql`greatest(${files.releasedAt}, ${signRequests.createdAt}) > now() - make_interval(secs => ${daySeconds})`,
    ));
  return row?.addresses ?? 0;
}

/** A refused release rolls its count back with everything else. */
async function countInvitation(ctx: Ctx, accountId: number, email: string): Promise<void> {
  const address = createHash("sha256").update(email).digest("base64url");
  const { count, secondsLeft } = await countAttempt(ctx, `invitation:${String(accountId)}:${address}`, daySeconds);
  if (count > ctx.limits.invitationsPerAddressPerDay) {
    throw new DomainError("rate_limited", { retryAfterSeconds: secondsLeft, detail: "Too many invitations to one address today" });
  }
}
