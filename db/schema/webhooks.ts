import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, at, bytea } from "./accounts";
import { files } from "./files";

export const webhookEventTypes = [
  "file.created",
  "file.released",
  "file.signed",
  "file.declined",
  "file.cancelled",
  "file.expired",
  "file.expiring",
  "file.deleted",
  "sign_request.notified",
  "sign_request.viewed",
  "sign_request.signed",
  "sign_request.declined",
  "sign_request.approved",
  "sign_request.read",
  "sign_request.bounced",
  "sign_request.complained",
  "sign_request.replaced",
  "bulk_send.completed",
  "template.created",
  "template.updated",
  "template.deleted",
] as const;

/** Events about a template of the account. */
export type TemplateEventType = Extract<(typeof webhookEventTypes)[number], `template.${string}`>;

/** The payload of an event as sent (docs/spec/api.md#webhooks). `status` is the API's integer. */
export interface EventData {
  fileId: number;
  uuid: string;
  status: number;
  name: string;
  sequence: number;
  signRequestId?: number;
  sha256?: string;
  url: string;
  /** For a document created through a direct link. */
  directLinkId?: number;
  /** Omitted for a document. */
  kind?: "envelope";
}

/** The payload of an event about a bulk send, which has no file. */
export interface BulkEventData {
  bulkSendId: number;
  templateId: number;
  name: string;
  total: number;
  sent: number;
  failed: number;
  url: string;
}

/** The payload of an event about a template, which has no file either. */
export interface TemplateEventData {
  templateId: number;
  /** The current version after the action; for a deleted template, the last one. */
  version: number;
  name: string;
  url: string;
}

/**
 * The log for integrators in its stored form: one row per event, written in the transaction of the action. For complete
 * events read `events`.
 */
export const storedEvents = pgTable(
  "events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    publicId: uuid("public_id").notNull(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    /** Counts the events of the account from 1 without gaps, in the order of their commits. */
    position: bigint("position", { mode: "number" }).notNull(),
    /** Null for an event about a bulk send or a template, whose payload is in `data`. */
    fileId: integer("file_id").references(() => files.id),
    /** Counts the events of the file from 1 without gaps. */
    sequence: integer("sequence"),
    type: text("type", { enum: webhookEventTypes }).notNull(),
    at: at("at").notNull(),
    /**
     * Set for events about bulk sends and templates, and for those stored before their members had columns; otherwise
     * null.
     */
    data: jsonb("data").$type<EventData | BulkEventData | TemplateEventData>(),
    status: smallint("status"),
    signRequestId: integer("sign_request_id"),
    sha256: bytea("sha256"),
    /** The document's name at that time. */
    name: text("name"),
    /** PUBLIC_URL at that time. */
    origin: text("origin"),
  },
  (table) => [
    uniqueIndex("events_position").on(table.accountId, table.position),
    uniqueIndex("events_sequence").on(table.fileId, table.sequence),
  ],
);

/**
 * The number of events of an account. Its row is locked until the commit, so that a reader of the log up to a position
 * cannot have missed one.
 */
export const eventCounters = pgTable("event_counters", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id),
  position: bigint("position", { mode: "number" }).notNull(),
});

/** A receiver of events: an account's subscription, or the callback of one file. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    /** The file of a callback; null for a subscription to the whole account. */
    fileId: integer("file_id").references(() => files.id),
    url: text("url").notNull(),
    description: text("description"),
    /** Null: all, including those of later versions. */
    events: jsonb("events").$type<string[]>(),
    format: text("format", { enum: ["json", "multipart"] })
      .notNull()
      .default("json"),
    /** The key's bytes, sealed. The previous key stays valid for a while after a rotation. */
    sealedSecret: bytea("sealed_secret").notNull(),
    previousSealedSecret: bytea("previous_sealed_secret"),
    previousSecretUntil: at("previous_secret_until"),
    disabledAt: at("disabled_at"),
    disabledReason: text("disabled_reason", { enum: ["gone", "failing", "owner"] }),
    failuresInRow: integer("failures_in_row").notNull().default(0),
    lastDeliveryAt: at("last_delivery_at"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("webhook_endpoints_account")
      .on(table.accountId)
      .where(sql`file_id is null`),
    uniqueIndex("webhook_endpoints_file").on(table.fileId),
  ],
);

/** One attempt of a delivery, as shown to its owner. */
export interface DeliveryAttempt {
  at: string;
  /** Null when there was no answer. */
  statusCode: number | null;
  durationMs: number;
  /** Null for a success. */
  error: "not_allowed" | "unreachable" | "status" | "redirect" | "gone" | "document_missing" | "internal" | null;
  /** The beginning of the response body, at most 1 KiB. */
  answer: string | null;
}

/** One event for one endpoint: the owner's log and the worker's queue. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    endpointId: integer("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** Null for a test. */
    eventId: bigint("event_id", { mode: "number" }).references(() => storedEvents.id),
    /** Unchanged in all attempts and redeliveries. */
    publicId: text("public_id").notNull(),
    status: text("status", { enum: ["pending", "succeeded", "failed"] })
      .notNull()
      .default("pending"),
    attempts: jsonb("attempts").$type<DeliveryAttempt[]>().notNull().default([]),
    /** Attempts of this round; a redelivery starts a new one. */
    tries: integer("tries").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
    leasedUntil: at("leased_until"),
    leasedBy: text("leased_by"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.nextAttemptAt, table.endpointId)
      .where(sql`status = 'pending'`),
    index("webhook_deliveries_waiting")
      .on(table.endpointId, table.nextAttemptAt, table.id)
      .where(sql`status = 'pending'`),
    index("webhook_deliveries_leased")
      .on(table.endpointId)
      .where(sql`leased_until is not null`),
    index("webhook_deliveries_endpoint").on(table.endpointId, table.id),
    index("webhook_deliveries_event").on(table.eventId),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);

export type WebhookEventType = (typeof storedEvents.$inferSelect)["type"];
export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;
export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
