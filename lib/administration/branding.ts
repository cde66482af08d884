import { branding } from "@/db/schema/administration";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { decodeLogo } from "@/lib/accounts/signatures/images";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import { oneLine } from "@/lib/channels/messenger";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { brandingId, readBrand, readLogo, type Brand } from "@/lib/context/settings/read";
import type { BrandingAnswer, BrandingChange } from "@/lib/context/settings/schema";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { brandColours, brandProperties, normalColour, type PageBrand } from "@/lib/platform/brand";
import { DomainError } from "@/lib/platform/errors";
import { recordAdminActivity } from "@/lib/records/record-admin-activity";

/** How this instance presents itself, for an administrator. Throws `forbidden`. */
export async function getBranding(ctx: Ctx, actor: Actor): Promise<Brand> {
  assertAdmin(actor);
  return readBrand(ctx);
}

/**
 * Applies the given changes, and records who made them. The logo is drawn before the transaction. A changed address for
 * replies or a changed link needs fresh proof. Throws `forbidden`, `reauth_required`, `base64_invalid`,
 * `image_invalid`, `unavailable`.
 */
export async function changeBranding(ctx: Ctx, actor: Actor, change: BrandingChange): Promise<Brand> {
  const acting = assertAdmin(actor);
  await assertMayRedirect(ctx, acting, change);
  const { logo, name, colour, ...rest } = change;
  const values = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(name === undefined ? {} : { name: name === null ? null : oneLine(name) || null }),
    ...(colour === undefined ? {} : { colour: colour === null ? null : normalColour(colour) }),
    ...(logo === undefined ? {} : await logoColumns(ctx, logo)),
  };
  const names = Object.keys(change).filter((key) => change[key as keyof BrandingChange] !== undefined);
  if (names.length === 0) return readBrand(ctx);
  return ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    await tx.db
      .insert(branding)
      .values({ id: brandingId, ...values })
      .onConflictDoUpdate({ target: branding.id, set: values });
    await recordAdminActivity(tx, acting, "branding.changed", { names: names.join(", ") });
    await markDone(tx, {});
    return readBrand(tx);
  });
}

const leadingElsewhere = ["replyTo", "privacyUrl", "termsUrl", "imprintUrl"] as const;

/** A stolen token, or an unattended browser, must not redirect replies or visitors to someone else. */
async function assertMayRedirect(ctx: Ctx, acting: AccountActor, change: BrandingChange): Promise<void> {
  const stored = await readBrand(ctx);
  if (leadingElsewhere.some((name) => change[name] !== undefined && change[name] !== stored[name]))
    await assertFreshProof(ctx, acting);
}

async function logoColumns(ctx: Ctx, logo: { base64: string } | null) {
  if (logo === null) return { logoPng: null, logoSha256: null };
  const { png } = await decodeLogo(ctx, logo.base64, "/logo/base64");
  return { logoPng: png, logoSha256: sha256Hex(png) };
}

/** The public logo. Throws `not_found`. */
export async function getLogo(ctx: Ctx): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = await readLogo(ctx);
  if (!bytes) throw new DomainError("not_found");
  return { bytes, sha256: sha256Hex(bytes) };
}

export function toBrandingWire({ logoSha256, ...brand }: Brand): BrandingAnswer {
  const colours = brand.colour === null ? null : brandColours(brand.colour);
  return {
    ...brand,
    shownColour: colours && {
      light: colours.light.primary,
      dark: colours.dark.primary,
      isAdjusted: colours.isAdjusted,
    },
    logoUrl: logoUrl({ logoSha256 }),
  };
}

/** The URL changes with the logo, so that browsers may cache it. */
function logoUrl({ logoSha256 }: Pick<Brand, "logoSha256">): string | null {
  return logoSha256 && `/api/v1/branding/logo?v=${logoSha256.slice(0, 12)}`;
}

/** A page without its brand is better than none, so if the database is unavailable, the product's default is shown. */
export async function readPageBrand(ctx: Ctx): Promise<PageBrand> {
  const brand = await readBrand(ctx).catch((error: unknown) => {
    ctx.log.warn({ err: error, request: ctx.request?.id }, "the branding could not be read");
    return null;
  });
  return {
    name: brand?.name ?? null,
    logoUrl: brand && logoUrl(brand),
    privacyUrl: brand?.privacyUrl ?? null,
    termsUrl: brand?.termsUrl ?? null,
    imprintUrl: brand?.imprintUrl ?? null,
    properties: brandProperties(brand?.colour ?? null),
  };
}
