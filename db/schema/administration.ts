import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { accounts, at } from "./accounts";

/** What administrators did to the service and to accounts. Accounts are named by their ids only, so that erasing a person erases them here too. */
export const administrationActs = pgTable(
  "administration_acts",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: at("at").notNull().defaultNow(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    type: text("type").notNull(),
    data: jsonb("data").$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [index("administration_acts_at").on(table.at)],
);

export type AdministrationAct = typeof administrationActs.$inferSelect;
