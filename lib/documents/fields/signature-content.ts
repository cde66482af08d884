import { createHash } from "node:crypto";
import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { fillLines, type AppearanceFacts } from "@/lib/platform/appearance/fill-lines";
import { groundOf, type AppearanceTemplate } from "@/lib/platform/appearance/options";
import type { Ctx } from "@/lib/platform/context";
import { productName, readBrand, readLogo } from "@/lib/platform/settings/branding";

/** Key of the logo among the images of a signature. */
const logoKey = "logo";

/** The instance's part of an appearance: its name, colour and logo, as far as the template shows them. */
export interface AppearanceBrand {
  organisation: string;
  colour: string | null;
  logo: Buffer | null;
}

export async function readAppearanceBrand(
  ctx: Ctx,
  { logo }: Pick<AppearanceTemplate, "logo">,
): Promise<AppearanceBrand> {
  const { name, colour, logoSha256 } = await readBrand(ctx);
  const organisation = name ?? productName;
  const isDrawable = (await ctx.engine.missingGlyphs([organisation])).length === 0;
  return {
    organisation: isDrawable ? organisation : productName,
    colour,
    logo: logo && logoSha256 !== null ? await readLogo(ctx) : null,
  };
}

/** Content of a signature field by its template: what both the PDF and the preview draw. `image`: key of the signer's image. */
export function signatureContent(
  template: AppearanceTemplate,
  brand: AppearanceBrand,
  image: string | null,
  facts: Omit<AppearanceFacts, "organisation">,
): Extract<FieldContent, { kind: "image" }> {
  return {
    kind: "image",
    image: template.layout === "text" ? null : image,
    lines: fillLines(template, { ...facts, organisation: brand.organisation }),
    style: {
      ...groundOf(template.background, brand.colour),
      layout: template.layout,
      textSizePt: template.textSizePt,
      logo: brand.logo && logoKey,
    },
  };
}

const noFacts = { name: "", email: "", id: "", reason: "", location: "", signedAt: new Date(0) };

/**
 * Names what this instance and the person's account add to the fields of a signer, as far as they show it: a page gives it to its act, and
 * another name at the act means that an administrator or the person has changed something since.
 */
export function lookOf(template: AppearanceTemplate, brand: AppearanceBrand, name: string): string {
  const content = signatureContent(template, brand, null, { ...noFacts, name });
  const logo = brand.logo && createHash("sha256").update(brand.logo).digest("hex");
  return createHash("sha256")
    .update(JSON.stringify([content, logo, name]))
    .digest("base64url");
}

/** The logo by the key that contents name. */
export function logoImages({ logo }: AppearanceBrand): Record<string, Buffer> {
  return logo ? { [logoKey]: logo } : {};
}
