import { brandProperties, type PageBrand } from "@/lib/platform/brand/page-brand";
import type { Ctx } from "@/lib/platform/context";
import { readBrand } from "@/lib/platform/settings/branding";
import { logoUrl } from "./branding";

/** A page without its brand is better than none, so a database that is away gives the product's own look. */
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
