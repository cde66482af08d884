import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
