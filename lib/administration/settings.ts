import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { settings as table } from "@/db/schema/work";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings, type Settings } from "@/lib/context/settings/read";
import { limitNames, type settingsAnswer, type SettingsChange } from "@/lib/context/settings/schema";
import { gatewayNames } from "@/lib/context/sign-methods/method-names";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { DomainError, type Violation } from "@/lib/platform/errors";
import { defaultLimits, type Limits } from "@/lib/platform/limits";
import { withOptions } from "@/lib/platform/signature-appearance";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";

/** The settings for sign methods, registration and deletion, which need fresh proof. */
const guarded = ["signMethod", "allowedSignMethods", "identifyMethods", "signup", "retentionDays"] as const;

/**
 * Applies the given changes, and logs who made them. A changed value of a guarded setting needs fresh proof. Throws
 * `forbidden`, `reauth_required`, `validation_failed`, `gateway_not_configured` with each member that contains such a
 * method.
 */
export async function changeSettings(ctx: Ctx, actor: Actor, change: SettingsChange): Promise<Settings> {
  const acting = assertAdmin(actor);
  assertConfigured(ctx, change);
  const rows = Object.entries(await withWholeMembers(ctx, change))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value }));
  const [unset, set] = [rows.filter(({ value }) => value === null), rows.filter(({ value }) => value !== null)];
  if (rows.length === 0) return readSettings(ctx);
  const { before, after } = await ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const before = await readSettings(tx);
    if (unset.length > 0)
      await tx.db.delete(table).where(
        inArray(
          table.name,
          unset.map(({ name }) => name),
        ),
      );
    if (set.length > 0)
      await tx.db
        .insert(table)
        .values(set)
        .onConflictDoUpdate({ target: table.name, set: { value: sql`excluded.value` } });
    const after = await readSettings(tx);
    if (guarded.some((name) => !isSameSetting(before[name], after[name]))) await assertFreshProof(tx, acting);
    await recordAdminActivity(tx, acting, "settings.changed", { names: rows.map(({ name }) => name).join(", ") });
    await markDone(tx, {});
    return { before, after };
  });
  ctx.log.info(
    { request: ctx.request?.id, account: acting.account.id, before, after },
    "settings: changed by an administrator",
  );
  return after;
}

/** Lists of methods have no order. */
function isSameSetting(one: Settings[(typeof guarded)[number]], other: typeof one): boolean {
  const [first, second] = [one, other].map((value) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value));
  return first === second;
}

/**
 * Plan and signature options are stored completely. Throws `validation_failed` for more reminders than the cap,
 * `glyph_missing` for an appearance that cannot be drawn.
 */
async function withWholeMembers(ctx: Ctx, change: SettingsChange): Promise<SettingsChange> {
  const { reminders, signature_options: options } = change;
  if (reminders === undefined && options === undefined) return change;
  await assertOptionsDrawable(ctx, options, "/signature_options");
  const current = await readSettings(ctx);
  return {
    ...change,
    ...(reminders && { reminders: readPlan(ctx, reminders, current.reminders) }),
    ...(options && { signature_options: withOptions(current.signatureOptions, options) }),
  };
}

/** Prevents choosing a method that cannot work. */
function assertConfigured(ctx: Ctx, change: SettingsChange): void {
  const named: { pointer: string; method: string }[] = [
    ...(change.sign_method ? [{ pointer: "/sign_method", method: change.sign_method }] : []),
    ...(change.allowed_sign_methods ?? []).map((method, index) => ({
      pointer: `/allowed_sign_methods/${index}`,
      method,
    })),
    ...(change.identify_method ?? []).map((method, index) => ({ pointer: `/identify_method/${index}`, method })),
  ];
  const violations = named
    .filter(({ method }) => !isConfigured(ctx, method))
    .map(({ pointer, method }): Violation => ({
      pointer,
      code: "gateway_not_configured",
      detail: `No gateway for ${method} is configured`,
    }));
  const [first] = violations;
  if (first) throw new DomainError("gateway_not_configured", { detail: first.detail, violations });
}

/** The settings, for an administrator. Throws `forbidden`. */
export async function getSettings(ctx: Ctx, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readSettings(ctx);
}

interface LimitInForce {
  name: keyof Limits;
  value: number;
  /** The default, used unless LIMITS sets a different value. */
  standard: number;
}

/** The effective limits with their defaults (docs/spec/limits.md). Throws `forbidden`. */
export function listLimits(ctx: Pick<Ctx, "limits">, actor: Actor): LimitInForce[] {
  assertAdmin(actor);
  return limitNames.map((name) => ({ name, value: ctx.limits[name], standard: defaultLimits[name] }));
}

export function toSettingsWire(
  { gateways }: Pick<Ctx, "gateways">,
  settings: Settings,
): z.infer<typeof settingsAnswer> {
  return {
    sign_method: settings.signMethod,
    allowed_sign_methods: settings.allowedSignMethods,
    identify_method: settings.identifyMethods,
    signup: settings.signup,
    retention_days: settings.retentionDays,
    reminders: settings.reminders,
    office_hours: { ...settings.officeHours, days: [...settings.officeHours.days] },
    time_zone: settings.timeZone,
    signature_options: settings.signatureOptions,
    twofactor_gateway: gatewayNames.filter((name) => gateways[name] !== null),
  };
}
