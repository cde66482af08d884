import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "@/db/client";
import type { Account } from "@/db/schema/accounts";
import type { RequestLog } from "@/lib/api/request-log/buffer";
import type { Messenger } from "@/lib/channels/messenger";
import type { TextGateways } from "@/lib/channels/text-gateway";
import type { PdfEngine } from "@/lib/engine/engine";
import type { Timestamper } from "@/lib/pades/timestamps/resting-timestamper";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import type { Outbound } from "@/lib/platform/outbound/outbound";
import type { PasswordHasher } from "@/lib/x509/argon2-hasher";
import type { ConfiguredSigner } from "@/lib/x509/configured-signer";
import type { SecretBox } from "@/lib/x509/secret-box";
import type { KeyType } from "@/lib/x509/wrapped-key";
import type { Limits } from "./limits";

/** The caller, as socket and headers say; goes into the audit trail, never into an answer. */
export interface RequestFacts {
  id: string;
  address: string;
  userAgent: string;
  /** Aborts when the caller leaves before the answer; left out of pages. */
  left?: AbortSignal;
}

/** The Idempotency-Key that a request runs under (lib/platform/idempotency). */
export interface HeldKey {
  key: string;
  /** This execution of the request; after a crash another one may take the key over. */
  run: string;
}

/** Everything a verb may use. A plain object: the runtime builds it once, tests build their own. */
export interface Ctx {
  /** A pool or a transaction, one type. */
  db: Db;
  blobs: BlobStore;
  engine: PdfEngine;
  secrets: SecretBox;
  passwords: PasswordHasher;
  log: Logger;
  limits: Limits;
  /** Origin of links in mails and answers, without a trailing slash; never from a Host header. */
  publicUrl: string;
  /** Of the keys made for people, single signatures and the seal; authorities are always P-256. */
  signingKeyType: KeyType;
  /** The operator's own keys that sign instead of those of the instance's making: at most one authority and one seal. Opened once, at the start. */
  configuredSigners(): Promise<readonly ConfiguredSigner[]>;
  /** True when no mail provider is configured and mail goes to the message inbox, so that evidence can say so. */
  usesMessageInbox: boolean;
  /** Sends mail. Use cases queue mails; only an administrator's test sends at once. */
  messenger: Messenger;
  /** Text messages, Telegram, Signal; null for what is not configured. */
  gateways: TextGateways;
  /** The one guarded way to an address that somebody outside chose. */
  outbound: Outbound;
  /** The time-stamping authority of TSA_URL; null where none is configured. */
  timestamper: Timestamper | null;
  /** DER of further roots that the operator trusts (TRUSTED_ROOTS): signatures and timestamps that lead there are `known`. */
  trustedRoots: readonly Buffer[];
  request: RequestFacts | null;
  /** The API calls of accounts, for those who made them. */
  requestLog: RequestLog;
  /** Left out where the request came without an Idempotency-Key. */
  heldKey?: HeldKey;
  /** Runs `work` in one transaction; inside a transaction it joins that one. Serialization failures and deadlocks are retried. */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** The database's clock. */
  now(): Promise<Date>;
  /** Tells the worker of this process that there may be work; called after commit, harmless when nothing is due. */
  wakeOutbox(): void;
}

/** How the account of this request proved itself. Scopes are those of the token, or all. */
export interface AccountActor {
  kind: "account";
  account: Account;
  proof: "password" | "token" | "session";
  scopes: readonly Scope[];
  /** When the password was last given: now for Basic with the password, the sign-in for a session, null for a token. */
  signedInAt: Date | null;
  /** The session that asks, where one does. */
  sessionId?: number;
  /** The API token that asks, where one does. */
  tokenId?: number;
  /** How many of the account's tokens that were not revoked are older than this one: its requests are counted under this number. */
  tokenSlot?: number;
}

/** A signer without an account, who proved the address or the number of one sign request by a code sent there, and who is that signer and nobody else. */
export interface GuestActor {
  kind: "guest";
  signRequestId: number;
  fileId: number;
  email: string;
  displayName: string;
  /** Over what channel the code went: `email` proves the mailbox, `sms` the number only. */
  method: "email" | "sms";
  /** The code that proved it. */
  challengeId: number;
  provedAt: Date;
  /** A cookie rides along on its own, so such a call is guarded against CSRF. */
  proof: "cookie" | "token";
  scopes: readonly ["read", "sign"];
}

export type Scope = "read" | "write" | "sign";
export type Actor = { kind: "public" } | AccountActor | GuestActor | { kind: "system" };

export const systemActor: Actor = { kind: "system" };

export const maxAttempts = 3;
const retryable = new Set(["40001", "40P01"]);

/** Builds `tx` and `now` over the rest of a context. */
export function makeCtx(parts: Omit<Ctx, "tx" | "now">): Ctx {
  const ctx: Ctx = {
    ...parts,
    now: () => databaseTime(parts.db),
    async tx(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await parts.db.transaction((transaction) => work(insideTransaction(ctx, transaction)));
        } catch (error) {
          if (attempt >= maxAttempts || !retryable.has(postgresCode(error))) throw error;
        }
      }
    },
  };
  return ctx;
}

/** The same context for one request: only what the request says differs. */
export function withRequest(ctx: Ctx, request: RequestFacts): Ctx {
  return makeCtx({ ...ctx, request });
}

/** The same context for a request that runs under an Idempotency-Key. */
export function withHeldKey(ctx: Ctx, heldKey: HeldKey): Ctx {
  return makeCtx({ ...ctx, heldKey });
}

function insideTransaction(ctx: Ctx, transaction: Db): Ctx {
  const inner: Ctx = { ...ctx, db: transaction, now: () => databaseTime(transaction), tx: (work) => work(inner) };
  return inner;
}

async function databaseTime(db: Db): Promise<Date> {
  const result = await db.execute<{ at: string | Date }>(
    sql`select date_trunc('milliseconds', clock_timestamp()) as at`,
  );
  const row = result.rows[0];
  if (!row) throw new Error("the database told no time");
  return new Date(row.at);
}

/** SQLSTATE of a driver error, also where Drizzle wrapped it; "" when there is none. */
export function postgresCode(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
