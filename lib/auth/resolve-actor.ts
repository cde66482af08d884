import { and, eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { accounts, apiTokens } from "@/db/schema/accounts";
import type { AccountActor, Actor, Ctx, GuestActor, Scope } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { normaliseEmail } from "@/lib/platform/plain-text";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import { findGuest, type GuestTarget } from "@/lib/signing/identification/guest";
import { readGuestTokens } from "./cookies";
import { logIn } from "./log-in";
import { countWrongToken } from "./log-in-attempts";
import { findSession, readSessionId } from "./session";

export type { GuestTarget };

const allScopes: readonly Scope[] = ["read", "write", "sign"];

/**
 * The caller, by Basic, Bearer or session cookie (docs/spec/api.md#callers). A given credential must be valid, even for
 * public operations: treating a mistyped one as anonymous would hide the error. A stale cookie does not count as a
 * credential. A guest's cookie is used if the request is for the guest's own `target`, null for operations closed to
 * guests. Throws `invalid_credentials`, `rate_limited`, `account_locked`.
 */
export async function resolveActor(ctx: Ctx, headers: Headers, target: GuestTarget | null = null): Promise<Actor> {
  const credential = parseCredential(headers.get("authorization"));
  switch (credential.kind) {
    case "none":
      return resolveVisitor(ctx, headers, target);
    case "malformed":
      throw new DomainError("invalid_credentials", {
        detail: "The Authorization header must be Basic or Bearer.",
      });
    case "token":
      return tokenActor(ctx, credential.token, credential.email);
    case "guest":
      return guestByToken(ctx, credential.token);
    case "password":
      return passwordActor(ctx, credential.email, credential.password);
  }
}

async function passwordActor(ctx: Ctx, email: string, password: string): Promise<AccountActor> {
  const { account, at } = await logIn(ctx, email, password);
  return { kind: "account", account, proof: "password", scopes: allScopes, signedInAt: at };
}

/** The viewer of a page, by cookies: a logged-in account, else the guest of the target. */
export async function resolveVisitor(
  ctx: Ctx,
  headers: Pick<Headers, "get">,
  target: GuestTarget | null,
): Promise<Actor> {
  const actor = await resolveSession(ctx, headers);
  if (actor.kind === "account" || target === null) return actor;
  return (await findGuest(ctx, readGuestTokens(headers.get("cookie"), ctx.publicUrl), target, "cookie")) ?? actor;
}

async function guestByToken(ctx: Ctx, token: string): Promise<GuestActor> {
  const guest = await findGuest(ctx, [token], null, "token");
  if (!guest) throw await countWrongToken(ctx);
  return guest;
}

/** The account of the session cookie, ignoring other credentials: pages accept no others. */
export async function resolveSession(ctx: Ctx, headers: Pick<Headers, "get">): Promise<Actor> {
  const id = await readSessionId(ctx, headers.get("cookie"));
  const found = id === null ? null : await findSession(ctx, id);
  if (!found) return { kind: "public" };
  return {
    kind: "account",
    account: found.account,
    proof: "session",
    scopes: allScopes,
    signedInAt: found.session.createdAt,
    sessionId: found.session.id,
  };
}

/** "Last used" is written at most once a minute, not with every call. */
const lastUseSeconds = 60;

const findToken = perDatabase((db) =>
  db
    .select({
      account: accounts,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      slot: sql<number>`(select count(*) from api_tokens older where older.account_id = ${apiTokens.accountId} and older.revoked_at is null and older.id < ${apiTokens.id})::int`,
      useIsOld: sql<boolean>`${apiTokens.lastUsedAt} is null or ${apiTokens.lastUsedAt} < now() - make_interval(secs => ${lastUseSeconds})`,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder("tokenHash")),
        sql`${apiTokens.revokedAt} is null and (${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > now())`,
      ),
    )
    .prepare("find_token"),
);

/**
 * The account of a token. `email`, if given by the caller, must be the account's. Throws `invalid_credentials` or
 * `rate_limited`.
 */
export async function tokenActor(ctx: Ctx, token: string, email: string | null): Promise<AccountActor> {
  const hash = hashToken(token);
  const row = await rememberShortly(ctx, hash, () => lookUp(ctx, hash));
  if (!row || (email !== null && email !== row.account.email)) throw await countWrongToken(ctx);
  return {
    kind: "account",
    account: row.account,
    proof: "token",
    scopes: row.scopes as Scope[],
    signedInAt: null,
    tokenId: row.tokenId,
    tokenSlot: row.slot,
  };
}

/** Reads a live token and its account, and records its use. */
async function lookUp(ctx: Ctx, hash: string) {
  const [row] = await findToken(ctx.db).execute({ tokenHash: hash });
  if (row?.useIsOld)
    await ctx.db
      .update(apiTokens)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(apiTokens.id, row.tokenId));
  return row ?? null;
}

/** The parsed Authorization header. `email` is in lower case; `malformed` never authenticates. */
type Credential =
  | { kind: "none" }
  | { kind: "malformed" }
  | { kind: "password"; email: string; password: string }
  | { kind: "token"; token: string; email: string | null }
  | { kind: "guest"; token: string };

const tokenPrefix = "pk_";
const guestTokenPrefix = "gt_";

/** Parses Basic (RFC 7617, charset UTF-8) and Bearer (RFC 6750). A token may be given instead of the password. */
function parseCredential(authorization: string | null): Credential {
  if (authorization === null) return { kind: "none" };
  const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer" && value.startsWith(tokenPrefix))
    return { kind: "token", token: value, email: null };
  if (scheme.toLowerCase() === "bearer" && value.startsWith(guestTokenPrefix)) return { kind: "guest", token: value };
  if (scheme.toLowerCase() !== "basic") return { kind: "malformed" };
  return parseBasic(value);
}

function parseBasic(value: string): Credential {
  const text = decode(value);
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || colon < 1) return { kind: "malformed" };
  const email = normaliseEmail(text.slice(0, colon));
  const secret = text.slice(colon + 1);
  if (secret.startsWith(tokenPrefix)) return { kind: "token", token: secret, email };
  return { kind: "password", email, password: secret };
}

/** Null for invalid base64 or UTF-8, and for U+0000, which no stored text contains. */
function decode(base64: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/**
 * Clients send their token with every request, and looking it up costs as much as a small answer. Results are therefore
 * cached in this process for less than a second, and cleared whenever this process changes anything: a client sees its
 * own changes, and a token revoked here is void here at once.
 */
const rememberedMs = 900;
const maxRemembered = 5000;

interface Memory<Found> {
  found: RecentlyUsed<string, { value: Found; until: number }>;
  /** Incremented with every change; results read before a change are not cached after it. */
  changes: number;
}

const memories = new WeakMap<Ctx["secrets"], Memory<unknown>>();

/** The result of `read` for a key, possibly cached. Null is not cached. */
async function rememberShortly<Found>(ctx: Ctx, key: string, read: () => Promise<Found | null>): Promise<Found | null> {
  const memory = memoryOf<Found>(ctx);
  const known = memory.found.get(key);
  if (known && performance.now() < known.until) return known.value;
  const { changes } = memory;
  const startedAt = performance.now();
  const value = await read();
  if (value === null || memory.changes !== changes) return value;
  memory.found.set(key, { value, until: startedAt + rememberedMs });
  return value;
}

/** Call it after a request that may have changed something, before it is answered. */
export function forgetTokens(ctx: Ctx): void {
  const memory = memoryOf(ctx);
  memory.changes += 1;
  memory.found.clear();
}

function memoryOf<Found>({ secrets }: Pick<Ctx, "secrets">): Memory<Found> {
  const memory = (memories.get(secrets) ?? { found: new RecentlyUsed(maxRemembered), changes: 0 }) as Memory<Found>;
  memories.set(secrets, memory);
  return memory;
}
