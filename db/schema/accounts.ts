import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { imageTypes } from "./request-facts";

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Reasons for revoking a certificate, from RFC 5280 section 5.3.1. */
export const revocationReasons = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
] as const;

/** A person who can log in. `email` is stored in lower case. */
export const accounts = pgTable("accounts", {
  id: serial("id").primaryKey(),
  email: text("email").notNull().unique(),
  displayName: text("display_name").notNull(),
  /** An administrator's API token chose the name, so nobody gave a password for it. */
  isNameByToken: boolean("is_name_by_token").notNull().default(false),
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ["signer", "requester", "admin"] }).notNull(),
  madeBy: text("made_by", { enum: ["invitation", "signup", "administrator"] }).notNull(),
  /** When and how the address was proved (docs/spec/api.md#proved-addresses); null until then. */
  emailProvedAt: at("email_proved_at"),
  emailProof: text("email_proof", { enum: ["invitation", "confirmation", "code", "administrator"] }),
  /** The sign request whose link proved the address, while `emailProof` is `invitation`. */
  emailProofRequestId: integer("email_proof_request_id"),
  phone: text("phone"),
  /** A code of lib/platform/locale/languages.ts, for pages and e-mails; null: not chosen. */
  language: text("language"),
  /**
   * An IANA name, for times in e-mails and for reminders, which are sent during office hours there; null: not known.
   */
  timeZone: text("time_zone"),
  /** Consecutive failed log-ins; 100 block logging in until a password reset (docs/spec/limits.md). */
  failedLoginsInRow: integer("failed_logins_in_row").notNull().default(0),
  /** The time of the first of them. They end 90 days later, unless they block logging in. */
  failedLoginsSince: at("failed_logins_since"),
  /** Incremented whenever a credential changes, so that cached verifications expire everywhere. */
  credentialsVersion: integer("credentials_version").notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  /**
   * Days from the end of a document that this account sent until its content is deleted; null: the instance's setting.
   */
  retentionDays: integer("retention_days"),
  /** The person was erased: the row remains only for references from other rows. */
  erasedAt: at("erased_at"),
});

/** API tokens; only the SHA-256 of a token is stored. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    scopes: text("scopes").array().notNull(),
    expiresAt: at("expires_at"),
    lastUsedAt: at("last_used_at"),
    revokedAt: at("revoked_at"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("api_tokens_account").on(table.accountId)],
);

/** Browser sessions; `idHash` is the SHA-256 of the session id in the cookie, `id` names the row to its owner. */
export const sessions = pgTable(
  "sessions",
  {
    idHash: text("id_hash").primaryKey(),
    id: serial("id").notNull().unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    address: text("address"),
    userAgent: text("user_agent"),
    createdAt: at("created_at").notNull().defaultNow(),
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
  },
  (table) => [index("sessions_account").on(table.accountId)],
);

/**
 * A link sent by e-mail to an account's address, to confirm it or to set a new password; only the SHA-256 of its token
 * is stored.
 */
export const accountLinks = pgTable(
  "account_links",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    purpose: text("purpose", { enum: ["confirmation", "reset"] }).notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    /** When it was used or invalidated. */
    usedAt: at("used_at"),
  },
  (table) => [index("account_links_account").on(table.accountId)],
);

/** Stored images of a signature or initials, normalised PNG. */
export const storedSignatures = pgTable(
  "account_signature_elements",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    type: text("type", { enum: imageTypes }).notNull(),
    png: bytea("png").notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    deletedAt: at("deleted_at"),
  },
  (table) => [index("account_signature_elements_account").on(table.accountId, table.type)],
);

/** A signing key of the `password` method: the private key is encrypted under Argon2id(signing password). */
export const accountSigningKeys = pgTable(
  "account_signing_keys",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    certificate: bytea("certificate").notNull(),
    serialNumber: text("serial_number").notNull().unique(),
    subject: text("subject").notNull(),
    notBefore: at("not_before").notNull(),
    notAfter: at("not_after").notNull(),
    /** Salt, parameters, nonce and ciphertext as written by `lib/x509`; null once its owner was erased. */
    wrappedKey: jsonb("wrapped_key"),
    wrongInRow: integer("wrong_in_row").notNull().default(0),
    wrongToday: integer("wrong_today").notNull().default(0),
    dayStartedAt: at("day_started_at"),
    lockedUntil: at("locked_until"),
    createdAt: at("created_at").notNull().defaultNow(),
    replacedAt: at("replaced_at"),
    revokedAt: at("revoked_at"),
    revocationReason: text("revocation_reason", { enum: revocationReasons }),
    /**
     * SHA-256 of the issuer's certificate, set when the owner is erased: `certificate` contained their name and is then
     * empty, but revocation lists still need the serial number.
     */
    issuerSha256: text("issuer_sha256"),
  },
  (table) => [
    uniqueIndex("account_signing_keys_current")
      .on(table.accountId)
      .where(sql`replaced_at is null`),
    index("account_signing_keys_revoked")
      .on(table.revokedAt)
      .where(sql`revoked_at is not null`),
  ],
);

/**
 * A signing password attempt in progress. It reserves one of the remaining attempts until the result is known; if its
 * process dies, the reservation expires at `expiresAt`.
 */
export const signingPasswordTries = pgTable(
  "signing_password_tries",
  {
    id: serial("id").primaryKey(),
    signingKeyId: integer("signing_key_id")
      .notNull()
      .references(() => accountSigningKeys.id),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("signing_password_tries_key").on(table.signingKeyId)],
);

/**
 * Keys of the instance: root, issuing authority, seal. One of each name is in use; previous ones are kept to verify
 * what they issued. Private keys are sealed under a key derived from APP_SECRET.
 */
export const instanceKeys = pgTable(
  "instance_keys",
  {
    id: serial("id").primaryKey(),
    name: text("name").notNull(),
    certificate: bytea("certificate").notNull(),
    sealedKey: bytea("sealed_key").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    /** When it was replaced. */
    retiredAt: at("retired_at"),
    revokedAt: at("revoked_at"),
    revocationReason: text("revocation_reason", { enum: revocationReasons }),
  },
  (table) => [
    uniqueIndex("instance_keys_in_use")
      .on(table.name)
      .where(sql`retired_at is null`),
  ],
);

/**
 * Certificates of operators' own keys that signed or issued here: their signatures still count as this instance's after
 * the operator changes to another key. The private keys stay with the operator.
 */
export const configuredSigners = pgTable("configured_signers", {
  /** SHA-256 of the certificate, in lower-case hex. */
  sha256: text("sha256").primaryKey(),
  certificate: bytea("certificate").notNull(),
  /** Base64 of DER, issuer first. */
  chain: jsonb("chain").$type<string[]>().notNull(),
  isAuthority: boolean("is_authority").notNull(),
  firstUsedAt: at("first_used_at").notNull().defaultNow(),
});

export type Account = typeof accounts.$inferSelect;
export type ApiToken = typeof apiTokens.$inferSelect;
export type AccountLink = typeof accountLinks.$inferSelect;
export type Session = typeof sessions.$inferSelect;
export type StoredSignature = typeof storedSignatures.$inferSelect;
export type InstanceKey = typeof instanceKeys.$inferSelect;
export type RevocationReason = (typeof revocationReasons)[number];
export type AccountSigningKey = typeof accountSigningKeys.$inferSelect;
