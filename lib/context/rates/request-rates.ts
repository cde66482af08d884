import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { perDatabase } from "@/db/per-database";
import { signRequests } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import type { Limits } from "@/lib/platform/limits";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { countAttempt, takeToken } from "./counters";

/** The state of one applicable rate policy after the request was counted. */
export interface RateState {
  /** `api`, `anonymous`, `uploads`, `verify`, `status`, `pages`. */
  name: string;
  /** Requests per minute. */
  quota: number;
  left: number;
  /** Seconds until the full quota is available again. */
  resetSeconds: number;
  /** Seconds until a request would be allowed. 0 if this one was. */
  retrySeconds: number;
}

/** Kinds of request with separate limits. */
export type RequestKind = "upload" | "verification" | "status" | null;

/**
 * Counts one request under every policy that applies to it (docs/spec/limits.md), stopping at the first that is
 * exhausted. Each credential of a caller has 600 a minute, in bursts of 100. `link` is a sign link's hash, which counts
 * as a credential if the link was created here. Callers without a credential share 60 per network. Programs that read
 * PDFs query the status of certificates, for many people of a network: these queries have a limit of their own. Throws
 * what the database throws.
 */
export async function countRequest(
  ctx: Ctx,
  actor: Actor,
  link: string | null,
  kind: RequestKind,
): Promise<RateState[]> {
  const network = networkOf(ctx.request?.address ?? "");
  if (kind === "status") return [await countInMinute(ctx, "status", network, ctx.limits.statusRequestsPerMinute)];
  const isByLink =
    link !== null && actor.kind !== "account" && actor.kind !== "guest" && (await isKnownLink(ctx, link));
  const credential = credentialOf(actor, isByLink ? link : null);
  const states = [
    credential === null
      ? await countInMinute(ctx, "anonymous", network, ctx.limits.anonymousRequestsPerMinute)
      : await countInBucket(ctx, credential),
  ];
  if (kind === null || isSpent(states)) return states;
  const { name, limit } = special[kind];
  return [...states, await countInMinute(ctx, name, ownerOf(actor) ?? credential ?? network, ctx.limits[limit])];
}

/** For each account, network or link that may open no more pages: when its minute is over (performance.now). */
const spentPages = new WeakMap<Ctx["secrets"], RecentlyUsed<string, number>>();

/**
 * Counts a request for a page, for the account or else for the network. A known sign link (`link` is its hash) has
 * pages of its own once those of the network are spent, so that strangers cannot take them from signers. Only the first
 * refusal of a minute queries the counters. Throws what the database throws.
 */
export async function countPage(ctx: Ctx, actor: Actor, link: string | null): Promise<RateState> {
  const owner = ownerOf(actor);
  const state = await countPageOf(ctx, owner ?? networkOf(ctx.request?.address ?? ""));
  if (owner !== null || link === null || !isSpent([state]) || !(await isKnownLink(ctx, link))) return state;
  return countPageOf(ctx, `link:${link}`);
}

async function countPageOf(ctx: Ctx, key: string): Promise<RateState> {
  const quota = ctx.limits.pagesPerMinute;
  const spent = spentPages.get(ctx.secrets) ?? new RecentlyUsed<string, number>(maxRemembered);
  spentPages.set(ctx.secrets, spent);
  const seconds = Math.ceil(((spent.get(key) ?? 0) - performance.now()) / 1000);
  if (seconds > 0) return { name: "pages", quota, left: 0, resetSeconds: seconds, retrySeconds: seconds };
  const state = await countInMinute(ctx, "pages", key, quota);
  if (state.retrySeconds > 0) spent.set(key, performance.now() + state.retrySeconds * 1000);
  else spent.delete(key);
  return state;
}

/** Whether one of the policies allows no further request. */
export function isSpent(states: readonly RateState[]): boolean {
  return states.some(({ retrySeconds }) => retrySeconds > 0);
}

const special: { readonly [kind in Exclude<RequestKind, "status" | null>]: { name: string; limit: keyof Limits } } = {
  upload: { name: "uploads", limit: "uploadsPerMinute" },
  verification: { name: "verify", limit: "verificationsPerMinute" },
};

/**
 * All credentials of an account share its uploads and verifications, because it can create 20 tokens and any number of
 * sessions.
 */
function ownerOf(actor: Actor): string | null {
  return actor.kind === "account" ? `account:${actor.account.id}` : null;
}

/**
 * Each token is a separate credential, and so are guests and sign links. All sessions of an account and its password
 * share one, because each sign-in creates a session, and unlimited sign-ins must not yield 600 requests a minute each.
 * The same applies to tokens that are created and revoked: a new one continues the quota of the token whose slot among
 * the account's tokens it takes.
 */
function credentialOf(actor: Actor, link: string | null): string | null {
  if (actor.kind === "guest") return `guest:${actor.signRequestId}`;
  if (actor.kind !== "account") return link === null ? null : `link:${link}`;
  if (actor.tokenId !== undefined) return `token:${actor.account.id}:${actor.tokenSlot ?? 0}`;
  return `account:${actor.account.id}`;
}

async function countInBucket(ctx: Ctx, key: string): Promise<RateState> {
  const { apiRequestsPerMinute: quota, apiRequestBurst: capacity } = ctx.limits;
  const perSecond = quota / 60;
  const taken = await takeToken(ctx, { key: `api:${key}`, capacity, perSecond });
  return {
    name: "api",
    quota,
    left: taken.left,
    resetSeconds: Math.max(0, capacity - taken.left) / perSecond,
    retrySeconds: taken.isGranted ? 0 : taken.secondsUntilNext,
  };
}

async function countInMinute(ctx: Ctx, name: string, key: string, quota: number): Promise<RateState> {
  const { count, secondsLeft } = await countAttempt(ctx, `requests:${name}:${key}`, 60);
  return {
    name,
    quota,
    left: Math.max(0, quota - count),
    resetSeconds: secondsLeft,
    retrySeconds: count > quota ? secondsLeft : 0,
  };
}

const rememberedMs = 60_000;
const maxRemembered = 10_000;

const memories = new WeakMap<Ctx["secrets"], RecentlyUsed<string, number>>();

const findLink = perDatabase((db) =>
  db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(eq(signRequests.linkHash, sql.placeholder("hash")))
    .prepare("find_known_link"),
);

/**
 * Whether a sign link was ever created, by its hash. Only such a link is a credential. A caller with made-up links
 * counts as anonymous and leaves no counters. Links are never deleted on their own, so a known link is cached for a
 * minute.
 */
async function isKnownLink(ctx: Ctx, hash: string): Promise<boolean> {
  const memory = memories.get(ctx.secrets) ?? new RecentlyUsed<string, number>(maxRemembered);
  memories.set(ctx.secrets, memory);
  const now = performance.now();
  if ((memory.get(hash) ?? 0) > now) return true;
  const [found] = await findLink(ctx.db).execute({ hash });
  if (!found) return false;
  memory.set(hash, now + rememberedMs);
  return true;
}

/**
 * The error for an unknown sign link: `not_found`, and `rate_limited` from the 61st per minute and network
 * (docs/spec/limits.md). It counts the miss, so call it once, outside a transaction, and throw the returned error.
 */
export async function linkMiss(ctx: Ctx): Promise<DomainError> {
  const network = networkOf(ctx.request?.address ?? "");
  const misses = await countAttempt(ctx, `link-miss:${network}`, 60);
  if (misses.count <= ctx.limits.linkMissesPerMinute) return new DomainError("not_found");
  return new DomainError("rate_limited", {
    retryAfterSeconds: misses.secondsLeft,
    detail: "Too many invalid links.",
  });
}

/**
 * The network that attempts are counted under: /24 of IPv4, /64 of IPv6, because one person usually controls all of it.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * The network that takes turns: /24 of IPv4, /48 of IPv6. A /48 is the largest prefix that is given to a single site
 * (RFC 6177), so one attacker may control 65,536 networks of `networkOf`. Counters use those nevertheless, because a
 * mobile provider gives each of its users a /64, and a turn delays a user where a counter locks them out.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, ipv6Bits: number): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6Bits}`);
  return `${network.toString()}/${ipv6Bits}`;
}

/**
 * The mailbox that an address most likely leads to: without the part after a plus sign, which many providers ignore
 * (RFC 5233). Used only for counting, so that address variants cannot be used to flood a mailbox or bypass a limit.
 * Never used for identity: a signer, an account and a code belong to the full address. Phone numbers and chats stay
 * unchanged.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const plus = address.indexOf("+");
  return at < 0 || plus < 1 || plus > at ? address : `${address.slice(0, plus)}${address.slice(at)}`;
}

/**
 * The address in the keys of counters: failed log-ins, account e-mails. An erasure finds them by it. Without a key, so
 * anybody can compute it.
 */
export function hashAddress(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

/** The beginning of the keys that remember from which networks the owner of an address logs in. */
export function knownNetworksKey(email: string): string {
  return `login-known:${hashAddress(email)}:`;
}
