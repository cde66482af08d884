import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { accounts, at } from "./accounts";

/** Actions of administrators on the service and on accounts. Accounts are named by their ids only, so that erasing a person erases them here too. */
export const adminActivity = pgTable(
  "admin_activity",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: at("at").notNull().defaultNow(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    type: text("type").notNull(),
    data: jsonb("data").$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [index("admin_activity_at").on(table.at)],
);

export type AdminActivity = typeof adminActivity.$inferSelect;
