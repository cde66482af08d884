import { eq, sql } from "drizzle-orm";
import { branding } from "@/db/schema/administration";
import type { ReminderPlan, SignMethod } from "@/db/schema/files";
import { settings as table } from "@/db/schema/work";
import type { Ctx } from "@/lib/context/context";
import type { IdentifyMethodName } from "@/lib/context/sign-methods/method-names";
import { invalid } from "@/lib/platform/errors";
import type { OfficeHours } from "@/lib/platform/office-hours";
import { standardOptions, withOptions, type SignatureOptions } from "@/lib/platform/signature-appearance";
import { settingsChange, type RemindersInput } from "./schema";

/** The administrators' settings, completed with the defaults. */
export interface Settings {
  signMethod: Exclude<SignMethod, "link">;
  /** Always includes `signMethod`. */
  allowedSignMethods: SignMethod[];
  identifyMethods: IdentifyMethodName[];
  signup: "invited" | "open";
  /** Null: content is kept. */
  retentionDays: number | null;
  /** The plan of requests that do not set one. */
  reminders: ReminderPlan;
  /** Automatic reminders are sent during these hours in the recipient's time zone. */
  officeHours: OfficeHours;
  /** The time zone of recipients whose time zone is unknown. */
  timeZone: string;
  /** Appearance of signatures, reason, location and verification mark of requests that do not set them. */
  signatureOptions: SignatureOptions;
}

const defaults = {
  sign_method: "email",
  allowed_sign_methods: ["email", "password"],
  // The migration fewer_trips gave instances from before this default a row with "account".
  identify_method: ["email"],
  signup: "invited",
  reminders: { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 },
  office_hours: { from: 9, to: 17, days: [1, 2, 3, 4, 5] },
  time_zone: "UTC",
} as const;

export async function readSettings(ctx: Ctx): Promise<Settings> {
  const rows = await ctx.db.select().from(table);
  return settingsOf(Object.fromEntries(rows.map((row) => [row.name, row.value])));
}

/** The rows for `settingsOf`, as a column of a query that needs them in addition. */
export const settingsColumn = sql<
  Record<string, unknown>
>`(select coalesce(json_object_agg(name, value), '{}') from ${table})`;

/** The settings from the values of their rows, by name. */
export function settingsOf(values: Record<string, unknown>): Settings {
  const stored = settingsChange.parse(values);
  const signMethod = stored.sign_method ?? defaults.sign_method;
  return {
    signMethod,
    allowedSignMethods: [...new Set([signMethod, ...(stored.allowed_sign_methods ?? defaults.allowed_sign_methods)])],
    identifyMethods: [...(stored.identify_method ?? defaults.identify_method)],
    signup: stored.signup ?? defaults.signup,
    retentionDays: stored.retention_days ?? null,
    reminders: { ...defaults.reminders, ...(stored.reminders as ReminderPlan | undefined) },
    officeHours: stored.office_hours ?? { ...defaults.office_hours, days: [...defaults.office_hours.days] },
    timeZone: stored.time_zone ?? defaults.time_zone,
    signatureOptions: withOptions(standardOptions, stored.signature_options),
  };
}

/**
 * A plan with the given members. The others stay as in `base`. Throws `validation_failed` for more reminders than the
 * cap.
 */
export function readPlan(ctx: Pick<Ctx, "limits">, given: RemindersInput, base: ReminderPlan): ReminderPlan {
  const most = ctx.limits.remindersPerSigner;
  if (given.atMost !== undefined && given.atMost > most)
    throw invalid("/reminders/atMost", "too_big", `reminders.atMost must be at most ${most}`, most);
  return {
    firstAfterDays: given.firstAfterDays ?? base.firstAfterDays,
    everyDays: given.everyDays ?? base.everyDays,
    atMost: given.atMost ?? base.atMost,
    warnDays: given.warnDays ?? base.warnDays,
  };
}

/** How this instance presents itself on pages, in e-mails and in evidence documents. Null: Paraph's default. */
export interface Brand {
  name: string | null;
  /** `#rrggbb`, as given. The displayed colours are derived from it (`brandColours`). */
  colour: string | null;
  /** The address for replies to e-mails. */
  replyTo: string | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  imprintUrl: string | null;
  /** SHA-256 of the logo's PNG, in lower-case hex. */
  logoSha256: string | null;
}

export const productName = "Paraph";
export const brandingId = 1;

const plainBrand: Brand = {
  name: null,
  colour: null,
  replyTo: null,
  privacyUrl: null,
  termsUrl: null,
  imprintUrl: null,
  logoSha256: null,
};

const shown = {
  name: branding.name,
  colour: branding.colour,
  replyTo: branding.replyTo,
  privacyUrl: branding.privacyUrl,
  termsUrl: branding.termsUrl,
  imprintUrl: branding.imprintUrl,
  logoSha256: branding.logoSha256,
};

/**
 * A brand joined to another read by `branding.id = brandingId`. Drizzle treats a joined row as missing if its first
 * column is null.
 */
export const joinedBrand = { id: branding.id, ...shown };

/** Without the logo's bytes, which most readers do not need. */
export async function readBrand(ctx: Pick<Ctx, "db">): Promise<Brand> {
  const [row] = await ctx.db.select(shown).from(branding).where(eq(branding.id, brandingId));
  return row ?? plainBrand;
}

/** The logo as a PNG, or null if there is none. */
export async function readLogo(ctx: Pick<Ctx, "db">): Promise<Buffer | null> {
  const [row] = await ctx.db.select({ logoPng: branding.logoPng }).from(branding).where(eq(branding.id, brandingId));
  return row?.logoPng ?? null;
}

/** The brand with its logo, for e-mails and evidence documents, and the address for replies. */
export async function readBrandWithLogo(ctx: Pick<Ctx, "db">) {
  return withLogo(ctx, await readBrand(ctx));
}

/** Like `readBrandWithLogo`, for a brand that was read together with something else. Null: nothing has been chosen. */
export async function withLogo(ctx: Pick<Ctx, "db">, read: Brand | null) {
  const { replyTo, logoSha256, ...brand } = read ?? plainBrand;
  return { brand: { ...brand, logo: logoSha256 === null ? null : await readLogo(ctx) }, replyTo };
}
