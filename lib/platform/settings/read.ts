import type { SignMethod } from "@/db/schema/files";
import { settings as table } from "@/db/schema/work";
import type { Ctx } from "@/lib/platform/context";
import type { IdentifyMethodName } from "@/lib/platform/sign-methods/method-names";
import { settingsChange } from "./schema";

/** The administrators' settings, completed by the defaults. */
export interface Settings {
  signMethod: Exclude<SignMethod, "link">;
  /** Always holds `signMethod`. */
  allowedSignMethods: SignMethod[];
  identifyMethods: IdentifyMethodName[];
  signup: "invited" | "open";
  /** Null: content is kept. */
  retentionDays: number | null;
}

const defaults = {
  sign_method: "email",
  allowed_sign_methods: ["email", "password"],
  // Instances from before this default have a row with "account": the migration fewer_trips.
  identify_method: ["email"],
  signup: "invited",
} as const;

export async function readSettings(ctx: Ctx): Promise<Settings> {
  const rows = await ctx.db.select().from(table);
  const stored = settingsChange.parse(Object.fromEntries(rows.map((row) => [row.name, row.value])));
  const signMethod = stored.sign_method ?? defaults.sign_method;
  return {
    signMethod,
    allowedSignMethods: [...new Set([signMethod, ...(stored.allowed_sign_methods ?? defaults.allowed_sign_methods)])],
    identifyMethods: [...(stored.identify_method ?? defaults.identify_method)],
    signup: stored.signup ?? defaults.signup,
    retentionDays: stored.retention_days ?? null,
  };
}
