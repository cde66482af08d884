import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { at, bytea } from "./accounts";
import { files, signMethods, signRequests } from "./files";

/**
 * One-time codes. A code is bound to its purpose, the sign request, the preparation for which it was sent and its
 * recipient; only HMACs are stored.
 */
export const challenges = pgTable(
  "challenges",
  {
    id: serial("id").primaryKey(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    preparation: integer("preparation").notNull(),
    /**
     * A code is only accepted for its own purpose: `sign` to sign, `identify` to open a document as a guest, `open` to
     * get from `/to/…` to the sign link.
     */
    purpose: text("purpose", { enum: ["sign", "identify", "open"] })
      .notNull()
      .default("sign"),
    channel: text("channel", { enum: signMethods }).notNull(),
    /** The masked recipient: `b…@x.org`, `+49…78`, `Telegram`. Null: the signer's e-mail address. */
    sentTo: text("sent_to"),
    /**
     * HMAC of the full recipient. The code is valid only while this is still the signer's recipient. Null: never valid.
     */
    recipientHmac: text("recipient_hmac"),
    codeHmac: text("code_hmac").notNull(),
    wrongTries: integer("wrong_tries").notNull().default(0),
    network: text("network"),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    supersededAt: at("superseded_at"),
    consumedAt: at("consumed_at"),
  },
  (table) => [
    index("challenges_sign_request").on(table.signRequestId, table.createdAt),
    index("challenges_network").on(table.network, table.createdAt),
    index("challenges_remembered")
      .on(table.expiresAt)
      .where(sql`code_hmac <> '' or network is not null`),
  ],
);

/** Every wrong code, for the rolling windows of docs/spec/limits.md. */
export const wrongCodes = pgTable(
  "wrong_codes",
  {
    id: serial("id").primaryKey(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    challengeId: integer("challenge_id")
      .notNull()
      .references(() => challenges.id),
    at: at("at").notNull().defaultNow(),
  },
  (table) => [index("wrong_codes_sign_request").on(table.signRequestId, table.at)],
);

/**
 * The actor and origin of audit events, which are the same for most actions of one person and therefore stored once per
 * file. Together with the event's `request` they make up its `actor` and `net`. A trigger rejects UPDATE, DELETE and
 * TRUNCATE.
 */
export const auditCallers = pgTable(
  "audit_callers",
  {
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    n: smallint("n").notNull(),
    actor: jsonb("actor").$type<Record<string, unknown>>().notNull(),
    net: jsonb("net").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.n] })],
);

/**
 * The audit chain of a file (docs/spec/evidence.md#audit-trail) in its stored form; for complete events read
 * `auditEvents`. `{}` is null. Events written before callers existed have their own `actor`, `net` and `prev`. A
 * trigger rejects UPDATE, DELETE and TRUNCATE.
 */
export const storedAuditEvents = pgTable(
  "audit_events",
  {
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    seq: integer("seq").notNull(),
    v: integer("v").notNull(),
    type: text("type").notNull(),
    at: at("at").notNull(),
    actor: jsonb("actor").$type<Record<string, unknown>>(),
    auth: jsonb("auth").$type<Record<string, unknown>>(),
    net: jsonb("net").$type<Record<string, unknown>>(),
    doc: jsonb("doc").$type<Record<string, unknown>>(),
    data: jsonb("data").$type<Record<string, unknown>>(),
    /** The hash of the previous event, which is in that event's row. */
    prev: text("prev"),
    hash: bytea("hash").notNull(),
    caller: smallint("caller"),
    /** The id of the request that caused it. */
    request: text("request"),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.seq] }),
    index("audit_events_erasures")
      .on(table.at, table.fileId, table.seq)
      .where(sql`type in ('person.erased', 'content.deleted')`),
    // The hourly check of stored bytes begins with these documents.
    index("audit_events_integrity")
      .on(table.at, table.fileId)
      .where(sql`type = 'integrity.failed'`),
  ],
);

/**
 * Personal values that audit events and callers contain only as salted hashes, so that erasing a person keeps the chain
 * intact.
 */
export const auditPersonalValues = pgTable(
  "audit_personal_values",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id").notNull(),
    /** The event; null for a value in a caller. */
    seq: integer("seq"),
    /** The path in the event, for example `actor.email`. */
    path: text("path").notNull(),
    salt: bytea("salt").notNull(),
    value: text("value").notNull(),
    caller: smallint("caller"),
  },
  (table) => [index("audit_personal_values_event").on(table.fileId, table.seq)],
);

/** Jobs, enqueued in the transaction of the change that causes them. */
export const outboxJobs = pgTable(
  "outbox_jobs",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: text("kind").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    /** Sealed, because it must not appear in plain text in a dump; wiped when the job is done. */
    sealed: bytea("sealed"),
    /** A second job with the same key is not enqueued. */
    dedupeKey: text("dedupe_key").unique(),
    // Truncated, not rounded up, so that a job is due immediately.
    runAt: at("run_at")
      .notNull()
      .default(sql`date_trunc('milliseconds', now())`),
    /** The account of the document that the job is about; null for other jobs. */
    owner: integer("owner"),
    /** Orders due jobs: an account's further jobs come after those of other accounts (decision 46). */
    turn: at("turn")
      .notNull()
      .default(sql`date_trunc('milliseconds', now())`),
    attempts: integer("attempts").notNull().default(0),
    /** Attempts that failed because of an outage (`isOutage`). They do not count towards its limit (decision 46). */
    passingFailures: integer("passing_failures").notNull().default(0),
    leasedUntil: at("leased_until"),
    leasedBy: text("leased_by"),
    lastError: text("last_error"),
    doneAt: at("done_at"),
    deadAt: at("dead_at"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("outbox_jobs_due")
      .on(table.runAt)
      .where(sql`done_at is null and dead_at is null`),
    index("outbox_jobs_owner")
      .on(table.owner, table.kind, table.turn)
      .where(sql`done_at is null and dead_at is null`),
    index("outbox_jobs_dead")
      .on(table.id)
      .where(sql`dead_at is not null`),
    index("outbox_jobs_untried")
      .on(table.id, table.kind, table.runAt)
      .where(sql`done_at is null and dead_at is null and attempts = 0`),
    index("outbox_jobs_failed")
      .on(table.id, table.kind)
      .where(sql`done_at is null and dead_at is null and attempts > 0`),
    index("outbox_jobs_done")
      .on(table.doneAt)
      .where(sql`done_at is not null`),
  ],
);

/**
 * Messages stored when no provider is configured; text and HTML are sealed, and administrators read them under
 * `/admin/inbox`.
 */
export const inboxMessages = pgTable(
  "inbox_messages",
  {
    id: serial("id").primaryKey(),
    channel: text("channel").notNull(),
    to: text("to").notNull(),
    subject: text("subject"),
    sealedBody: bytea("sealed_body").notNull(),
    /** The outbox job's idempotency key: a message is stored once. */
    idempotencyKey: text("idempotency_key").notNull().unique(),
    at: at("at").notNull().defaultNow(),
  },
  (table) => [index("inbox_messages_to").on(table.to, table.id)],
);

/** Settings of the service, one row per name. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
});

/** Attempt and rate counters; the migration makes this table UNLOGGED. */
export const rateCounters = pgTable("rate_counters", {
  key: text("key").primaryKey(),
  windowStartedAt: at("window_started_at").notNull(),
  /** The counter is swept at the end of its window; null in rows of earlier versions. */
  windowSeconds: bigint("window_seconds", { mode: "number" }),
  count: integer("count").notNull(),
});

export type Challenge = typeof challenges.$inferSelect;
export type AuditPersonalValue = typeof auditPersonalValues.$inferSelect;
export type OutboxJob = typeof outboxJobs.$inferSelect;
export type InboxMessage = typeof inboxMessages.$inferSelect;
