import { index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { at, bytea } from "./accounts";
import { signRequests } from "./files";
import { challenges } from "./work";

/**
 * A guest's proof by code: valid for one signer of one request, for a few hours. Only the SHA-256 of the token is stored. It counts while
 * the request still goes to what was proved.
 */
export const guestSessions = pgTable(
  "guest_sessions",
  {
    id: serial("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id),
    method: text("method", { enum: ["email", "sms"] }).notNull(),
    /** The address or the number that the code went to. */
    recipient: text("recipient").notNull(),
    challengeId: integer("challenge_id")
      .notNull()
      .unique()
      .references(() => challenges.id),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("guest_sessions_sign_request").on(table.signRequestId)],
);

/** Images of a guest's signature or initials, normalised PNG; they are used for their sign request only and erased with it. */
export const guestSignatureElements = pgTable(
  "guest_signature_elements",
  {
    id: serial("id").primaryKey(),
    signRequestId: integer("sign_request_id")
      .notNull()
      .references(() => signRequests.id, { onDelete: "cascade" }),
    type: text("type", { enum: ["signature", "initial"] }).notNull(),
    png: bytea("png").notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [index("guest_signature_elements_sign_request").on(table.signRequestId, table.type)],
);

export type GuestSession = typeof guestSessions.$inferSelect;
export type GuestSignatureElement = typeof guestSignatureElements.$inferSelect;
