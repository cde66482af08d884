import type { File } from "@/db/schema/files";
import {
  standardOptions,
  withOptions,
  type SignatureOptions,
  type SignatureOptionsChange,
} from "@/lib/platform/appearance/options";
import type { Ctx } from "@/lib/platform/context";
import type { Settings } from "@/lib/platform/settings/read";
import { assertDrawable } from "./rules";

const variables = /\{\{[^{}]*\}\}/g;

/** Refuses text that no bundled face can draw. Throws `glyph_missing` with each place. */
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
 * Options in force for a document. They are fixed when it is sent, so a later change of the settings affects drafts only. A document that was sent
 * before there were options has the standard ones.
 */
export function optionsOf(
  { signatureOptions, preparation }: Pick<File, "signatureOptions" | "preparation">,
  settings: Pick<Settings, "signatureOptions">,
): SignatureOptions {
  return withOptions(preparation > 0 ? standardOptions : settings.signatureOptions, signatureOptions);
}
