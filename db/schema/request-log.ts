import { bigserial, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./accounts";

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
