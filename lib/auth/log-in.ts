import { isIP } from "node:net";
import { eq, sql } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { accountActor, assertFreshProof, refuseToken } from "@/lib/accounts/actor";
import { findDemoAccount } from "@/lib/accounts/ensure-demo-account";
import { findAccountByEmail } from "@/lib/accounts/find";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { normaliseEmail } from "@/lib/platform/plain-text";
import type { SecretBox } from "@/lib/platform/secrets/secret-box";
import {
  afterFailure,
  assertMayLogIn,
  beginLogInAttempt,
  countFailureWhileLocked,
  countFailureWithoutAccount,
  mayTryWhileLocked,
  readFailuresWithoutAccount,
  refusesNetwork,
  type LogInAttempt,
} from "./log-in-attempts";

interface LogIn {
  account: Account;
  /** The database's time. */
  at: Date;
}

/** Only a password reset, or a log-in from a network of the owner, ends this lock, so clients need not retry soon. */
const lockedRetrySeconds = 24 * 3600;

const underWay = new WeakMap<Ctx["secrets"], Map<string, Promise<unknown>>>();

/**
 * Verifies e-mail and password. An address without an account has the same cost and answer as a wrong password, and
 * as a locked account after as many failures. A lock stops strangers only: from a network that the owner has used,
 * the right password still works. Throws `invalid_credentials`, `rate_limited`, `account_locked`, `unavailable` (too
 * many concurrent verifications).
 */
export async function logIn(ctx: Ctx, email: string, password: string): Promise<LogIn> {
  const since = performance.now();
  try {
    return await logInOnce(ctx, email, password);
  } catch (error) {
    // Some refusals took a verification and others none, such as that of a right password which is remembered.
    if (refusesNetwork(error)) await ctx.passwords.evenOut(since);
    throw error;
  }
}

async function logInOnce(ctx: Ctx, email: string, password: string): Promise<LogIn> {
  const address = normaliseEmail(email);
  const normal = password.normalize("NFC");
  const inTurn = <T>(attempt: () => Promise<T>): Promise<T> => afterEqualTry(ctx, address, normal, attempt);
  const found = await findAccountByEmail(ctx, address);
  if (!found) {
    const failures = await readFailuresWithoutAccount(ctx, address);
    return inTurn(() => refuse(ctx, address, normal, failures));
  }
  const { account, readAt } = found;
  if (isLocked(ctx, account.failedLoginsInRow) && !(await mayTryWhileLocked(ctx, address)))
    return inTurn(() => refuse(ctx, address, normal, account.failedLoginsInRow));
  if (isRemembered(ctx.secrets, account, normal)) await assertMayLogIn(ctx, address);
  else await inTurn(() => verifyUnlessRemembered(ctx, account, normal));
  return { account, at: readAt };
}

/**
 * Twenty concurrent calls with the correct password must not count as twenty tries: later ones wait, and are verified
 * only if the first was wrong. Addresses without an account wait alike: otherwise the time between two answers to one
 * wrong password would reveal whether there is an account.
 */
async function afterEqualTry<T>(ctx: Ctx, email: string, password: string, attempt: () => Promise<T>): Promise<T> {
  const pending = underWay.get(ctx.secrets) ?? new Map<string, Promise<unknown>>();
  underWay.set(ctx.secrets, pending);
  const key = ctx.secrets.hmac("credential", `${email}\n${password}`);
  const first = pending.get(key);
  if (first) {
    await first.catch(() => undefined);
    return attempt();
  }
  const own = attempt();
  pending.set(key, own);
  return own.finally(() => pending.delete(key));
}

async function verifyUnlessRemembered(ctx: Ctx, account: Account, password: string): Promise<void> {
  if (!isRemembered(ctx.secrets, account, password)) await verify(ctx, account, password);
}

async function verify(ctx: Ctx, account: Account, password: string): Promise<void> {
  const attempt = await beginLogInAttempt(ctx, account.email);
  const isRight = await verifyPassword(ctx, account.passwordHash, password, attempt);
  if (!isRight) {
    await ctx.db.update(accounts).set(afterFailure(ctx)).where(eq(accounts.id, account.id));
    if (isLocked(ctx, account.failedLoginsInRow)) await countFailureWhileLocked(ctx, account.email);
    ctx.log.warn({ request: ctx.request?.id, account: account.id }, "log-in: wrong password");
    throw attempt.refusal ?? new DomainError("invalid_credentials");
  }
  await attempt.succeeded();
  await settleSuccess(ctx, account, password);
  remember(ctx.secrets, account, password);
}

/** A correct password ends the run of failures and renews a hash with weaker parameters. */
async function settleSuccess(ctx: Ctx, account: Account, password: string): Promise<void> {
  const isWeak = ctx.passwords.isWeak(account.passwordHash);
  if (account.failedLoginsInRow === 0 && !isWeak) return;
  await ctx.db
    .update(accounts)
    .set({ failedLoginsInRow: 0, ...(isWeak ? { passwordHash: await ctx.passwords.hash(password) } : {}) })
    .where(sql`${accounts.id} = ${account.id} and ${accounts.passwordHash} = ${account.passwordHash}`);
}

/**
 * For a locked account and an address without one: counts the try and verifies a password, so that neither answer nor
 * timing distinguishes them.
 */
async function refuse(ctx: Ctx, email: string, password: string, failuresInRow: number): Promise<never> {
  const attempt = await beginLogInAttempt(ctx, email);
  await verifyPassword(ctx, null, password, attempt);
  if (attempt.refusal) throw attempt.refusal;
  if (isLocked(ctx, failuresInRow))
    throw new DomainError("account_locked", {
      retryAfterSeconds: lockedRetrySeconds,
      detail: "Too many failed log-ins in a row. Reset the password.",
    });
  await countFailureWithoutAccount(ctx, email);
  throw new DomainError("invalid_credentials");
}

function isLocked({ limits }: Ctx, failuresInRow: number): boolean {
  return failuresInRow >= limits.loginFailuresInRow;
}

async function verifyPassword(
  ctx: Ctx,
  hash: string | null,
  password: string,
  { withdraw, refusal }: LogInAttempt,
): Promise<boolean> {
  try {
    return await ctx.passwords.verify(hash, password);
  } catch (error) {
    await withdraw();
    // "Too busy" would reveal that this address is verified in a network whose other addresses are not.
    throw refusal ?? error;
  }
}

/**
 * By design, verifying a password costs 19 MiB and tens of milliseconds, which a client using Basic would pay on every
 * call. So a verified credential is remembered for 60 s in this process, as an HMAC only (docs/spec/limits.md), bound
 * to the account's credentials version: a changed password ends it at once, everywhere.
 */
export const rememberedMs = 60_000;
const maxRemembered = 10_000;

const memories = new WeakMap<SecretBox, Map<string, number>>();

function isRemembered(secrets: SecretBox, account: Account, password: string): boolean {
  const until = memories.get(secrets)?.get(keyOf(secrets, account, password));
  return until !== undefined && until > performance.now();
}

function remember(secrets: SecretBox, account: Account, password: string): void {
  const memory = memories.get(secrets) ?? new Map<string, number>();
  memories.set(secrets, memory);
  const key = keyOf(secrets, account, password);
  memory.delete(key);
  memory.set(key, performance.now() + rememberedMs);
  forgetOldest(memory);
}

/** The map is ordered by expiry, so expired entries come first. */
function forgetOldest(memory: Map<string, number>): void {
  const now = performance.now();
  for (const [key, until] of memory) {
    if (until > now && memory.size <= maxRemembered) return;
    memory.delete(key);
  }
}

function keyOf(secrets: SecretBox, account: Account, password: string): string {
  return secrets.hmac("credential", `${account.id}\n${account.credentialsVersion}\n${password}`);
}

/**
 * The demo account, without a password: only on an instance that started with one, and only for callers on this
 * machine. Throws `not_found` otherwise. The edge has already refused calls from other origins, so no page from
 * elsewhere can open a session through a name that resolves to this machine.
 */
export async function logInToDemo(ctx: Ctx): Promise<Account> {
  const account = isThisMachine(ctx.request?.address ?? "") ? await findDemoAccount(ctx) : null;
  if (!account) throw new DomainError("not_found");
  return account;
}

/** 127.0.0.0/8 and ::1 (RFC 6890), also as an IPv4-mapped address. */
function isThisMachine(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return isIP(plain) === 4 ? plain.startsWith("127.") : plain === "::1";
}

/**
 * The actor with a fresh proof if the call contains the current password; otherwise unchanged. Wrong passwords count
 * like those of a log-in. A token call never gets a fresh proof, whatever it contains (docs/spec/limits.md): a stolen
 * token must not lead to the account by guessing. Throws `reauth_required` (a token), `validation_failed` (wrong
 * password; the session stays valid), `rate_limited`, `account_locked`.
 */
export async function proveAgain(ctx: Ctx, actor: Actor, currentPassword: string | undefined): Promise<Actor> {
  if (actor.kind !== "account" || currentPassword === undefined) return actor;
  refuseToken(actor);
  const { at } = await logIn(ctx, actor.account.email, currentPassword).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "invalid_credentials")
      throw invalid("/currentPassword", "password_wrong", "This is not your current password");
    throw error;
  });
  return { ...actor, signedInAt: at } satisfies AccountActor;
}

/** Throws `reauth_required` unless this request, or its session's log-in, recently gave the password. */
export async function assertFresh(ctx: Ctx, actor: Actor): Promise<void> {
  await assertFreshProof(ctx, accountActor(actor));
}
