import type { Logger } from "pino";
import type { Db } from "@/db/client";
import type { Account } from "@/db/schema/accounts";
import type { requestLog } from "@/db/schema/api-calls";
import type { Messenger, TextGateways } from "@/lib/channels/messenger";
import type { PdfEngine } from "@/lib/engine/engine";
import type { Timestamper } from "@/lib/pades/timestamps/resting-timestamper";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import type { MailReportSecrets } from "@/lib/platform/config";
import { codeInCauses } from "@/lib/platform/errors";
import type { Limits } from "@/lib/platform/limits";
import type { RequestFacts } from "@/lib/platform/next/served-request";
import type { Outbound } from "@/lib/platform/outbound";
import type { PasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import type { SecretBox } from "@/lib/platform/secrets/secret-box";
import type { ShownVariable } from "@/lib/platform/shown-variables";
import { traced } from "@/lib/platform/telemetry/tracing";
import type { ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import type { KeyType } from "@/lib/x509/wrapped-key";
import { databaseTime } from "./database-clock";

/** The Idempotency-Key of a request (lib/context/idempotency). */
export interface HeldKey {
  key: string;
  /** Identifies this execution of the request. After a crash another one may take over the key. */
  run: string;
}

/** One API call as its account may read it: no body, no parameter, no header. */
export type RequestNote = Omit<typeof requestLog.$inferInsert, "id">;

/**
 * The log of API calls. Calls are buffered in memory and written in batches, so that logging never delays a call and a
 * failing log affects nothing.
 */
export interface RequestLog {
  note(call: RequestNote): void;
  /** Writes the buffered calls. Never throws. */
  flush(): Promise<void>;
}

/** Everything a use case needs. A plain object: the runtime builds it once, and tests build their own. */
export interface Ctx {
  /** A pool or a transaction; both have the same type. */
  db: Db;
  blobs: BlobStore;
  engine: PdfEngine;
  secrets: SecretBox;
  passwords: PasswordHasher;
  log: Logger;
  limits: Limits;
  /** Origin of links in e-mails and responses, without a trailing slash. Never taken from a Host header. */
  publicUrl: string;
  /** The type of signers' keys, one-time keys and the seal's key. Authorities always use P-256. */
  signingKeyType: KeyType;
  /**
   * The operator's own keys, used instead of those that the instance creates: at most one authority and one seal.
   * Opened once, at start-up.
   */
  configuredSigners(): Promise<readonly ConfiguredSigner[]>;
  /** True if no e-mail provider is configured and e-mail goes to the message inbox. The evidence mentions this. */
  usesMessageInbox: boolean;
  /** The instance started with a demo account, which needs a loopback address and no named administrator. */
  isDemo: boolean;
  /** Secrets that authenticate delivery reports about e-mail. */
  mailReports: MailReportSecrets;
  /** Sends e-mail. Use cases queue e-mail; only an administrator's test e-mail is sent directly. */
  messenger: Messenger;
  /** Text messages, Telegram and Signal. Null if not configured. */
  gateways: TextGateways;
  /** The only way to call an address chosen by a user. */
  outbound: Outbound;
  /** The time-stamping authority of TSA_URL, or null if none is configured. */
  timestamper: Timestamper | null;
  /**
   * DER of additional roots trusted by the operator (TRUSTED_ROOTS). Signatures and timestamps that chain to them are
   * `known`.
   */
  trustedRoots: readonly Buffer[];
  /** The environment variables without secrets, for diagnostics. */
  variables: readonly ShownVariable[];
  request: RequestFacts | null;
  /** The log of API calls, shown to the accounts that made them. */
  requestLog: RequestLog;
  /** Only set for requests with an Idempotency-Key. */
  heldKey?: HeldKey;
  /**
   * Runs `work` in one transaction, or in the current one if there is one. Serialization failures and deadlocks are
   * retried.
   */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** The database's clock, at most 25 ms behind (`databaseTime`). */
  now(): Promise<Date>;
  /** Rows that the transaction of `tx` has read under a lock it still holds. Discarded with the transaction. */
  held?: Map<string, unknown>;
  /** Work registered with `atEnd`. Only set inside a transaction. */
  last?: (() => Promise<void>)[];
  /** Signals the workers of this process that there may be work. Called after commit. Harmless if nothing is due. */
  wakeOutbox(): void;
  /**
   * Marks that the current transaction queues webhook deliveries, so that the next `wakeOutbox` also wakes their
   * worker.
   */
  noteDelivery?: () => void;
}

/** The credential of this request's account. The scopes are those of the token, or all scopes. */
export interface AccountActor {
  kind: "account";
  account: Account;
  proof: "password" | "token" | "session";
  scopes: readonly Scope[];
  /**
   * When the password was last entered: now for Basic with the password, the sign-in time for a session, null for a
   * token.
   */
  signedInAt: Date | null;
  /** The calling session, if there is one. */
  sessionId?: number;
  /** The calling API token, if there is one. */
  tokenId?: number;
  /**
   * The number of the account's unrevoked tokens that are older than this one. Its requests are counted under this
   * number.
   */
  tokenSlot?: number;
}

/**
 * A signer without an account who proved the address or number of one signing request with a code. Valid for that
 * signer only.
 */
export interface GuestActor {
  kind: "guest";
  signRequestId: number;
  fileId: number;
  email: string;
  displayName: string;
  /** The row of the guest's session. */
  sessionId: number;
  /** The channel of the code: `email` proves the mailbox, `sms` only the number. `link`: no code, only the link. */
  method: "email" | "sms" | "link";
  /** The code that served as proof. Null for `link`. */
  challengeId: number | null;
  provedAt: Date;
  /** Browsers send cookies automatically, so such calls are protected against CSRF. */
  proof: "cookie" | "token";
  scopes: readonly ["read", "sign"];
}

export type Scope = "read" | "write" | "sign";
export type Actor = { kind: "public" } | AccountActor | GuestActor | { kind: "system" };

export const systemActor: Actor = { kind: "system" };

export const maxAttempts = 3;
const retryable = new Set(["40001", "40P01"]);

/** A serialization failure or a deadlock: the same transaction may succeed if it is repeated at once. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(postgresCode(error));
}

/** Builds `tx` and `now` on top of the other members of a context. */
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
 * Runs `work` last in the current transaction, or at once outside of one. For work that locks rows which the account's
 * other transactions wait for: the lock is then held only for the commit.
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

/** The context for one request. */
export function withRequest(ctx: Ctx, request: RequestFacts): Ctx {
  return makeCtx({ ...ctx, request });
}

/** The context for a request that runs under an Idempotency-Key. */
export function withHeldKey(ctx: Ctx, heldKey: HeldKey): Ctx {
  return makeCtx({ ...ctx, heldKey });
}

/** The store may be slow or unavailable, and a waiting transaction holds locks and one of few connections. */
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

/** SQLSTATE of a driver error, also if Drizzle wrapped it, or "" if there is none. */
export function postgresCode(error: unknown): string {
  return codeInCauses(error) ?? "";
}
