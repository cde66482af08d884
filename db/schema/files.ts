import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, at, bytea } from "./accounts";

/** The size of one page as a reader sees it, in points, and what the engine needs to place on it. */
export interface PageSize {
  widthPt: number;
  heightPt: number;
  rotation: 0 | 90 | 180 | 270;
}

/** How PDFium and pdf.js rendered the upload: pages that both read, and pages that they render differently. Codes: lib/engine/pictures/compare-readers.ts. */
export interface ReaderComparison {
  compared: number;
  of: number;
  differences: { code: "page_count" | "unreadable" | "page_size" | "text" | "picture"; page: number }[];
}

export const fileStatuses = [
  "draft",
  "able_to_sign",
  "partially_signed",
  "signed",
  "deleted",
  "signing_in_progress",
  "declined",
  "cancelled",
  "expired",
] as const;
export const signRequestStatuses = [
  "draft",
  "pending",
  "waiting",
  "signed",
  "declined",
  "cancelled",
  "expired",
] as const;
export const signMethods = ["password", "email", "sms", "telegram", "signal"] as const;
/** A finding of ingest: a `ShadowFinding` of lib/pdf/shadow, or a `SignatureWarning` of lib/documents/uploaded-signatures.ts. */
export type UploadWarning = { code: string; count: number };

export const elementTypes = ["signature", "initial", "date", "name", "email", "text", "checkbox"] as const;

/** One PDF on its way to being signed. The bytes are in `file_segments`. */
export const files = pgTable(
  "files",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique(),
    requesterId: integer("requester_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    status: text("status", { enum: fileStatuses }).notNull().default("draft"),
    pages: jsonb("pages").$type<PageSize[]>().notNull(),
    /** The upload carried signatures already: no certification, one element per signer (docs/spec/signing.md#preparation). */
    alreadySigned: boolean("already_signed").notNull().default(false),
    /** The upload was broken or encrypted with an empty password and was rewritten once. */
    repaired: boolean("repaired").notNull().default(false),
    /** The upload was encrypted with an empty password and is so no more; `repaired` holds as well. */
    decrypted: boolean("decrypted").notNull().default(false),
    /** Form fields of the upload that became part of its pages. */
    frozenFields: integer("frozen_fields").notNull().default(0),
    /** Kinds of active content that ingest removed, and of active or hidden content that stays: `contentKinds` of lib/documents/content-kinds.ts. */
    removed: jsonb("removed").$type<string[]>().notNull().default([]),
    remaining: jsonb("remaining").$type<string[]>().notNull().default([]),
    /** Signatures of the upload that do not verify, and page content that a screen does not show. */
    warnings: jsonb("warnings").$type<UploadWarning[]>().notNull().default([]),
    /** Null until the upload was read with two programs, which happens after it was answered. */
    readers: jsonb("readers").$type<ReaderComparison>(),
    /** Bytes and hash of the current version; `original…` of the upload. */
    size: bigint("size", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    originalSize: bigint("original_size", { mode: "number" }).notNull(),
    originalSha256: text("original_sha256").notNull(),
    /** Counts every change of the bytes; writers compare-and-set on it. */
    revision: integer("revision").notNull().default(0),
    /** Counts the preparations; a code is bound to the one it was sent for. 0: not released yet. */
    preparation: integer("preparation").notNull().default(0),
    expiresAt: at("expires_at"),
    /** The end was set by the release; nobody gave one. */
    expiryIsDefault: boolean("expiry_is_default").notNull().default(false),
    createdAt: at("created_at").notNull().defaultNow(),
    releasedAt: at("released_at"),
    completedAt: at("completed_at"),
    closedAt: at("closed_at"),
    deletedAt: at("deleted_at"),
    /** Days from its end until its content is deleted; null: those of its requester, then of the instance. */
    retentionDays: integer("retention_days"),
    /** The day that was announced for the deletion of its content. Nothing is deleted without having been announced. */
    contentDueAt: at("content_due_at"),
    /** An administrator's legal hold: nothing of it is deleted. */
    heldAt: at("held_at"),
    /** Bytes, texts and personal values are gone; hashes and the chain stay. */
    contentDeletedAt: at("content_deleted_at"),
  },
  (table) => [
    index("files_ended")
      .on(sql`(coalesce(completed_at, closed_at, deleted_at))`)
      .where(sql`content_deleted_at is null and coalesce(completed_at, closed_at, deleted_at) is not null`),
    index("files_requester").on(table.requesterId, table.createdAt, table.id),
    index("files_requester_name").on(table.requesterId, sql`lower(name)`, table.id),
    index("files_status").on(table.status),
    index("files_drafts")
      .on(table.createdAt)
      .where(sql`status = 'draft'`),
    index("files_open")
      .on(table.expiresAt)
      .where(sql`status in ('able_to_sign', 'partially_signed')`),
  ],
);

/**
 * The bytes of a file: the concatenation of its `content` segments by position. Blobs are immutable; key `{file uuid}/{sha256}`.
 * `original` holds the upload when the repaired base differs from it; otherwise the upload is position 0.
 */
export const fileSegments = pgTable(
  "file_segments",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    role: text("role", { enum: ["original", "content"] }).notNull(),
    kind: text("kind", {
      enum: [
        "upload",
        "repaired",
        "frozen",
        "preparation",
        "certification",
        "signature",
        "seal",
        "validation",
        "timestamp",
      ],
    }).notNull(),
    position: integer("position").notNull(),
    sha256: text("sha256").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("file_segments_position").on(table.fileId, table.role, table.position)],
);

/** A signer's signature, as shown on the wire after signing. */
export interface SignatureFacts {
  subject: string;
  issuer: string;
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  signedAt: string;
  timestamp: string | null;
  level: string;
  verdict: string;
  fieldName: string;
}

/** One signer's relation to one file. */
export const signRequests = pgTable(
  "sign_requests",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    /** The file's `createdAt`, which never changes: a signer's list is read in its order without looking at every file. */
    fileCreatedAt: at("file_created_at").notNull().defaultNow(),
    /** Lower case. */
    email: text("email").notNull(),
    /** As the requester gave it; null falls back to the account's name, then the address. */
    displayName: text("display_name"),
    description: text("description"),
    status: text("status", { enum: signRequestStatuses }).notNull().default("draft"),
    signingOrder: integer("signing_order").notNull().default(1),
    signMethod: text("sign_method", { enum: signMethods }).notNull(),
    identifyMethods: jsonb("identify_methods").$type<string[]>().notNull(),
    phone: text("phone"),
    /** The signer's language as the requester gave it, a code of lib/platform/locale/languages.ts; null: not given. */
    language: text("language"),
    notify: boolean("notify").notNull().default(true),
    /** SHA-256 of the sign-request UUID, and the UUID sealed (reminders carry the same link). Never in clear. */
    linkHash: text("link_hash").notNull().unique(),
    linkSealed: bytea("link_sealed").notNull(),
    notifiedAt: at("notified_at"),
    signedAt: at("signed_at"),
    closedAt: at("closed_at"),
    declineReason: text("decline_reason"),
    signature: jsonb("signature").$type<SignatureFacts>(),
    createdAt: at("created_at").notNull().defaultNow(),
    /** Removed from the set of signers; kept for the audit trail, never shown. */
    removedAt: at("removed_at"),
    /** The signer was erased: name, address, telephone number and what was written to them are gone. */
    erasedAt: at("erased_at"),
  },
  (table) => [
    uniqueIndex("sign_requests_email")
      .on(table.fileId, table.email)
      .where(sql`removed_at is null`),
    index("sign_requests_by_email").on(table.email, table.fileCreatedAt, table.fileId),
  ],
);

/** A box on a page, in points from the top-left corner of the displayed page. */
export const elements = pgTable(
  "elements",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    type: text("type", { enum: elementTypes }).notNull(),
    page: integer("page").notNull(),
    leftPt: doublePrecision("left_pt").notNull(),
    topPt: doublePrecision("top_pt").notNull(),
    widthPt: doublePrecision("width_pt").notNull(),
    heightPt: doublePrecision("height_pt").notNull(),
    required: boolean("required").notNull().default(true),
    label: text("label"),
    value: text("value"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [index("elements_file").on(table.fileId), index("elements_sign_request").on(table.signRequestId)],
);

export type File = typeof files.$inferSelect;
export type FileStatus = File["status"];
export type FileSegment = typeof fileSegments.$inferSelect;
export type SignRequest = typeof signRequests.$inferSelect;
export type SignRequestStatus = SignRequest["status"];
export type SignMethod = SignRequest["signMethod"];
export type Element = typeof elements.$inferSelect;
export type ElementType = Element["type"];
