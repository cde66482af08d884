import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { countAttempt, readAttempts } from "@/lib/platform/rates/attempts";
import { readActiveSigners } from "./file-state";

const daySeconds = 24 * 3600;

/**
 * Limits invitations from self-registered accounts: none while the address is unproved, 25 different addresses on the first day, 500 a day
 * afterwards, and few mails to one address. Accounts created by an administrator or an invitation are not limited. Call it in the
 * transaction of the release, before signers are notified: a refused release rolls its counts back, and the account's row is locked, so
 * that concurrent releases are counted together. Throws `email_unproved`, `rate_limited`.
 */
export async function assertMayInvite(ctx: Ctx, actor: Actor, fileId: number): Promise<void> {
  const account = limitedAccount(actor);
  if (!account) return;
  if (account.emailProvedAt === null)
    throw new DomainError("email_unproved", { detail: "Confirm your e-mail address before you send documents" });
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  // Sorted to avoid deadlocks: two accounts may invite the same people at once, and each counter's row is locked until the commit.
  const signers = (await readActiveSigners(ctx, fileId)).sort((a, b) => (a.email < b.email ? -1 : 1));
  for (const { email } of signers) await countAddress(ctx, account, email);
  for (const { email } of signers.filter(({ notify }) => notify)) await countMail(ctx, account, email);
}

/**
 * The addresses among `emails` that the actor may not remind again today, each with the seconds until that ends. Counts a mail to all
 * others. Call it in the transaction that queues the reminders.
 */
export async function countReminders(ctx: Ctx, actor: Actor, emails: readonly string[]): Promise<Map<string, number>> {
  const account = limitedAccount(actor);
  const refused = new Map<string, number>();
  if (!account) return refused;
  for (const email of [...emails].sort()) {
    const secondsLeft = await secondsUntilMail(ctx, account, email);
    if (secondsLeft > 0) refused.set(email, secondsLeft);
    else await countMail(ctx, account, email);
  }
  return refused;
}

function limitedAccount(actor: Actor): Account | null {
  return actor.kind === "account" && actor.account.madeBy === "signup" ? actor.account : null;
}

/**
 * Counts different addresses. Uses counters because signer rows disappear when a request is withdrawn and its draft deleted. Counters are
 * keyed by the account's address, not its id, so that an account erased and created again keeps its counts.
 */
async function countAddress(ctx: Ctx, account: Account, email: string): Promise<void> {
  const before = await countAttempt(
    ctx,
    `invited:${fingerprint(ctx, account.email)}:${fingerprint(ctx, email)}`,
    daySeconds,
  );
  if (before.count > 1) return;
  const isNew = (await ctx.now()).getTime() - account.createdAt.getTime() < daySeconds * 1000;
  const most = isNew ? ctx.limits.invitedAddressesFirstDay : ctx.limits.invitedAddressesPerDay;
  const { count, secondsLeft } = await countAttempt(
    ctx,
    `invited-addresses:${fingerprint(ctx, account.email)}`,
    daySeconds,
  );
  if (count > most)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: secondsLeft,
      detail: `This account may invite ${String(most)} addresses a day`,
    });
}

async function countMail(ctx: Ctx, account: Account, email: string): Promise<void> {
  for (const { key, most } of mailLimits(ctx, account, email)) {
    const { count, secondsLeft } = await countAttempt(ctx, key, daySeconds);
    if (count > most)
      throw new DomainError("rate_limited", {
        retryAfterSeconds: secondsLeft,
        detail: "Too many invitations to one address today",
      });
  }
}

/** Seconds until one more mail may go to the address, 0 for now. */
async function secondsUntilMail(ctx: Ctx, account: Account, email: string): Promise<number> {
  const limits = mailLimits(ctx, account, email);
  const counted = await readAttempts(
    ctx,
    limits.map(({ key }) => key),
    daySeconds,
  );
  return Math.max(
    0,
    ...limits.map(({ most }, index) => ((counted[index]?.count ?? 0) < most ? 0 : (counted[index]?.secondsLeft ?? 0))),
  );
}

/** Mails to one address from this account, and from all self-registered accounts. */
function mailLimits(ctx: Ctx, account: Account, email: string): { key: string; most: number }[] {
  return [
    {
      key: `invitation:${fingerprint(ctx, account.email)}:${fingerprint(ctx, email)}`,
      most: ctx.limits.invitationsPerAddressPerDay,
    },
    { key: `invitation-to:${fingerprint(ctx, email)}`, most: ctx.limits.allInvitationsPerAddressPerDay },
  ];
}

/** A keyed hash: these counters survive an erasure and must not reveal the address they count. */
function fingerprint({ secrets }: Pick<Ctx, "secrets">, email: string): string {
  return secrets.hmac("counter", `invitation\n${email}`);
}
