import { index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { accounts, at, bytea, sessions } from "./accounts";
import { signRequests } from "./files";
import { imageTypes } from "./request-facts";
import { challenges } from "./work";

/**
 * A guest's identification by code: valid for one signer of one request, for a few hours. Only the SHA-256 of the token
 * is stored. It is valid as long as the request's recipient is still the confirmed one.
 */
export const guestSessions = pgTable(
  "guest_sessions",
  {
    id: serial("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    /** `link`: anyone with the link, without a code. */
    method: text("method", { enum: ["email", "sms", "link"] }).notNull(),
    /** The address or number to which the code was sent; for `link`, the address to which the link was sent. */
    recipient: text("recipient").notNull(),
    /** Null for `link`. */
    challengeId: integer("challenge_id")
      .unique()
      .references(() => challenges.id),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("guest_sessions_sign_request").on(table.signRequestId)],
);

/** Images of a guest's signature or initials, normalised PNG; used only for their sign request and erased with it. */
export const guestSignatures = pgTable(
  "guest_signature_elements",
  {
    id: serial("id").primaryKey(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id, { onDelete: "cascade" }),
    type: text("type", { enum: imageTypes }).notNull(),
    png: bytea("png").notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [index("guest_signature_elements_sign_request").on(table.signRequestId, table.type)],
);

/**
 * A signer on a desktop who draws on a phone: the secret in a QR code is valid for one picture of one type, for a few
 * minutes and only while the session that requested it is valid. Only the secret's SHA-256 is stored.
 */
export const drawingHandovers = pgTable(
  "drawing_handovers",
  {
    id: serial("id").primaryKey(),
    secretHash: text("secret_hash").notNull().unique(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id, { onDelete: "cascade" }),
    type: text("type", { enum: imageTypes }).notNull(),
    /** The session that requested it: a guest's or an account's. Both null: a program with a token or a password. */
    guestSessionId: integer("guest_session_id").references(() => guestSessions.id, { onDelete: "cascade" }),
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    /** The account that requested it; null: a guest. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    openedAt: at("opened_at"),
    /** When the picture arrived; the secret is invalid afterwards. */
    drawnAt: at("drawn_at"),
    /** PNG, sanitised by the engine. */
    png: bytea("png"),
  },
  (table) => [
    index("drawing_handovers_sign_request").on(table.signRequestId),
    index("drawing_handovers_expires").on(table.expiresAt),
  ],
);

export type DrawingHandover = typeof drawingHandovers.$inferSelect;
export type GuestSession = typeof guestSessions.$inferSelect;
export type GuestSignature = typeof guestSignatures.$inferSelect;
