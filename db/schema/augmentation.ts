import { index, integer, pgTable, serial } from "drizzle-orm/pg-core";
import { at } from "./accounts";
import { files } from "./files";

/** Each document timestamp that this instance added. It proves the document's age as long as the authority's certificate can be checked. */
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
    /** When the authority's certificate ends: a further timestamp is due before. */
    certificateEndsAt: at("certificate_ends_at").notNull(),
  },
  (table) => [index("document_timestamps_file").on(table.fileId, table.id)],
);
