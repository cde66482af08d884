import type { Logger } from "pino";
import type { Db } from "@/db/client";
import type { Account } from "@/db/schema/accounts";
import type { RequestLog } from "@/lib/api/request-log/buffer";
import type { Messenger, TextGateways } from "@/lib/channels/messenger";
import type { PdfEngine } from "@/lib/engine/engine";
import type { Timestamper } from "@/lib/pades/timestamps/resting-timestamper";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import type { Outbound } from "@/lib/platform/outbound/outbound";
import { traced } from "@/lib/platform/telemetry/tracing";
import type { PasswordHasher } from "@/lib/x509/argon2-hasher";
import type { ConfiguredSigner } from "@/lib/x509/configured-signer";
import type { SecretBox } from "@/lib/x509/secret-box";
import type { KeyType } from "@/lib/x509/wrapped-key";
import { databaseTime } from "./database-clock";
import type { Limits } from "./limits";
import type { ShownVariable } from "./shown-variables";

/** The caller as seen by socket and headers; recorded in the audit trail, never returned. */
export interface RequestFacts {
  id: string;
  address: string;
  userAgent: string;
  /** Aborts when the client disconnects before the answer; not set for pages. */
  left?: AbortSignal;
}

/** The Idempotency-Key that a request runs under (lib/platform/idempotency). */
export interface HeldKey {
  key: string;
  /** This execution of the request; after a crash another one may take over the key. */
  run: string;
}

/** Everything a use case needs. A plain object: the runtime builds it once, tests build their own. */
export interface Ctx {
  /** A pool or a transaction, one type. */
  db: Db;
  blobs: BlobStore;
  engine: PdfEngine;
  secrets: SecretBox;
  passwords: PasswordHasher;
  log: Logger;
  limits: Limits;
  /** Origin of links in mails and responses, without a trailing slash; never from a Host header. */
  publicUrl: string;
  /** The type of signers' keys, one-time keys and the seal's key; authorities always use P-256. */
  signingKeyType: KeyType;
  /** The operator's own keys that sign instead of those of the instance's making: at most one authority and one seal. Opened once, at the start. */
  configuredSigners(): Promise<readonly ConfiguredSigner[]>;
  /** True when no mail provider is configured and mail goes to the message inbox, which evidence mentions. */
  usesMessageInbox: boolean;
  /** The instance started with a demo account: on this machine only, and with no administrator named. */
  isDemo: boolean;
  /** Secrets that prove a report about a mail. */
  mailReports: MailReportSecrets;
  /** Sends mail. Use cases queue mails; only an administrator's test mail is sent directly. */
  messenger: Messenger;
  /** Text messages, Telegram, Signal; null where not configured. */
  gateways: TextGateways;
  /** The only way to call an address chosen by a user. */
  outbound: Outbound;
  /** The time-stamping authority of TSA_URL; null where none is configured. */
  timestamper: Timestamper | null;
  /** DER of further roots trusted by the operator (TRUSTED_ROOTS): signatures and timestamps that chain to them are `known`. */
  trustedRoots: readonly Buffer[];
  /** The variables of the environment without secrets, for diagnostics. */
  variables: readonly ShownVariable[];
  request: RequestFacts | null;
  /** The log of API calls, for the accounts that made them. */
  requestLog: RequestLog;
  /** Only set for requests with an Idempotency-Key. */
  heldKey?: HeldKey;
  /** Runs `work` in one transaction; inside a transaction it joins that one. Serialization failures and deadlocks are retried. */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** The database's clock, at most 25 ms late (`databaseTime`). */
  now(): Promise<Date>;
  /** Rows that the transaction of `tx` has read under a lock it still holds. Discarded with the transaction. */
  held?: Map<string, unknown>;
  /** Work of `atEnd`; only set inside a transaction. */
  last?: (() => Promise<void>)[];
  /** Tells the workers of this process that there may be work; called after commit, harmless when nothing is due. */
  wakeOutbox(): void;
  /** Says that the transaction under way queues webhook deliveries: the next `wakeOutbox` wakes their worker, too. */
  noteDelivery?: () => void;
}

/** The credential of this request's account. Scopes are those of the token, or all. */
export interface AccountActor {
  kind: "account";
  account: Account;
  proof: "password" | "token" | "session";
  scopes: readonly Scope[];
  /** When the password was last given: now for Basic with the password, the sign-in for a session, null for a token. */
  signedInAt: Date | null;
  /** The calling session, if any. */
  sessionId?: number;
  /** The calling API token, if any. */
  tokenId?: number;
  /** The number of the account's unrevoked tokens older than this one; its requests are counted under this number. */
  tokenSlot?: number;
}

/** A signer without an account, who proved the address or number of one signing request by a code. Valid for that signer only. */
export interface GuestActor {
  kind: "guest";
  signRequestId: number;
  fileId: number;
  email: string;
  displayName: string;
  /** The row of the guest's session. */
  sessionId: number;
  /** Over what channel the code went: `email` proves the mailbox, `sms` the number only. `link`: no code, only the link. */
  method: "email" | "sms" | "link";
  /** The code that proved it; null for `link`. */
  challengeId: number | null;
  provedAt: Date;
  /** Browsers send cookies by themselves, so such calls are protected against CSRF. */
  proof: "cookie" | "token";
  scopes: readonly ["read", "sign"];
}

export type Scope = "read" | "write" | "sign";
export type Actor = { kind: "public" } | AccountActor | GuestActor | { kind: "system" };

export const systemActor: Actor = { kind: "system" };

export const maxAttempts = 3;
const retryable = new Set(["40001", "40P01"]);

/** A serialization failure or a deadlock: the same may succeed at once. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(postgresCode(error));
}

/** Builds `tx` and `now` over the rest of a context. */
export function makeCtx(parts: Omit<Ctx, "tx" | "now" | "held" | "last">): Ctx {
  const ctx: Ctx = {
    ...parts,
    now: () => databaseTime(parts.db, parts.secrets),
    tx: (work) =>
      traced({ name: "transaction", kind: "client", attributes: { "paraph.service": "postgres" } }, async (span) => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await parts.db.transaction((transaction) => runWhole(insideTransaction(ctx, transaction), work));
          } catch (error) {
            if (attempt >= maxAttempts || !isRetryable(error)) throw error;
            span?.set({ "paraph.attempts": attempt + 1 });
          }
        }
      }),
  };
  delete ctx.held;
  delete ctx.last;
  return ctx;
}

/**
 * Runs `work` last in the transaction under way, or at once outside of one. For what locks rows that the account's other transactions wait for:
 * the lock is then held for the commit only.
 */
export async function atEnd(ctx: Ctx, work: () => Promise<void>): Promise<void> {
  if (ctx.last) ctx.last.push(work);
  else await work();
}

async function runWhole<T>(inner: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const result = await work(inner);
  for (const last of inner.last ?? []) await last();
  return result;
}

/** The same context for one request. */
export function withRequest(ctx: Ctx, request: RequestFacts): Ctx {
  return makeCtx({ ...ctx, request });
}

/** The same context for a request that runs under an Idempotency-Key. */
export function withHeldKey(ctx: Ctx, heldKey: HeldKey): Ctx {
  return makeCtx({ ...ctx, heldKey });
}

/** The store may be slow or away, and a waiting transaction holds locks and one of few connections. */
const outsideOnly = new Proxy({} as BlobStore, {
  get(_store, method) {
    throw new Error(`blobs.${String(method)} was called in a transaction of the database`);
  },
});

function insideTransaction(ctx: Ctx, transaction: Db): Ctx {
  const inner: Ctx = {
    ...ctx,
    db: transaction,
    blobs: outsideOnly,
    held: new Map(),
    last: [],
    now: () => databaseTime(transaction, ctx.secrets),
    tx: (work) => work(inner),
  };
  return inner;
}

/** SQLSTATE of a driver error, also where Drizzle wrapped it; "" when there is none. */
export function postgresCode(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}

/** Secrets that prove that a report about a mail comes from its provider, or from the operator's mail server. */
export interface MailReportSecrets {
  /** `whsec_…` of Resend's webhook, two during a change; empty: its events are not received. */
  resendSecrets: readonly string[];
  /** Of the operator's mail server; null: its reports are not received. */
  token: string | null;
}
