import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./accounts";
import { files } from "./files";

/** The evidence document of a completed file: made once, sealed, one blob under the file's uuid. */
export const evidenceDocuments = pgTable("evidence_documents", {
  fileId: integer("file_id")
    .primaryKey()
    .references(() => files.id),
  sha256: text("sha256").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  /** Hash of the event that the file's seal vouches for: the last one that the document lists. */
  sealedHead: text("sealed_head").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
});

export type EvidenceDocument = typeof evidenceDocuments.$inferSelect;
