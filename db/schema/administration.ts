import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { accounts, at, bytea } from "./accounts";

export const adminActivityTypes = [
  "settings.changed",
  "branding.changed",
  "gateway.tested",
  "account.created",
  "account.changed",
  "account.reset_mailed",
  "account.password_set",
  "account.signed_out",
  "job.retried",
  "jobs.retried",
  "delivery.retried",
  "retention.changed",
  "retention.clock_confirmed",
  "hold.placed",
  "hold.lifted",
] as const;
export type AdminActivityType = (typeof adminActivityTypes)[number];

/**
 * Actions of administrators on the service and on accounts. Accounts are identified only by their ids, so that erasing
 * a person also erases them here.
 */
export const adminActivity = pgTable(
  "admin_activity",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: at("at").notNull().defaultNow(),
    /** Null: the operator, by a command on the server. */
    accountId: integer("account_id").references(() => accounts.id),
    type: text("type", { enum: adminActivityTypes }).notNull(),
    data: jsonb("data").$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [index("admin_activity_at").on(table.at)],
);

export type AdminActivity = typeof adminActivity.$inferSelect;

/** How this instance presents itself: one row, or none for the product's default branding. */
export const branding = pgTable("branding", {
  id: integer("id").primaryKey(),
  name: text("name"),
  /** `#rrggbb`, as entered. */
  colour: text("colour"),
  replyTo: text("reply_to"),
  privacyUrl: text("privacy_url"),
  termsUrl: text("terms_url"),
  imprintUrl: text("imprint_url"),
  /** Rendered by this service, whatever was uploaded. */
  logoPng: bytea("logo_png"),
  logoSha256: text("logo_sha256"),
});

export type BrandingRow = typeof branding.$inferSelect;
