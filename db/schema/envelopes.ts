import { index, integer, jsonb, pgTable, serial, uniqueIndex } from "drizzle-orm/pg-core";
import { at } from "./accounts";
import { files, signRequests, type SignatureFacts } from "./files";

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
