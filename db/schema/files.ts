import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { accounts, at, bytea } from "./accounts";
import {
  attachmentTypes,
  dateFormats,
  fieldFonts,
  fieldTypes,
  fileKinds,
  fileStatuses,
  segmentKinds,
  segmentRoles,
  signMethods,
  signRequestRoles,
  runningStatuses,
  signRequestStatuses,
  statusesOfRole,
  type AttachmentRequest,
  type CopyTime,
  type FieldRules,
  type PageSize,
  type ReaderComparison,
  type ReminderPlan,
  type SignRequestRole,
  type UploadSource,
  type UploadWarning,
} from "./request-facts";
import type { SignatureOptionsChange } from "./signature-options";
import { directLinks, templateVersions } from "./templates";

export * from "./request-facts";

/** When a document ended, in the words of the indexes: Postgres uses one only for the same expression. */
const ended = sql.raw("coalesce(completed_at, closed_at, deleted_at)");

/**
 * One PDF to be signed, with its bytes in `file_segments`; or an envelope, which has the people, the order and the
 * state of several PDFs (docs/spec/envelopes.md). An envelope has no segments: its `pages` are those of its files in
 * order, its `size` is their sum, its `sha256` that of their list.
 */
export const files = pgTable(
  "files",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique(),
    requesterId: integer("requester_id")
      .notNull()
      .references(() => accounts.id),
    kind: text("kind", { enum: fileKinds }).notNull().default("file"),
    /**
     * The envelope to which the file belongs, and its position among the envelope's files. A trigger copies the
     * envelope's state to them.
     */
    envelopeId: integer("envelope_id").references((): AnyPgColumn => files.id),
    envelopePosition: integer("envelope_position"),
    name: text("name").notNull(),
    /**
     * The requester's name when the document was sent, shown to its signers and in the evidence. Null: a draft, or
     * erased.
     */
    senderName: text("sender_name"),
    status: text("status", { enum: fileStatuses }).notNull().default("draft"),
    pages: jsonb("pages").$type<PageSize[]>().notNull(),
    /** The upload already had signatures: no certification, one field per signer (docs/spec/signing.md#preparation). */
    alreadySigned: boolean("already_signed").notNull().default(false),
    /** The upload was broken or encrypted with an empty password and was rewritten once. */
    repaired: boolean("repaired").notNull().default(false),
    /** The upload was encrypted with an empty password and no longer is; `repaired` is also true. */
    decrypted: boolean("decrypted").notNull().default(false),
    /** Number of form fields of the upload that became part of its pages. */
    frozenFields: integer("frozen_fields").notNull().default(0),
    /**
     * Kinds of active content that ingest removed, and of active or hidden content that remains: `contentKinds` of
     * lib/documents/upload-warnings.ts.
     */
    removed: jsonb("removed").$type<string[]>().notNull().default([]),
    remaining: jsonb("remaining").$type<string[]>().notNull().default([]),
    /** Signatures of the upload that do not verify, and page content that is not visible on screen. */
    warnings: jsonb("warnings").$type<UploadWarning[]>().notNull().default([]),
    /** Null until two programs have read the upload, which happens after the response. */
    readers: jsonb("readers").$type<ReaderComparison>(),
    /** Bytes and hash of the current version; `original…` are those of the upload. */
    size: bigint("size", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    originalSize: bigint("original_size", { mode: "number" }).notNull(),
    originalSha256: text("original_sha256").notNull(),
    /** Null: the upload was a PDF. */
    source: jsonb("source").$type<UploadSource>(),
    /** Counts every change of the bytes; writers compare-and-set on it. */
    revision: integer("revision").notNull().default(0),
    /** Counts the preparations; a code is bound to the one for which it was sent. 0: not released yet. */
    preparation: integer("preparation").notNull().default(0),
    expiresAt: at("expires_at"),
    /** The deadline was set on release by default; nobody chose one. */
    expiryIsDefault: boolean("expiry_is_default").notNull().default(false),
    /** Null: the instance's plan when the draft is sent, or none for a document sent before plans existed. */
    reminders: jsonb("reminders").$type<ReminderPlan>(),
    /** The deadline for which the requester was warned. */
    warnedOf: at("warned_of"),
    /** A signer may delegate: name another person to sign in their place. */
    allowDelegation: boolean("allow_delegation").notNull().default(false),
    /**
     * Appearance of the signatures, reason, location and verification mark. A draft has its differences from the
     * instance's options; all are set when it is sent.
     */
    signatureOptions: jsonb("signature_options").$type<SignatureOptionsChange>(),
    /** Pages without a blank margin for the verification mark, from 1; null: no mark was requested. */
    pagesWithoutMark: jsonb("pages_without_mark").$type<number[]>(),
    /** The version of a template that the document was made from. */
    templateVersionId: integer("template_version_id").references((): AnyPgColumn => templateVersions.id),
    /** The direct link on which a visitor's confirmed address created the document. */
    directLinkId: integer("direct_link_id").references((): AnyPgColumn => directLinks.id),
    createdAt: at("created_at").notNull().defaultNow(),
    releasedAt: at("released_at"),
    completedAt: at("completed_at"),
    closedAt: at("closed_at"),
    deletedAt: at("deleted_at"),
    /** Days from its end until its content is deleted; null: the requester's setting, or else the instance's. */
    retentionDays: integer("retention_days"),
    /** The announced day on which its content is deleted. Nothing is deleted without an announcement. */
    contentDueAt: at("content_due_at"),
    /** An administrator's legal hold: nothing of it is deleted. */
    heldAt: at("held_at"),
    /** Bytes, texts and personal values are deleted; hashes and the chain remain. */
    contentDeletedAt: at("content_deleted_at"),
  },
  (table) => [
    // By what decides the period of a document, so that retention reads only what has become due.
    index("files_ended_of_requester")
      .on(table.requesterId, sql`(${ended})`)
      .where(sql`content_deleted_at is null and ${ended} is not null`),
    index("files_ended_own_period")
      .on(table.retentionDays, sql`(${ended})`)
      .where(sql`retention_days is not null and content_deleted_at is null and ${ended} is not null`),
    index("files_content_due")
      .on(table.contentDueAt)
      .where(sql`content_due_at is not null and content_deleted_at is null`),
    index("files_held")
      .on(table.heldAt)
      .where(sql`held_at is not null`),
    // A search subtracts what its account deleted from its total.
    index("files_deleted_of_requester")
      .on(table.requesterId)
      .where(sql`status = 'deleted'`),
    index("files_requester").on(table.requesterId, table.createdAt, table.id),
    index("files_template_version")
      .on(table.templateVersionId)
      .where(sql`template_version_id is not null`),
    index("files_requester_name").on(table.requesterId, sql`lower(name)`, table.id),
    index("files_envelopes")
      .on(table.requesterId, table.createdAt, table.id)
      .where(sql`kind = 'envelope'`),
    index("files_envelope")
      .on(table.envelopeId, table.envelopePosition)
      .where(sql`envelope_id is not null`),
    check(
      "files_place",
      sql`(envelope_id is null) = (envelope_position is null) and (envelope_id is null or kind = 'file')`,
    ),
    // The figures of the service count documents here, without reading their rows.
    index("files_states")
      .on(table.status, table.contentDeletedAt)
      .where(sql`envelope_id is null`),
    index("files_drafts")
      .on(table.createdAt)
      .where(sql`status = 'draft'`),
    index("files_open")
      .on(table.expiresAt)
      .where(sql.raw(`status in (${runningStatuses.map((status) => `'${status}'`).join(", ")})`)),
  ],
);

/**
 * The bytes of a file: the concatenation of its `content` segments by position. Blobs are immutable, with the key
 * `{file uuid}/{sha256}`. `original` holds the upload if the repaired base differs from it; otherwise the upload is
 * position 0.
 */
export const fileSegments = pgTable(
  "file_segments",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    role: text("role", { enum: segmentRoles }).notNull(),
    kind: text("kind", { enum: segmentKinds }).notNull(),
    position: integer("position").notNull(),
    sha256: text("sha256").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("file_segments_position").on(table.fileId, table.role, table.position)],
);

/** A signer's signature, as returned by the API after signing. */
export interface SignatureFacts {
  subject: string;
  /** The attributes of `subject` in order. Missing in signatures of earlier versions, and once the signer is erased. */
  name?: { type: string; value: string }[];
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

const statusesSql = signRequestRoles
  .map((role) => `role = '${role}' and status in (${statusesOfRole[role].map((status) => `'${status}'`).join(", ")})`)
  .join(" or ");

/** One person's relation to one file, whatever the role. */
export const signRequests = pgTable(
  "sign_requests",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    /**
     * The file's `createdAt`, which never changes: a signer's list is read in this order without reading every file.
     */
    fileCreatedAt: at("file_created_at").notNull().defaultNow(),
    /** Lower case. */
    email: text("email").notNull(),
    /** As given by the requester; null falls back to the account's name, then the address. */
    displayName: text("display_name"),
    description: text("description"),
    role: text("role", { enum: signRequestRoles }).notNull().default("signer"),
    /** Subject of the invitation, in the requester's words; null: the default. */
    subject: text("subject"),
    status: text("status", { enum: signRequestStatuses }).notNull().default("draft"),
    /** When a CC receives a copy; empty for everyone else. */
    copyAt: jsonb("copy_at").$type<CopyTime[]>().notNull().default([]),
    /** Files requested from the person; empty for a viewer and a CC. */
    attachmentRequests: jsonb("attachment_requests").$type<AttachmentRequest[]>().notNull().default([]),
    signingOrder: integer("signing_order").notNull().default(1),
    signMethod: text("sign_method", { enum: signMethods }).notNull(),
    identifyMethods: jsonb("identify_methods").$type<string[]>().notNull(),
    phone: text("phone"),
    /** The signer's language as given by the requester, a code of lib/platform/locale/languages.ts; null: not given. */
    language: text("language"),
    /** An IANA name as given by the requester; null: the account's zone, or the instance's. */
    timeZone: text("time_zone"),
    notify: boolean("notify").notNull().default(true),
    /** Start of the next reminder's delay: the last e-mail that asked to sign, or the reminder that was skipped. */
    remindersFrom: at("reminders_from"),
    /** Number of automatic reminders that were sent or skipped. */
    remindersUsed: integer("reminders_used").notNull().default(0),
    /** The deadline for which the signer was warned; a later one gets another warning. */
    warnedOf: at("warned_of"),
    /** SHA-256 of the sign-request UUID, and the sealed UUID (reminders contain the same link). Never in plain text. */
    linkHash: text("link_hash").notNull().unique(),
    linkSealed: bytea("link_sealed").notNull(),
    notifiedAt: at("notified_at"),
    signedAt: at("signed_at"),
    closedAt: at("closed_at"),
    declineReason: text("decline_reason"),
    /** Reason stated by a signer who delegated; null: none given. */
    delegationReason: text("delegation_reason"),
    signature: jsonb("signature").$type<SignatureFacts>(),
    createdAt: at("created_at").notNull().defaultNow(),
    /** Removed from the set of signers; kept for the audit trail, never shown. */
    removedAt: at("removed_at"),
    /** The signer whom this one replaced after the document was sent. */
    replacesId: integer("replaces_id"),
    /** `delegate`: the signer named this one; `requester`: the requester did. */
    replacedBy: text("replaced_by", { enum: ["requester", "delegate"] }),
    /**
     * The signer whose id is in the prepared PDF fields, if it is another: fields cannot be renamed once the document
     * is certified.
     */
    preparedAs: integer("prepared_as"),
    /** When the signer was erased: name, address, phone number and messages to them are deleted. */
    erasedAt: at("erased_at"),
  },
  (table) => [
    uniqueIndex("sign_requests_email")
      .on(table.fileId, table.email)
      .where(sql`removed_at is null`),
    // Removed signers too: foreign keys and the evidence document read all of a file's.
    index("sign_requests_file").on(table.fileId),
    index("sign_requests_by_email").on(table.email, table.fileCreatedAt, table.fileId),
    check("sign_requests_status_of_role", sql.raw(statusesSql)),
    check("sign_requests_copies", sql`(role = 'cc') = (copy_at <> '[]'::jsonb)`),
  ],
);

/** The pages that a viewer has had on screen. */
export const pagesSeen = pgTable(
  "pages_seen",
  {
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id, { onDelete: "cascade" }),
    page: integer("page").notNull(),
    seenAt: at("seen_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.signRequestId, table.page] })],
);

/**
 * A file that a signer or approver added on the requester's request. Its bytes are the blob `{uuid}/{sha256}`, never
 * under the document's uuid, so that a copy of the document's own bytes can be removed without touching the document.
 */
export const attachments = pgTable(
  "attachments",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    /** `AttachmentRequest.id`, and its label when the file was added. */
    requestId: integer("request_id").notNull(),
    label: text("label").notNull(),
    /** The file name as sent by the person's computer. */
    name: text("name").notNull(),
    type: text("type", { enum: attachmentTypes }).notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("attachments_file").on(table.fileId), index("attachments_sign_request").on(table.signRequestId)],
);

/**
 * Stored blobs that are missing, altered or unreadable, until they are intact again or no row references them. They refer to
 * nothing, because a document, template or attachment may be deleted in the meantime.
 */
export const damagedBlobs = pgTable(
  "damaged_parts",
  {
    /** With the hash, the key of the blob. */
    uuid: uuid("uuid").notNull(),
    sha256: text("sha256").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    problem: text("problem", { enum: ["missing", "altered", "unreadable"] }).notNull(),
    /** The template, or null for the document of a request. */
    templateId: integer("template_id"),
    /** The uuid of the document that an attachment was added to. */
    attachedTo: uuid("attached_to"),
    foundAt: at("found_at").notNull().defaultNow(),
    checkedAt: at("checked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uuid, table.sha256] }), index("damaged_parts_checked").on(table.checkedAt)],
);

export type DamagedBlob = typeof damagedBlobs.$inferSelect;

/** A field on a page, in points from the top-left corner of the displayed page. */
export const fields = pgTable(
  "elements",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    type: text("type", { enum: fieldTypes }).notNull(),
    page: integer("page").notNull(),
    leftPt: doublePrecision("left_pt").notNull(),
    topPt: doublePrecision("top_pt").notNull(),
    widthPt: doublePrecision("width_pt").notNull(),
    heightPt: doublePrecision("height_pt").notNull(),
    required: boolean("required").notNull().default(true),
    label: text("label"),
    value: text("value"),
    /** The signer cannot change the value. */
    readOnly: boolean("read_only").notNull().default(false),
    /** Null: as large as the field allows. */
    fontSizePt: doublePrecision("font_size_pt"),
    alignment: text("alignment", { enum: ["left", "center", "right"] }),
    dateFormat: text("date_format", { enum: dateFormats }),
    /** `#rrggbb`; null: black. */
    colour: text("colour"),
    /** Null: sans. */
    font: text("font", { enum: fieldFonts }),
    /** `FieldDetails`. */
    group: text("group_name"),
    rules: jsonb("rules").$type<FieldRules>(),
    help: text("help"),
    placeholder: text("placeholder"),
    timeZone: text("time_zone"),
    showWhen: text("show_when"),
    requireWhen: text("require_when"),
    calculate: text("calculate"),
    /** The signed value, kept only if an expression of a later signer refers to the field. */
    signedValue: text("signed_value"),
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
/** A role with a state that is valid for it. */
export type RoleState = {
  [role in SignRequestRole]: { role: role; status: (typeof statusesOfRole)[role][number] };
}[SignRequestRole];
export type Field = typeof fields.$inferSelect;
export type Attachment = typeof attachments.$inferSelect;

/** A signer's signature in one file of an envelope. That of a single document is in `sign_requests.signature`. */
export const envelopeSignatures = pgTable(
  "envelope_signatures",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    signature: jsonb("signature").$type<SignatureFacts>().notNull(),
    signedAt: at("signed_at").notNull(),
  },
  (table) => [
    uniqueIndex("envelope_signatures_signer").on(table.fileId, table.signRequestId),
    index("envelope_signatures_request").on(table.signRequestId),
  ],
);

export type EnvelopeSignature = typeof envelopeSignatures.$inferSelect;
