import { sql } from "drizzle-orm";
import { bigint, bigserial, boolean, date, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { files } from "./files";

/**
 * The tabs by their number in `list_tallies`. `closed` is not a tab: documents that ended unsigned are listed only
 * under all documents.
 */
export const tallyTabs = ["to_sign", "waiting", "completed", "drafts", "closed"] as const;

/**
 * The number of documents in a viewer's list, by day of creation (UTC) and by tab. Triggers append one row per change
 * instead of updating a count, so that concurrent actions do not wait for each other; a sweep merges rows. The totals
 * are the sums.
 */
export const listTallies = pgTable(
  "list_tallies",
  {
    /** `#` and the account's id for documents that it requested; an address in lower case for those that it signs. */
    viewer: text("viewer").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    tab: smallint("tab").notNull(),
    /** Number of documents added; negative if removed. */
    documents: integer("documents").notNull(),
    /** Number of actions on documents of this list; the list's mark is derived from it. */
    changes: integer("changes").notNull(),
    /** Appended since the last merge. */
    isNew: boolean("is_new").notNull().default(true),
  },
  (table) => [
    index("list_tallies_viewer").on(table.viewer, table.day, table.tab, table.documents, table.changes),
    index("list_tallies_new")
      .on(table.viewer, table.day, table.tab)
      .where(sql`is_new`),
  ],
);

/**
 * The text for searches, one row per document, written by triggers: its name and, one per line, the addresses and names
 * of its signers. `make_search_index` creates the index, because it needs the extension pg_trgm, which may not be
 * available.
 */
export const fileSearch = pgTable("file_search", {
  fileId: integer("file_id")
    .primaryKey()
    .references(() => files.id),
  /**
   * As in `list_tallies`: the requester and every signer. Whether they may see the document is decided by its own rows.
   */
  viewers: text("viewers").array().notNull(),
  text: text("text").notNull(),
});

/**
 * The bytes that an account stores: the sum of its rows equals that of the view `stored_parts`. Triggers change them in
 * the transaction that stores or removes something. A change goes to a row of the account that no other transaction has
 * locked, or to a new row, so that no transaction waits: an account has as many rows as it has had concurrent storing
 * transactions.
 */
export const storageTallies = pgTable(
  "storage_tallies",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** Without a foreign key, whose check would wait for a lock on the account's row. */
    accountId: integer("account_id").notNull(),
    /** Negative if one transaction removes what another stored. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [index("storage_tallies_account").on(table.accountId)],
);
