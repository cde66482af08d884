import { createHash } from "node:crypto";
import type { z } from "zod";
import type { File } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { productName, readBrand, readLogo, readSettings, type Settings } from "@/lib/context/settings/read";
import type { appearancePreview, AppearanceToPreview } from "@/lib/context/settings/schema";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import {
  fillLines,
  groundOf,
  sampleKey,
  standardOptions,
  withOptions,
  type AppearanceFacts,
  type AppearanceTemplate,
  type SignatureOptions,
  type SignatureOptionsChange,
} from "@/lib/platform/signature-appearance";
import { assertDrawable } from "./rules";

const standardField = { width: 180, height: 60 };
/** Pixels per point. Sharp on screens with double density. */
const pixelsPerPt = 4;

const sample = {
  email: "ada.lovelace@example.org",
  id: "0198f7a2-1111-4222-8333-444455556666-12",
  reason: "I agree to the terms",
  location: "Lisbon",
};

/**
 * A sample signature for a template, rendered from the same appearance stream as in signing. Throws `forbidden`,
 * `glyph_missing`, `unavailable`.
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

/** Key of the logo among the images of a signature. */
const logoKey = "logo";

/** The instance's part of an appearance: its name, colour and logo, as far as the template shows them. */
interface AppearanceBrand {
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

/**
 * Content of a signature field according to its template, for both the PDF and the preview. `image`: key of the
 * signer's image.
 */
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
 * Identifies what this instance and the person's account add to a signer's fields, as far as they show it. The page
 * sends it along when the person signs. A different value by then means that an administrator or the person has changed
 * something.
 */
export function lookOf(template: AppearanceTemplate, brand: AppearanceBrand, name: string): string {
  const content = signatureContent(template, brand, null, { ...noFacts, name });
  const logo = brand.logo && sha256Hex(brand.logo);
  return createHash("sha256")
    .update(JSON.stringify([content, logo, name]))
    .digest("base64url");
}

/** The logo under the key used in contents. */
export function logoImages({ logo }: AppearanceBrand): Record<string, Buffer> {
  return logo ? { [logoKey]: logo } : {};
}

const variables = /\{\{[^{}]*\}\}/g;

/** Refuses text that no bundled font can draw. Throws `glyph_missing` with each place. */
export async function assertOptionsDrawable(
  ctx: Ctx,
  options: SignatureOptionsChange | null | undefined,
  pointer: string,
): Promise<void> {
  const lines = (options?.appearance?.lines ?? []).map((line, index) => ({
    text: line.replace(variables, " "),
    pointer: `${pointer}/appearance/lines/${index}`,
    subject: `Line ${index + 1} of the appearance`,
  }));
  const presets = (["reason", "location"] as const).map((member) => ({
    text: options?.[member]?.preset ?? "",
    pointer: `${pointer}/${member}/preset`,
    subject: `The preset ${member}`,
  }));
  await assertDrawable(
    ctx,
    [...lines, ...presets].filter(({ text }) => text.trim() !== ""),
  );
}

/**
 * The effective options of a document. They are fixed when it is sent, so a later change of the settings only affects
 * drafts. A document sent before options existed has the default ones.
 */
export function optionsOf(
  { signatureOptions, preparation }: Pick<File, "signatureOptions" | "preparation">,
  settings: Pick<Settings, "signatureOptions">,
): SignatureOptions {
  return withOptions(preparation > 0 ? standardOptions : settings.signatureOptions, signatureOptions);
}
