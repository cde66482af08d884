import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./accounts";

/**
 * The remaining requests of each caller: token buckets shared by all processes (docs/spec/limits.md). The migration
 * makes this table UNLOGGED: after a crash of the database every bucket is full again.
 */
export const rateBuckets = pgTable("rate_buckets", {
  key: text("key").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  /** How many the last one who asked was given. */
  granted: integer("granted").notNull(),
  at: at("at").notNull(),
});
