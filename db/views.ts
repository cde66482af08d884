import { bigint, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { at } from "./schema/accounts";
import { webhookEventTypes, type BulkEventData, type EventData, type TemplateEventData } from "./schema/webhooks";

// Views that migrations create over compact tables, for reading. They are declared as tables, because drizzle can join
// and select those as a whole, and not in db/schema, because drizzle-kit would create tables from them.

/** The events of a file as they were chained. */
export const auditEvents = pgTable("audit_trail", {
  fileId: integer("file_id").notNull(),
  seq: integer("seq").notNull(),
  v: integer("v").notNull(),
  type: text("type").notNull(),
  at: at("at").notNull(),
  actor: jsonb("actor").$type<Record<string, unknown>>().notNull(),
  auth: jsonb("auth").$type<Record<string, unknown>>().notNull(),
  net: jsonb("net").$type<Record<string, unknown>>().notNull(),
  doc: jsonb("doc").$type<Record<string, unknown>>().notNull(),
  data: jsonb("data").$type<Record<string, unknown>>().notNull(),
  prev: text("prev").notNull(),
  hash: text("hash").notNull(),
  caller: smallint("caller"),
});

/** The complete event log for readers. */
export const events = pgTable("event_log", {
  id: bigint("id", { mode: "number" }).notNull(),
  /** `evt_…`, the `webhook-id` of every delivery of this event. */
  publicId: text("public_id").notNull(),
  accountId: integer("account_id").notNull(),
  position: bigint("position", { mode: "number" }).notNull(),
  /** Null for an event about a bulk send, as is `sequence`. */
  fileId: integer("file_id"),
  sequence: integer("sequence"),
  type: text("type", { enum: webhookEventTypes }).notNull(),
  at: at("at").notNull(),
  data: jsonb("data").$type<EventData | BulkEventData | TemplateEventData>().notNull(),
});

export type AuditEvent = typeof auditEvents.$inferSelect;
export type EventRow = typeof events.$inferSelect;
