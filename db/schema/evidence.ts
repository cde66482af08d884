import { bigint, index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { at } from "./accounts";
import { files } from "./files";

/** The evidence document of a completed file: created once, sealed, one blob under the file's uuid. */
export const evidenceDocuments = pgTable("evidence_documents", {
  fileId: integer("file_id")
    .primaryKey()
    .references(() => files.id),
  sha256: text("sha256").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  /** Hash of the event that the file's seal covers: the last one that the document lists. */
  sealedHead: text("sealed_head").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
});

export type EvidenceDocument = typeof evidenceDocuments.$inferSelect;

/**
 * Each document timestamp that this instance added. It proves the document's age as long as the authority's certificate
 * can be checked.
 */
export const documentTimestamps = pgTable(
  "document_timestamps",
  {
    id: serial("id").primaryKey(),
    fileId: integer("file_id")
      .notNull()
      .references(() => files.id),
    /** The file's revision that includes it. */
    revision: integer("revision").notNull(),
    /** The authority's time. */
    at: at("at").notNull(),
    /** When the authority's certificate expires: another timestamp is due before then. */
    certificateEndsAt: at("certificate_ends_at").notNull(),
  },
  (table) => [index("document_timestamps_file").on(table.fileId, table.id)],
);
