import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { withFileErrors } from "@/lib/files/engine-errors";

/** A text that will stand on the document, and the member that brought it. */
export interface TextToDraw {
  text: string;
  pointer: string;
  /** What it is, at the beginning of a sentence. */
  subject: string;
}

/**
 * No character is ever drawn as an empty box, so what no bundled face can draw is refused before anybody is asked to sign.
 * Throws `glyph_missing`, a violation for each text that names the characters; `unavailable`.
 */
export async function assertDrawable(ctx: Ctx, texts: readonly TextToDraw[]): Promise<void> {
  const missing = await withFileErrors(() =>
    missingIn(
      ctx,
      texts.map(({ text }) => text),
    ),
  );
  if (missing.length === 0) return;
  const found = await Promise.all(
    texts.map(async (member) => ({ ...member, missing: await missingIn(ctx, [member.text]) })),
  );
  const violations = found
    .filter((member) => member.missing.length > 0)
    .map(({ pointer, subject, missing: characters }) => {
      return {
        pointer,
        code: "glyph_missing",
        detail: `${subject} holds characters that cannot be drawn on the document: ${characters.map(nameCharacter).join(", ")}`,
      };
    });
  throw new DomainError("glyph_missing", { detail: violations.map(({ detail }) => detail).join("; "), violations });
}

/** Control characters are not drawn: a line break ends a line, the others are dropped. */
async function missingIn(ctx: Ctx, texts: readonly string[]): Promise<string[]> {
  const drawn = texts.map((text) => text.replace(/\p{Cc}/gu, " ")).filter((text) => text.trim() !== "");
  return drawn.length === 0 ? [] : ctx.engine.missingGlyphs(drawn);
}

/** Such as `🦄 (U+1F984)`; only the code for what has no look of its own. */
function nameCharacter(cluster: string): string {
  const codes = Array.from(
    cluster,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  ).join(" ");
  return /^\P{C}+$/u.test(cluster) ? `${cluster} (${codes})` : codes;
}
