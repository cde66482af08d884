import { bigserial, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea } from "./accounts";

/** Ids that an operation created, by name: `{ fileId: 12 }`. */
export type MadeIds = Readonly<Record<string, string | number | boolean | readonly number[]>>;

/**
 * The requests that came with an Idempotency-Key, for 72 hours (docs/spec/api.md#idempotency-and-concurrency). Neither the key nor what was asked stands here in
 * clear; responses may contain a sign link or a token and are encrypted.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** HMAC of the operation, the caller and the key. */
    key: text("key").primaryKey(),
    /** HMAC of what was asked: method, parameters, query and body. */
    asked: text("asked").notNull(),
    /** Which execution holds the key; another may take it over when the lease runs out. */
    run: uuid("run").notNull(),
    leasedUntil: at("leased_until").notNull(),
    /** Written in the operation's transaction, with what it created. */
    doneAt: at("done_at"),
    made: jsonb("made").$type<MadeIds>(),
    /** A secret that is answered once, or the operation's refusal; wiped when the answer is stored. */
    sealedSecret: bytea("sealed_secret"),
    sealedAnswer: bytea("sealed_answer"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("idempotency_keys_age").on(table.createdAt)],
);

export type IdempotencyKey = typeof idempotencyKeys.$inferSelect;

/**
 * The remaining requests of each caller: token buckets shared by all processes (docs/spec/limits.md). The migration
 * makes this table UNLOGGED: after a crash of the database every bucket is full again.
 */
export const rateBuckets = pgTable("rate_buckets", {
  key: text("key").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  /** How many the last one who asked was given. */
  granted: integer("granted").notNull(),
  at: at("at").notNull(),
});

/**
 * The API calls of the last days, for those who made them. The migration makes this table UNLOGGED, and nothing here refers to another
 * table: a log that costs the calls nothing may lose its last second in a crash.
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
    /** The operation's path with its parameters' names: a path itself may hold a secret. */
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
