import { bigint, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { accounts, at } from "./accounts";

/** The Telegram chat of an account to which codes are sent. One per account. */
export const telegramLinks = pgTable("telegram_links", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id),
  chatId: text("chat_id").notNull(),
  linkedAt: at("linked_at").notNull().defaultNow(),
});

/**
 * A single-use link to the bot that connects the Telegram user who opens it to an account; only the SHA-256 of its
 * token is stored.
 */
export const telegramLinkTokens = pgTable(
  "telegram_link_tokens",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    /** When it was used, or invalidated by a newer link or its removal. */
    usedAt: at("used_at"),
  },
  (table) => [index("telegram_link_tokens_account").on(table.accountId)],
);

/** One row per bot: which process polls it, and from which update. Telegram permits one poller at a time. */
export const telegramListeners = pgTable("telegram_listeners", {
  bot: text("bot").primaryKey(),
  nextUpdateId: bigint("next_update_id", { mode: "number" }).notNull().default(0),
  leasedBy: text("leased_by"),
  leasedUntil: at("leased_until"),
});
