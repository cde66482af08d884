import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./accounts";

/**
 * What is left of each caller's requests: token buckets that all processes take from (docs/spec/limits.md). The migration
 * makes this table UNLOGGED: after a crash of the database every bucket is full again.
 */
export const rateBuckets = pgTable("rate_buckets", {
  key: text("key").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  /** How many the last one who asked was given. */
  granted: integer("granted").notNull(),
  at: at("at").notNull(),
});
