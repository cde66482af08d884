import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { countAttempt, readAttempts } from "@/lib/platform/rates/counters";
import { mailboxOf } from "@/lib/platform/rates/request-rates";
import { readActiveSigners } from "@/lib/requests/file-state";

const daySeconds = 24 * 3600;

/** The account whose invitations are counted, and the visitor of a direct link, who proved their address and was not invited. */
export interface Invitations {
  sender: Account | null;
  visitor: string | null;
}

/**
 * Limits invitations from self-registered accounts: none while the address is unproved, 25 different addresses on the
 * first day, 500 a day afterwards, and a few e-mails to one address. Accounts created by an administrator or an
 * invitation are not limited. Call it in the transaction of the release, before signers are notified: a refused
 * release rolls its counts back, and the account's row is locked, so that concurrent releases are counted together.
 * Throws `email_unproved`, `rate_limited`.
 */
export async function assertMayInvite(ctx: Ctx, { sender, visitor }: Invitations, fileId: number): Promise<void> {
  const account = limited(sender);
  if (!account) return;
  assertProved(account);
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  // Sorted to avoid deadlocks: two accounts may invite the same people at once, and each counter's row is locked until the commit.
  const signers = (await readActiveSigners(ctx, fileId))
    .filter(({ email }) => email !== visitor)
    .sort((a, b) => byMailbox(a.email, b.email));
  for (const { email } of signers) await countAddress(ctx, account, email);
  for (const { email } of signers.filter(getsMail)) await countMail(ctx, account, email);
}

/** How long a limit keeps an account from inviting these addresses: `account` for anybody new, `address` for one of these. */
export interface InvitationWait {
  scope: "account" | "address";
  seconds: number;
}

/**
 * Looks up, without counting, whether a release to these people would be refused now. Null if not. Work that can wait asks before it
 * prepares a document. Throws `email_unproved`.
 */
export async function findInvitationWait(
  ctx: Ctx,
  sender: Account,
  people: readonly { email: string; notify: boolean }[],
): Promise<InvitationWait | null> {
  const account = limited(sender);
  if (!account) return null;
  assertProved(account);
  for (const { email } of people.filter(({ notify }) => notify)) {
    const seconds = await secondsUntilMail(ctx, account, email);
    if (seconds > 0) return { scope: "address", seconds };
  }
  const counted = await readAttempts(
    ctx,
    people.map(({ email }) => invitedKey(ctx, account, email)),
    daySeconds,
  );
  const fresh = counted.filter(({ count }) => count === 0).length;
  const [all] = await readAttempts(ctx, [allInvitedKey(ctx, account)], daySeconds);
  if (!all || fresh === 0 || all.count + fresh <= (await mostAddresses(ctx, account))) return null;
  return { scope: "account", seconds: all.secondsLeft };
}

/** Counts one further invitation of a released file, in the caller's transaction. Throws what `assertMayInvite` throws. */
export async function countInvitation(
  ctx: Ctx,
  sender: Account | null,
  person: Pick<SignRequest, "email" | "notify" | "role">,
): Promise<void> {
  const account = limited(sender);
  if (!account) return;
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  await countAddress(ctx, account, person.email);
  if (getsMail(person)) await countMail(ctx, account, person.email);
}

/** A CC always gets e-mails, because copies are all that they receive. */
function getsMail({ notify, role }: Pick<SignRequest, "notify" | "role">): boolean {
  return notify || role === "cc";
}

/**
 * The addresses among `emails` that the sender may not remind again today, each with the seconds until that ends.
 * Counts an e-mail to all others. Call it in the transaction that queues the reminders.
 */
export async function countReminders(
  ctx: Ctx,
  sender: Account | null,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const account = limited(sender);
  const refused = new Map<string, number>();
  if (!account) return refused;
  for (const email of [...emails].sort(byMailbox)) {
    const secondsLeft = await secondsUntilMail(ctx, account, email);
    if (secondsLeft > 0) refused.set(email, secondsLeft);
    else await countMail(ctx, account, email);
  }
  return refused;
}

/** The order in which counters are locked. */
function byMailbox(one: string, other: string): number {
  const [first, second] = [one, other].map((email) => `${mailboxOf(email)} ${email}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

function assertProved(account: Account): void {
  if (account.emailProvedAt === null)
    throw new DomainError("email_unproved", { detail: "Confirm your e-mail address before you send documents" });
}

function limited(account: Account | null): Account | null {
  return account?.madeBy === "signup" ? account : null;
}

/**
 * Counts different addresses. Uses counters because signer rows disappear when a request is withdrawn and its draft deleted. Counters are
 * keyed by the account's address, not its id, so that an account erased and created again keeps its counts.
 */
async function countAddress(ctx: Ctx, account: Account, email: string): Promise<void> {
  const before = await countAttempt(ctx, invitedKey(ctx, account, email), daySeconds);
  if (before.count > 1) return;
  const most = await mostAddresses(ctx, account);
  const { count, secondsLeft } = await countAttempt(ctx, allInvitedKey(ctx, account), daySeconds);
  if (count > most)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: secondsLeft,
      detail: `This account may invite ${String(most)} addresses a day`,
    });
}

function invitedKey(ctx: Ctx, account: Account, email: string): string {
  return `invited:${fingerprint(ctx, account.email)}:${fingerprint(ctx, email)}`;
}

function allInvitedKey(ctx: Ctx, account: Account): string {
  return `invited-addresses:${fingerprint(ctx, account.email)}`;
}

async function mostAddresses(ctx: Ctx, account: Account): Promise<number> {
  const isNew = (await ctx.now()).getTime() - account.createdAt.getTime() < daySeconds * 1000;
  return isNew ? ctx.limits.invitedAddressesFirstDay : ctx.limits.invitedAddressesPerDay;
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

/** Seconds until one more e-mail may go to the address; 0 if it may go now. */
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

/** E-mails to one mailbox from this account, and from all self-registered accounts. */
function mailLimits(ctx: Ctx, account: Account, email: string): { key: string; most: number }[] {
  const mailbox = fingerprint(ctx, mailboxOf(email));
  return [
    {
      key: `invitation:${fingerprint(ctx, account.email)}:${mailbox}`,
      most: ctx.limits.invitationsPerAddressPerDay,
    },
    { key: `invitation-to:${mailbox}`, most: ctx.limits.allInvitationsPerAddressPerDay },
  ];
}

/** A keyed hash: these counters survive an erasure and must not reveal the address they count. */
function fingerprint({ secrets }: Pick<Ctx, "secrets">, email: string): string {
  return secrets.hmac("counter", `invitation\n${email}`);
}
