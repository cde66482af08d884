import type { Element } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { assertDrawable, type TextToDraw } from "@/lib/elements/assert-drawable";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { fieldValues } from "./field-values";
import type { SignInput } from "./schema";
import { signerName } from "./signer-name";

/** What the signer's boxes for text and ticks will show. */
export interface DrawableValues {
  /** The signer's name as it is drawn. */
  name: string;
  /** By the box's id. */
  values: ReadonlyMap<number, string | boolean>;
}

/**
 * The value of each of the signer's boxes (`mine`) for text and ticks, all of which can be drawn. Throws `field_missing`, `glyph_missing` naming
 * the characters, `validation_failed`, `unavailable`.
 */
export async function drawableValues(
  ctx: Ctx,
  act: SigningAct,
  mine: readonly Element[],
  given: SignInput["fields"],
  signedAt: Date,
): Promise<DrawableValues> {
  const { email } = act.signRequest;
  const name = await drawableName(ctx, signerName(act), email);
  const values = fieldValues(mine, given, { name, email, signedAt });
  await assertDrawable(ctx, textsOf(mine, values, given));
  return { name, values };
}

/** The texts of the boxes, each with the member that gave it; what came from nobody in this call is named by its box. */
function textsOf(
  mine: readonly Element[],
  values: DrawableValues["values"],
  given: SignInput["fields"] = [],
): TextToDraw[] {
  return mine.flatMap((element) => {
    const text = values.get(element.id);
    if (typeof text !== "string" || text === "") return [];
    const index = given.findIndex(({ elementId }) => elementId === element.id);
    const pointer = index < 0 ? "/fields" : `/fields/${index}/value`;
    return [{ text, pointer, subject: `${element.label ?? element.type} (elementId ${element.id})` }];
  });
}

/** A name that no face can draw must not keep its bearer from signing: the address stands in; the certificate has the name. */
async function drawableName(ctx: Ctx, name: string, email: string): Promise<string> {
  return (await ctx.engine.missingGlyphs([name])).length === 0 ? name : email;
}
