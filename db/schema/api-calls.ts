import { bigserial, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea } from "./accounts";

/** Ids that an operation created, by name: `{ fileId: 12 }`. */
export type MadeIds = Readonly<Record<string, string | number | boolean | readonly number[]>>;

/**
 * Requests with an Idempotency-Key, kept for 72 hours (docs/spec/api.md#idempotency-and-concurrency). Neither the key
 * nor the request is stored in plain text; responses may contain a sign link or a token and are encrypted.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** HMAC of the operation, the caller and the key. */
    key: text("key").primaryKey(),
    /** HMAC of the request: method, parameters, query and body. */
    requestHmac: text("asked").notNull(),
    /** The execution that holds the key; another may take it over when the lease expires. */
    run: uuid("run").notNull(),
    leasedUntil: at("leased_until").notNull(),
    /** Written in the operation's transaction, together with the ids it created. */
    doneAt: at("done_at"),
    made: jsonb("made").$type<MadeIds>(),
    /** A secret that is returned only once, or the operation's error; wiped when the response is stored. */
    sealedSecret: bytea("sealed_secret"),
    sealedAnswer: bytea("sealed_answer"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("idempotency_keys_age").on(table.createdAt)],
);

export type IdempotencyKey = typeof idempotencyKeys.$inferSelect;

/**
 * The remaining requests of each caller: token buckets shared by all processes (docs/spec/limits.md). The migration
 * makes this table UNLOGGED: after a crash of the database every bucket is full.
 */
export const rateBuckets = pgTable("rate_buckets", {
  key: text("key").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  /** Number granted to the last request. */
  granted: integer("granted").notNull(),
  at: at("at").notNull(),
});

/**
 * The API calls of the last days, for those who made them. The migration makes this table UNLOGGED, and nothing here
 * refers to another table: logging must cost the calls nothing, so the last second may be lost in a crash.
 */
export const requestLog = pgTable(
  "request_log",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    accountId: integer("account_id").notNull(),
    /** The token of the request; null if it used the account's password. */
    tokenId: integer("token_id"),
    at: at("at").notNull(),
    requestId: text("request_id").notNull(),
    method: text("method").notNull(),
    /** The operation's path with parameter names, because an actual path may contain a secret. */
    path: text("path").notNull(),
    status: integer("status").notNull(),
    /** The error code of a rejected request. */
    code: text("code"),
    durationMs: integer("duration_ms").notNull(),
  },
  (table) => [
    index("request_log_account").on(table.accountId, table.id),
    index("request_log_at").using("brin", table.at),
  ],
);

export type LoggedRequest = typeof requestLog.$inferSelect;
