import { sql } from "drizzle-orm";
import { bigint, bigserial, boolean, date, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { files } from "./files";

/** The tabs by their number in `list_tallies`. `closed` is not a tab of its own: documents that ended unsigned are listed under all documents only. */
export const tallyTabs = ["to_sign", "waiting", "completed", "drafts", "closed"] as const;

/**
 * How many documents a viewer's list has, by the day of their creation (UTC) and by tab. Triggers append one row a change instead of
 * updating a count, so that no two acts wait for each other; a sweep adds rows up. The figures are the sums.
 */
export const listTallies = pgTable(
  "list_tallies",
  {
    /** `#` and the account's id for documents that it requested, an address in lower case for those that it signs. */
    viewer: text("viewer").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    tab: smallint("tab").notNull(),
    /** Documents more, or fewer where it is negative. */
    documents: integer("documents").notNull(),
    /** Acts on documents of this list: the list's mark is made of their number. */
    changes: integer("changes").notNull(),
    /** Appended since rows were added up. */
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
 * The text that a search reads, one row per document, written by triggers: its name and, one a line, the addresses and names of its signers. The index is
 * made by `make_search_index`, because it needs the extension pg_trgm, which a database may not have.
 */
export const fileSearch = pgTable("file_search", {
  fileId: integer("file_id")
    .primaryKey()
    .references(() => files.id),
  /** As in `list_tallies`: the requester and every signer. Whether they see the document is decided by its rows. */
  viewers: text("viewers").array().notNull(),
  text: text("text").notNull(),
});

/**
 * The bytes that an account stores: the sum of its rows is that of the view `stored_parts`. Triggers change them in the transaction that stores or removes
 * something. A change goes to a row of the account that no other transaction has locked, or to a new one, so that nobody waits: an account has as many rows
 * as transactions that once stored for it at the same time.
 */
export const storageTallies = pgTable(
  "storage_tallies",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** Without a foreign key: its check would wait for whoever holds the account's row. */
    accountId: integer("account_id").notNull(),
    /** Negative where one transaction stored what another removed. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [index("storage_tallies_account").on(table.accountId)],
);
