import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { accounts, at } from "./accounts";
import { files, signRequests } from "./files";

/** In this order: a later report never moves an e-mail back. */
export const mailStates = ["queued", "accepted", "delivered", "bounced", "complained"] as const;

/**
 * The delivery of each e-mail about a document. Addresses are not stored here, but in the signer's or the account's
 * row.
 */
export const mailMessages = pgTable(
  "mail_messages",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    /** The recipient or, if `accountId` is set, the signer whom it is about. */
    signRequestId: integer("sign_request_id").references(() => signRequests.id, { onDelete: "cascade" }),
    /** The requester, if the e-mail goes to them. */
    accountId: integer("account_id").references(() => accounts.id),
    template: text("template").notNull(),
    /** The outbox job that sends it; the job may already have been swept. */
    jobId: bigint("job_id", { mode: "number" }).notNull().unique(),
    /** Identifies the e-mail to the provider, whose reports include it. 128 random bits. */
    reference: text("reference").notNull().unique(),
    /** The provider's own id; null until it has accepted the e-mail. */
    providerId: text("provider_id"),
    state: text("state", { enum: mailStates }).notNull().default("queued"),
    /** The provider's explanation of a bounce, without addresses. */
    reason: text("reason"),
    createdAt: at("created_at").notNull().defaultNow(),
    /** When `state` last changed. */
    changedAt: at("changed_at").notNull().defaultNow(),
  },
  (table) => [
    index("mail_messages_file").on(table.fileId, table.id),
    index("mail_messages_provider")
      .on(table.providerId)
      .where(sql`provider_id is not null`),
    index("mail_messages_signer")
      .on(table.signRequestId)
      .where(sql`sign_request_id is not null`),
  ],
);

export type MailMessageRow = typeof mailMessages.$inferSelect;
export type MailState = MailMessageRow["state"];

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
