import type { Element } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { readElements } from "@/lib/elements/read";
import type { FieldFill } from "@/lib/pades/sign-fields";
import type { ElementContent } from "@/lib/pdf/appearance";
import { elementFieldName } from "@/lib/pdf/field-names";
import { elementOfSignature } from "@/lib/pdf/prepared-field";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { chooseImages, isImageElement, type ChosenImages } from "./choose-images";
import { fieldValues } from "./field-values";
import type { SignInput } from "./schema";
import { signerName } from "./signer-name";

/** What a signer's boxes will show. */
export interface PlannedContents {
  /** In the signature field itself; null for an invisible signature. */
  content: ElementContent | null;
  fills: FieldFill[];
  images: Record<string, Buffer>;
}

/**
 * Decides what each of the signer's boxes shows. Throws `signature_image_missing`, `field_missing`, `glyph_missing` naming the characters,
 * `validation_failed`; nothing is used up by then.
 */
export async function planContents(ctx: Ctx, act: SigningAct, input: SignInput, signedAt: Date): Promise<PlannedContents> {
  const mine = (await readElements(ctx, act.file.id)).filter((element) => element.signRequestId === act.signRequest.id);
  const name = signerName(act);
  const chosen = await chooseImages(ctx, act.actor, mine, input.elements);
  const values = fieldValues(mine, input.fields, { name, email: act.signRequest.email, signedAt });
  await assertDrawable(ctx, values);
  const lines = [await drawableName(ctx, name, act.signRequest.email), timeLine(signedAt)];
  const contentOf = (element: Element) => contentFor(element, chosen, values, lines);
  const shown = signatureElement(mine);
  return {
    content: shown && contentOf(shown),
    fills: mine.filter((element) => element !== shown).map((element) => ({
      fieldName: elementFieldName(act.file.uuid, act.signRequest.id, element.id), content: contentOf(element),
    })),
    images: chosen.images,
  };
}

/** The box that carries the signature, by the rule that the preparation followed. */
function signatureElement(mine: readonly Element[]): Element | null {
  const planned = mine.map(({ id, type, page, leftPt, topPt, widthPt, heightPt }) => ({ elementId: id, type, pageIndex: page - 1, box: { leftPt, topPt, widthPt, heightPt } }));
  const shown = elementOfSignature(planned);
  return mine.find((element) => element.id === shown?.elementId) ?? null;
}

function contentFor(element: Element, chosen: ChosenImages, values: ReadonlyMap<number, string | boolean>, lines: string[]): ElementContent {
  if (isImageElement(element)) return { kind: "image", image: chosen.keyOf.get(element.id) ?? null, lines: element.type === "signature" ? lines : [] };
  const value = values.get(element.id) ?? "";
  return typeof value === "boolean" ? { kind: "checkbox", isChecked: value } : { kind: "text", text: value };
}

function timeLine(signedAt: Date): string {
  return `${signedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

async function assertDrawable(ctx: Ctx, values: ReadonlyMap<number, string | boolean>): Promise<void> {
  const texts = [...values.values()].filter((value) => typeof value === "string" && value !== "");
  const missing = texts.length === 0 ? [] : await ctx.engine.missingGlyphs(texts as string[]);
  if (missing.length > 0) throw new DomainError("glyph_missing", { detail: `These characters cannot be drawn: ${missing.join(" ")}` });
}

/** A name that no face can draw must not keep its bearer from signing: the address stands in; the certificate has the name. */
async function drawableName(ctx: Ctx, name: string, email: string): Promise<string> {
  return (await ctx.engine.missingGlyphs([name])).length === 0 ? name : email;
}
