import { eq } from "drizzle-orm";
import { branding } from "@/db/schema/administration";
import type { Ctx } from "@/lib/platform/context";

/** How this instance presents itself on pages, in e-mails and in evidence documents; null: Paraph's default. */
export interface Brand {
  name: string | null;
  /** `#rrggbb`, as it was given. Shown colours follow from it (`brandColours`). */
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

/** A brand that another read joins by `branding.id = brandingId`. Drizzle takes a joined row for missing where its first column is null. */
export const joinedBrand = { id: branding.id, ...shown };

/** Without the logo's bytes, which most readers do not need. */
export async function readBrand(ctx: Pick<Ctx, "db">): Promise<Brand> {
  const [row] = await ctx.db.select(shown).from(branding).where(eq(branding.id, brandingId));
  return row ?? plainBrand;
}

/** The logo as a PNG; null for none. */
export async function readLogo(ctx: Pick<Ctx, "db">): Promise<Buffer | null> {
  const [row] = await ctx.db.select({ logoPng: branding.logoPng }).from(branding).where(eq(branding.id, brandingId));
  return row?.logoPng ?? null;
}

/** The brand with its logo, for e-mails and evidence documents, and the address that replies go to. */
export async function readBrandWithLogo(ctx: Pick<Ctx, "db">) {
  return withLogo(ctx, await readBrand(ctx));
}

/** The same of a brand that was read with something else; null: nothing has been chosen. */
export async function withLogo(ctx: Pick<Ctx, "db">, read: Brand | null) {
  const { replyTo, logoSha256, ...brand } = read ?? plainBrand;
  return { brand: { ...brand, logo: logoSha256 === null ? null : await readLogo(ctx) }, replyTo };
}
