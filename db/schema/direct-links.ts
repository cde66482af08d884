import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { at, bytea } from "./accounts";
import { templates } from "./templates";

/** The person in another role: preset by the link's owner, or named by each visitor. */
export type LinkPerson = { kind: "preset"; email: string; displayName: string | null } | { kind: "asked" };

/** A public link to a template: each use creates a request with the visitor in `role`. */
export const directLinks = pgTable(
  "direct_links",
  {
    id: serial("id").primaryKey(),
    templateId: integer("template_id")
      .notNull()
      .references(() => templates.id),
    /** Only visible to its owner. */
    name: text("name").notNull(),
    /** The visitor's role in the template. */
    role: text("role").notNull(),
    /** The version from which requests are created; null: the current one. */
    version: integer("version"),
    /** By the names of the other roles. */
    people: jsonb("people").$type<Record<string, LinkPerson>>().notNull().default({}),
    isOn: boolean("is_on").notNull().default(true),
    endsAt: at("ends_at"),
    /** Null: no limit. */
    maxUses: integer("max_uses"),
    maxUsesPerDay: integer("max_uses_per_day"),
    maxUsesPerAddress: integer("max_uses_per_address"),
    /** Origins whose pages may show the link's page in a frame. */
    embedOrigins: jsonb("embed_origins").$type<string[]>().notNull().default([]),
    /** SHA-256 of the token, and the sealed token, for its owner to copy. Never in plain text. */
    tokenHash: text("token_hash").notNull().unique(),
    tokenSealed: bytea("token_sealed").notNull(),
    uses: integer("uses").notNull().default(0),
    lastUsedAt: at("last_used_at"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (table) => [
    index("direct_links_template")
      .on(table.templateId, table.id)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * Codes that visitors requested at a direct link. Until a code is entered there is no document to which it could
 * belong, so these rows are separate from `challenges`. They contain no address, only its HMAC.
 */
export const directLinkCodes = pgTable(
  "direct_link_codes",
  {
    id: serial("id").primaryKey(),
    linkId: integer("link_id")
      .notNull()
      .references(() => directLinks.id),
    /** SHA-256 of a secret given to the requesting browser, the only one in which the code is valid. */
    secretHash: text("secret_hash").notNull().unique(),
    /** HMAC of link and address. */
    recipientHmac: text("recipient_hmac").notNull(),
    /**
     * HMAC of link and mailbox, which the limit per address counts. Null until the code created a document, and in rows
     * from before this column.
     */
    mailboxHmac: text("mailbox_hmac"),
    codeHmac: text("code_hmac").notNull(),
    wrongTries: integer("wrong_tries").notNull().default(0),
    network: text("network"),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    supersededAt: at("superseded_at"),
    /** When the correct code was entered. */
    provedAt: at("proved_at"),
    /** The document created then, and the visitor's sign request in it. */
    fileId: integer("file_id"),
    signRequestId: integer("sign_request_id"),
    usedAt: at("used_at"),
  },
  (table) => [
    index("direct_link_codes_link").on(table.linkId, table.createdAt),
    index("direct_link_codes_recipient").on(table.linkId, table.recipientHmac),
    index("direct_link_codes_network").on(table.network, table.createdAt),
    index("direct_link_codes_remembered")
      .on(table.expiresAt)
      .where(sql`code_hmac <> ''`),
  ],
);

export type DirectLink = typeof directLinks.$inferSelect;
export type DirectLinkCode = typeof directLinkCodes.$inferSelect;
