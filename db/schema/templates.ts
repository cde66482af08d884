import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accounts, at, bytea } from "./accounts";
import type {
  AttachmentRequest,
  CopyTime,
  DateFormat,
  FieldDetails,
  FieldFont,
  FieldType,
  PageSize,
  ReaderComparison,
  ReminderPlan,
  segmentKinds,
  segmentRoles,
  SignMethod,
  SignRequestRole,
  UploadSource,
  UploadWarning,
} from "./request-facts";
import type { SignatureOptionsChange } from "./signature-options";

/** A named role in a template. The person is chosen when the template is used. */
export interface TemplateRole {
  name: string;
  /** The message to the person. */
  description: string | null;
  signingOrder: number;
  /** Null: the instance's default at the time of use. */
  signMethod: SignMethod | null;
  /** As `signMethod`. Versions from before this member existed lack it. */
  identifyMethod?: "account" | "email" | "sms" | "link" | null;
  /** Omitted: signer. */
  role?: SignRequestRole;
  /** When a CC receives a copy. */
  copyAt?: CopyTime[];
  /** Files requested from the person. Versions from before this member existed lack it. */
  attachmentRequests?: AttachmentRequest[];
  notify: boolean;
}

/**
 * A field of a role, in points from the top-left corner of the displayed page. Versions from before a member existed
 * lack it.
 */
export interface TemplateField extends Partial<FieldDetails> {
  /** Identifies the field in API calls; unique in its version. */
  name: string;
  role: string;
  type: FieldType;
  page: number;
  topPt: number;
  leftPt: number;
  widthPt: number;
  heightPt: number;
  required: boolean;
  label: string | null;
  value: string | null;
  /** Omitted in versions from before this member existed: false. */
  readOnly?: boolean;
  /** Null: as large as the field allows. */
  fontSizePt: number | null;
  alignment: "left" | "center" | "right" | null;
  dateFormat: DateFormat | null;
  colour?: string | null;
  font?: FieldFont | null;
}

/** A segment of a template's document, as in `file_segments`. */
interface TemplateSegment {
  role: (typeof segmentRoles)[number];
  kind: (typeof segmentKinds)[number];
  position: number;
  sha256: string;
  size: number;
}

/** A reusable request of one account. Its content is in `template_versions`. */
export const templates = pgTable(
  "templates",
  {
    id: serial("id").primaryKey(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => accounts.id),
    /** The name in the current version. */
    name: text("name").notNull(),
    /** The number of the current version. */
    version: integer("version").notNull().default(1),
    uses: integer("uses").notNull().default(0),
    lastUsedAt: at("last_used_at"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (table) => [
    index("templates_owner")
      .on(table.ownerId, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * The PDF of one or more versions of a template, as ingest left it: forms flattened, active content removed. Blobs are
 * at `{uuid}/{sha256}`.
 */
export const templateDocuments = pgTable(
  "template_documents",
  {
    id: serial("id").primaryKey(),
    templateId: integer("template_id")
      .notNull()
      .references(() => templates.id),
    uuid: uuid("uuid").notNull().unique(),
    pages: jsonb("pages").$type<PageSize[]>().notNull(),
    alreadySigned: boolean("already_signed").notNull().default(false),
    repaired: boolean("repaired").notNull().default(false),
    decrypted: boolean("decrypted").notNull().default(false),
    frozenFields: integer("frozen_fields").notNull().default(0),
    removed: jsonb("removed").$type<string[]>().notNull().default([]),
    remaining: jsonb("remaining").$type<string[]>().notNull().default([]),
    warnings: jsonb("warnings").$type<UploadWarning[]>().notNull().default([]),
    readers: jsonb("readers").$type<ReaderComparison>(),
    size: bigint("size", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    originalSize: bigint("original_size", { mode: "number" }).notNull(),
    originalSha256: text("original_sha256").notNull(),
    /** Null: the upload was a PDF. */
    source: jsonb("source").$type<UploadSource>(),
    segments: jsonb("segments").$type<TemplateSegment[]>().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("template_documents_template").on(table.templateId)],
);

/** Versions of a template. Rows never change; a trigger rejects UPDATE. */
export const templateVersions = pgTable(
  "template_versions",
  {
    id: serial("id").primaryKey(),
    templateId: integer("template_id")
      .notNull()
      .references(() => templates.id),
    /** Counts from 1. */
    number: integer("number").notNull(),
    documentId: integer("document_id")
      .notNull()
      .references(() => templateDocuments.id),
    name: text("name").notNull(),
    roles: jsonb("roles").$type<TemplateRole[]>().notNull(),
    fields: jsonb("fields").$type<TemplateField[]>().notNull(),
    /** Days until the deadline, counted from the time of use; null: the instance's default. */
    expiresInDays: integer("expires_in_days"),
    allowDelegation: boolean("allow_delegation").notNull().default(false),
    /** Null: the instance's plan. */
    reminders: jsonb("reminders").$type<ReminderPlan>(),
    /** Differences from the instance's options; null: none. */
    signatureOptions: jsonb("signature_options").$type<SignatureOptionsChange>(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("template_versions_number").on(table.templateId, table.number)],
);

export type Template = typeof templates.$inferSelect;
export type TemplateDocument = typeof templateDocuments.$inferSelect;
export type TemplateVersion = typeof templateVersions.$inferSelect;

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
