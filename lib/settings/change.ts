import { sql } from "drizzle-orm";
import { settings as table } from "@/db/schema/work";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { readSettings, type Settings } from "./read";
import type { SettingsChange } from "./schema";

/** Methods that this version can carry out without a gateway. */
const withoutGateway = new Set<string>(["email", "password", "account"]);

/** Changes what `change` names. Throws `forbidden`, `gateway_not_configured`, `validation_failed` (guests cannot be identified yet). */
export async function changeSettings(ctx: Ctx, actor: Actor, change: SettingsChange): Promise<Settings> {
  assertAdmin(actor);
  assertSupported(change);
  const rows = Object.entries(change).map(([name, value]) => ({ name, value }));
  if (rows.length > 0) {
    await ctx.db.insert(table).values(rows).onConflictDoUpdate({ target: table.name, set: { value: sql`excluded.value` } });
  }
  return readSettings(ctx);
}

function assertSupported(change: SettingsChange): void {
  const named = [...(change.allowed_sign_methods ?? []), ...(change.sign_method ? [change.sign_method] : []), ...(change.identify_method ?? [])];
  const missing = named.find((method) => !withoutGateway.has(method));
  if (missing) throw new DomainError("gateway_not_configured", { detail: `No gateway for ${missing} is configured` });
  if (change.identify_method?.includes("email")) throw invalid("/identify_method/0", "not_allowed", "Signers are identified by their account; a mailed code alone is not available yet");
}
