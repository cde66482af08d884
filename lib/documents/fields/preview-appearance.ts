import type { z } from "zod";
import { assertMayRequest } from "@/lib/accounts/actor";
import { withFileErrors } from "@/lib/engine/file-errors";
import { sampleKey, withOptions } from "@/lib/platform/appearance/options";
import type { Actor, Ctx } from "@/lib/platform/context";
import { readSettings } from "@/lib/platform/settings/read";
import type { appearancePreview, AppearanceToPreview } from "@/lib/platform/settings/schema";
import { logoImages, readAppearanceBrand, signatureContent } from "./signature-content";
import { assertOptionsDrawable } from "./signature-options";

const standardField = { width: 180, height: 60 };
/** Pixels for a point: sharp on screens of double density. */
const pixelsPerPt = 4;

const sample = {
  email: "ada.lovelace@example.org",
  id: "0198f7a2-1111-4222-8333-444455556666-12",
  reason: "I agree to the terms",
  location: "Lisbon",
};

/**
 * A sample signature by a template, drawn from the appearance stream that signing would write. Throws `forbidden`, `glyph_missing`, `unavailable`.
 */
export async function previewOfAppearance(
  ctx: Ctx,
  actor: Actor,
  { appearance, width = standardField.width, height = standardField.height }: AppearanceToPreview,
): Promise<z.infer<typeof appearancePreview>> {
  const { account } = assertMayRequest(actor);
  await assertOptionsDrawable(ctx, { appearance }, "");
  const { signatureOptions } = await readSettings(ctx);
  const template = withOptions(signatureOptions, { appearance }).appearance;
  const brand = await readAppearanceBrand(ctx, template);
  const isDrawable = (await ctx.engine.missingGlyphs([account.displayName])).length === 0;
  const name = isDrawable ? account.displayName : account.email;
  const content = signatureContent(template, brand, sampleKey, { ...sample, name, signedAt: await ctx.now() });
  const png = await withFileErrors(() =>
    ctx.engine.appearanceImage(
      { widthPt: width, heightPt: height, content, images: logoImages(brand) },
      Math.round(width * pixelsPerPt),
    ),
  );
  return { file: { mediaType: "image/png", base64: png.toString("base64") } };
}
