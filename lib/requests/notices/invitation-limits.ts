import { eq } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { isMailboxProved } from "@/lib/accounts/actor";
import type { Ctx } from "@/lib/context/context";
import { countAttempt, readAttempts } from "@/lib/context/rates/counters";
import { mailboxOf } from "@/lib/context/rates/request-rates";
import { DomainError } from "@/lib/platform/errors";
import { readActiveSigners } from "@/lib/requests/state/file-state";

const daySeconds = 24 * 3600;

/**
 * The account whose invitations are counted, and the visitor of a direct link, who proved their address and was not
 * invited.
 */
export interface Invitations {
  sender: Account | null;
  visitor: VisitorInvitations | null;
}

interface VisitorInvitations {
  email: string;
  /** The addresses that the visitor entered. */
  named: readonly string[];
}

/**
 * Refuses invitations from an account with an unproved address, and limits those of self-registered accounts: 25
 * different addresses on the first day, 500 a day afterwards, and a few e-mails to one address. Accounts created by an
 * administrator or an invitation are not limited, except for e-mails to addresses that the visitor of a direct link
 * entered. Call it in the transaction of the release, before signers are notified: a refused release rolls its counts
 * back, and the account's row is locked, so that concurrent releases are counted together. Throws `email_unproved`,
 * `rate_limited`.
 */
export async function assertMayInvite(ctx: Ctx, { sender, visitor }: Invitations, fileId: number): Promise<void> {
  assertMaySend(sender);
  const account = limited(sender);
  if (!account) return visitor && sender ? countNamed(ctx, sender, visitor.named) : undefined;
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  // Sorted to avoid deadlocks: two accounts may invite the same people at once, and each counter's row is locked until
  // the commit.
  const signers = (await readActiveSigners(ctx, fileId))
    .filter(({ email }) => email !== visitor?.email)
    .sort((a, b) => byMailbox(a.email, b.email));
  for (const { email } of signers) await countAddress(ctx, account, email);
  for (const { email } of signers.filter(getsMail)) await countMail(ctx, account, email);
}

/** A stranger chose these addresses, and could otherwise flood a mailbox in the name of a trusted account. */
async function countNamed(ctx: Ctx, sender: Account, emails: readonly string[]): Promise<void> {
  for (const email of [...emails].sort(byMailbox)) await countMail(ctx, sender, email);
}

/**
 * How long a limit keeps an account from inviting these addresses: `account` for anybody new, `address` for one of
 * these.
 */
export interface InvitationWait {
  scope: "account" | "address";
  seconds: number;
}

/**
 * Looks up, without counting, whether a release to these people would be refused now. Null if not. Work that can wait
 * asks before it prepares a document. Throws `email_unproved`.
 */
export async function findInvitationWait(
  ctx: Ctx,
  sender: Account,
  people: readonly { email: string; notify: boolean }[],
): Promise<InvitationWait | null> {
  assertMaySend(sender);
  const account = limited(sender);
  if (!account) return null;
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

/**
 * Counts one further invitation of a released file, in the caller's transaction. `by`: the person who entered the
 * address, `visitor` for a document of a direct link. Throws what `assertMayInvite` throws.
 */
export async function countInvitation(
  ctx: Ctx,
  sender: Account | null,
  person: Pick<SignRequest, "email" | "notify" | "role">,
  by: "sender" | "visitor" = "sender",
): Promise<void> {
  const account = limited(sender);
  if (!account) return by === "visitor" && sender ? countNamed(ctx, sender, [person.email]) : undefined;
  await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  await countAddress(ctx, account, person.email);
  if (getsMail(person)) await countMail(ctx, account, person.email);
}

/** A CC always gets e-mails, because copies are all that they receive. */
function getsMail({ notify, role }: Pick<SignRequest, "notify" | "role">): boolean {
  return notify || role === "cc";
}

/**
 * The addresses among `emails` that may get no further e-mail about the sender's requests today (a reminder, or a
 * notice of a withdrawal), each with the seconds until that ends. Counts an e-mail to all others. Call it in the
 * transaction that queues the e-mails.
 */
export async function countFurtherMails(
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

/**
 * Throws `email_unproved` until the account's address is proved, however the account was made: recipients are told that
 * the request comes from this address. A sign link may have been forwarded, and is not enough.
 */
export function assertMaySend(account: Account | null): void {
  if (account !== null && !isMailboxProved(account))
    throw new DomainError("email_unproved", { detail: "Confirm your e-mail address before you send documents." });
}

function limited(account: Account | null): Account | null {
  return account?.madeBy === "signup" ? account : null;
}

/**
 * Counts different addresses. Uses counters because signer rows disappear when a request is withdrawn and its draft
 * deleted. Counters are keyed by the account's address, not its id, so that an account erased and created again keeps
 * its counts.
 */
async function countAddress(ctx: Ctx, account: Account, email: string): Promise<void> {
  const before = await countAttempt(ctx, invitedKey(ctx, account, email), daySeconds);
  if (before.count > 1) return;
  const most = await mostAddresses(ctx, account);
  const { count, secondsLeft } = await countAttempt(ctx, allInvitedKey(ctx, account), daySeconds);
  if (count > most)
    throw new DomainError("rate_limited", {
      retryAfterSeconds: secondsLeft,
      reason: "invitations_per_day",
      bound: most,
      detail: `This account may invite ${String(most)} addresses a day.`,
    });
}

function invitedKey(ctx: Ctx, account: Account, email: string): string {
  return `invited:${addressHmac(ctx, account.email)}:${addressHmac(ctx, email)}`;
}

function allInvitedKey(ctx: Ctx, account: Account): string {
  return `invited-addresses:${addressHmac(ctx, account.email)}`;
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
        reason: "invitations_to_address",
        detail: "Too many invitations to one address today.",
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
  const mailbox = addressHmac(ctx, mailboxOf(email));
  return [
    {
      key: `invitation:${addressHmac(ctx, account.email)}:${mailbox}`,
      most: ctx.limits.invitationsPerAddressPerDay,
    },
    { key: `invitation-to:${mailbox}`, most: ctx.limits.allInvitationsPerAddressPerDay },
  ];
}

/** A keyed hash: these counters survive an erasure and must not reveal the address they count. */
function addressHmac({ secrets }: Pick<Ctx, "secrets">, email: string): string {
  return secrets.hmac("counter", `invitation\n${email}`);
}
