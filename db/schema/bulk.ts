import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts, at } from "./accounts";
import { files } from "./files";
import { templates } from "./templates";

export const bulkStates = ["running", "paused", "completed", "cancelled"] as const;
export const bulkRowStates = ["queued", "sent", "failed", "cancelled"] as const;

/** `owner`: paused on request. The other reasons concern every row, so the bulk send stops until they are resolved. */
export const bulkPauseReasons = [
  "owner",
  "credentials_changed",
  "template_deleted",
  "email_unproved",
  "forbidden",
  "quota_exceeded",
  "gateway_not_configured",
  "method_not_allowed_here",
  "internal",
] as const;

export type BulkState = (typeof bulkStates)[number];
export type BulkRowState = (typeof bulkRowStates)[number];
export type BulkPauseReason = (typeof bulkPauseReasons)[number];

/** The person in a role in one row. */
export interface BulkPerson {
  role: string;
  /** Lower case. */
  email: string;
  displayName: string | null;
  language: string | null;
  phone: string | null;
}

/** Why a row is not sent: a code, and the column concerned. */
export interface BulkRowProblem {
  code: string;
  /** The header as in the file; null if the whole row is concerned. */
  column: string | null;
  detail: string;
}

/** A bulk send: one request from a template for each row of a CSV file. */
export const bulkSends = pgTable(
  "bulk_sends",
  {
    id: serial("id").primaryKey(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => accounts.id),
    templateId: integer("template_id")
      .notNull()
      .references(() => templates.id),
    /** The version that the rows were checked against. */
    templateVersion: integer("template_version").notNull(),
    name: text("name").notNull(),
    state: text("state", { enum: bulkStates }).notNull().default("running"),
    pausedReason: text("paused_reason", { enum: bulkPauseReasons }),
    /** Sequence number for the bulk send's jobs; a job with another number is outdated and does nothing. */
    turn: integer("turn").notNull().default(1),
    /** The owner's version when the bulk send was started or resumed: a password reset stops the bulk send. */
    credentialsVersion: integer("credentials_version").notNull(),
    total: integer("total").notNull(),
    /** When a wait for a limit ends; null or past if there is none. */
    waitsUntil: at("waits_until"),
    createdAt: at("created_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
    /** When the people and values of the rows were deleted. */
    contentDeletedAt: at("content_deleted_at"),
  },
  (table) => [
    index("bulk_sends_owner").on(table.ownerId, table.id),
    index("bulk_sends_template").on(table.templateId),
    index("bulk_sends_running")
      .on(table.id)
      .where(sql`state = 'running'`),
    index("bulk_sends_ended")
      .on(table.endedAt)
      .where(sql`ended_at is not null and content_deleted_at is null`),
  ],
);

/** A row of a bulk send. The transaction that creates its request marks it as sent. */
export const bulkRows = pgTable(
  "bulk_rows",
  {
    bulkSendId: integer("bulk_send_id")
      .notNull()
      .references(() => bulkSends.id, { onDelete: "cascade" }),
    /** As in a spreadsheet: the header is row 1. */
    number: integer("number").notNull(),
    title: text("title"),
    people: jsonb("people").$type<BulkPerson[]>().notNull(),
    /** By field name. */
    values: jsonb("values").$type<Record<string, string>>().notNull().default({}),
    state: text("state", { enum: bulkRowStates }).notNull().default("queued"),
    fileId: integer("file_id").references(() => files.id, { onDelete: "set null" }),
    problem: jsonb("problem").$type<BulkRowProblem>(),
    /** Not sent before this time, until which the address receives no more invitations. */
    notBefore: at("not_before"),
    changedAt: at("changed_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.bulkSendId, table.number] }),
    index("bulk_rows_state").on(table.bulkSendId, table.state, table.number),
    index("bulk_rows_file")
      .on(table.fileId)
      .where(sql`file_id is not null`),
  ],
);

export type BulkSend = typeof bulkSends.$inferSelect;
export type BulkRow = typeof bulkRows.$inferSelect;
