import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { accounts, sessions, type Account, type Session } from "@/db/schema/accounts";
import { liveSession } from "@/lib/accounts/valid-credential";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { cookieName, readCookie } from "./cookies";

/** The maximum age of "last seen" before a call updates it. */
const lastSeenSeconds = 60;

/**
 * Starts a session after a log-in; returns its id, which is not stored. Verification may be queued: if the password
 * was replaced in the meantime, no session starts. Throws `invalid_credentials`.
 */
export async function startSession(ctx: Ctx, account: Account): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  const [address, userAgent] = [ctx.request?.address ?? null, ctx.request?.userAgent ?? null];
  const { rowCount } = await ctx.db.execute(sql`insert into sessions (id_hash, account_id, address, user_agent)
    select ${hashToken(id)}, id, ${address}, ${userAgent} from accounts
    where id = ${account.id} and credentials_version = ${account.credentialsVersion} and erased_at is null for no key update`);
  if (rowCount === 0) throw new DomainError("invalid_credentials");
  return id;
}

/**
 * The live session with this id and its account: not ended, idle at most 24 h, at most 14 days old
 * (docs/spec/limits.md).
 */
export async function findSession(ctx: Ctx, id: string): Promise<{ session: Session; account: Account } | null> {
  const [row] = await ctx.db
    .select({
      session: sessions,
      account: accounts,
      seenIsOld: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(secs => ${lastSeenSeconds})`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.idHash, hashToken(id)), liveSession(ctx)));
  if (!row) return null;
  if (row.seenIsOld)
    await ctx.db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(sessions.idHash, row.session.idHash));
  return { session: row.session, account: row.account };
}

/** Ends one session: the log-out. Idempotent. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.idHash, hashToken(id)), isNull(sessions.endedAt)));
}

/**
 * The session id in a Cookie header, or null. The cookie is an encrypted JWT with `sid` and no other data of ours;
 * only the session's row shows whether it is live.
 */
export async function readSessionId(ctx: Ctx, cookieHeader: string | null): Promise<string | null> {
  const token = readCookie(cookieHeader, cookieName(ctx.publicUrl, "session"));
  if (token === null) return null;
  const { decode } = await loadJwt();
  const payload = await decode({ token, secret: sessionSecret(ctx) }).catch(() => null);
  return typeof payload?.["sid"] === "string" ? payload["sid"] : null;
}

/** The cookie value for a session, as next-auth would write it. */
export async function sealSessionId(ctx: Ctx, sid: string): Promise<string> {
  const { encode } = await loadJwt();
  return encode({ token: { sid }, secret: sessionSecret(ctx), maxAge: ctx.limits.sessionTotalSeconds });
}

/**
 * The secret of next-auth: 256 bits of a key for this purpose only (HKDF from APP_SECRET). next-auth derives its own
 * keys from it.
 */
export function sessionSecret(ctx: Ctx): string {
  return ctx.secrets.hmac("session", "next-auth");
}

/** Loaded lazily: callers without a cookie, which includes all API clients, do not need it. */
function loadJwt(): Promise<typeof import("next-auth/jwt")> {
  return import("next-auth/jwt");
}
