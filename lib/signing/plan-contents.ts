import type { Element } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { FieldFill } from "@/lib/pades/sign-fields";
import type { ElementContent } from "@/lib/pdf/appearance/appearance";
import { elementFieldName } from "@/lib/pdf/fields/field-names";
import { elementOfSignature } from "@/lib/pdf/fields/prepared-field";
import type { SigningAct } from "@/lib/sign-methods/find-act";
import { chooseImages, isImageElement, type ChosenImages } from "./choose-images";
import { drawableValues } from "./drawable-values";
import { readOwnBoxes } from "./own-boxes";
import type { SignInput } from "./schema";

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
export async function planContents(
  ctx: Ctx,
  act: SigningAct,
  input: SignInput,
  signedAt: Date,
): Promise<PlannedContents> {
  const mine = await readOwnBoxes(ctx, act);
  const chosen = await chooseImages(ctx, act.actor, mine, input.elements);
  const { name, values } = await drawableValues(ctx, act, mine, input.fields, signedAt);
  const lines = [name, timeLine(signedAt)];
  const contentOf = (element: Element) => contentFor(element, chosen, values, lines);
  const shown = signatureElement(mine);
  return {
    content: shown && contentOf(shown),
    fills: mine
      .filter((element) => element !== shown)
      .map((element) => ({
        fieldName: elementFieldName(act.file.uuid, act.signRequest.id, element.id),
        content: contentOf(element),
      })),
    images: chosen.images,
  };
}

/** The box that carries the signature, by the rule that the preparation followed. */
function signatureElement(mine: readonly Element[]): Element | null {
  const planned = mine.map(({ id, type, page, leftPt, topPt, widthPt, heightPt }) => ({
    elementId: id,
    type,
    pageIndex: page - 1,
    box: { leftPt, topPt, widthPt, heightPt },
  }));
  const shown = elementOfSignature(planned);
  return mine.find((element) => element.id === shown?.elementId) ?? null;
}

function contentFor(
  element: Element,
  chosen: ChosenImages,
  values: ReadonlyMap<number, string | boolean>,
  lines: string[],
): ElementContent {
  if (isImageElement(element))
    return {
      kind: "image",
      image: chosen.keyOf.get(element.id) ?? null,
      lines: element.type === "signature" ? lines : [],
    };
  const value = values.get(element.id) ?? "";
  return typeof value === "boolean" ? { kind: "checkbox", isChecked: value } : { kind: "text", text: value };
}

function timeLine(signedAt: Date): string {
  return `${signedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
