import type { Element } from "@/db/schema/files";
import { assertDrawable, readTick, type TextToDraw } from "@/lib/documents/fields/rules";
import { readElements } from "@/lib/documents/fields/version";
import type { FieldFill } from "@/lib/pades/sign-fields";
import type { ElementContent } from "@/lib/pdf/appearance/appearance";
import { elementFieldName } from "@/lib/pdf/fields/field-names";
import { elementOfSignature } from "@/lib/pdf/fields/prepared-field";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { writeDate, type TextStyle } from "@/lib/platform/geometry/field-text";
import { signedAtLine } from "@/lib/platform/geometry/signature-layout";
import { findAttempt, type SigningAttempt, type SigningTarget } from "@/lib/signing/proof/may-sign";
import { chooseImages, isImageElement, type ChosenImages } from "./choose-images";
import { signerName } from "./prove";
import type { FieldsToCheck, SignInput } from "./schema";

/** The contents of a signer's fields. */
export interface PlannedContents {
  /** Of the signature field itself; null for an invisible signature. */
  content: ElementContent | null;
  fills: FieldFill[];
  images: Record<string, Buffer>;
}

/**
 * Decides what each of the signer's fields shows. Throws `signature_image_missing`, `field_missing`, `glyph_missing` with the characters,
 * `validation_failed`; no code is used up by then.
 */
export async function planContents(
  ctx: Ctx,
  attempt: SigningAttempt,
  input: SignInput,
  signedAt: Date,
): Promise<PlannedContents> {
  const mine = await readOwnBoxes(ctx, attempt);
  const chosen = await chooseImages(ctx, attempt.actor, mine, input.elements);
  const { name, values } = await drawableValues(ctx, attempt, mine, input.fields, signedAt);
  const lines = [name, signedAtLine(signedAt)];
  const contentOf = (element: Element) => contentFor(element, chosen, values, lines);
  const shown = signatureElement(mine);
  return {
    content: shown && contentOf(shown),
    fills: mine
      .filter((element) => element !== shown)
      .map((element) => ({
        fieldName: elementFieldName(attempt.file.uuid, attempt.signRequest.id, element.id),
        content: contentOf(element),
      })),
    images: chosen.images,
  };
}

/** The field that carries the signature, chosen by the same rule as in the preparation. */
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
  return typeof value === "boolean"
    ? { kind: "checkbox", isChecked: value }
    : { kind: "text", text: value, style: styleOf(element) };
}

function styleOf({ fontSizePt, alignment, dateFormat }: Element): TextStyle {
  return { fontSizePt, alignment, dateFormat };
}

/**
 * Checks before a code is sent whether signing would accept the signer's values. Stores nothing. Throws what `findAttempt` and
 * `drawableValues` throw.
 */
export async function checkFields(
  ctx: Ctx,
  actor: Actor,
  { target, fields }: FieldsToCheck & { target: SigningTarget },
): Promise<void> {
  const attempt = await findAttempt(ctx, actor, target);
  await drawableValues(ctx, attempt, await readOwnBoxes(ctx, attempt), fields, await ctx.now());
}

/** The signer's own fields. */
async function readOwnBoxes(ctx: Ctx, attempt: SigningAttempt): Promise<Element[]> {
  return (await readElements(ctx, attempt.file.id)).filter(
    (element) => element.signRequestId === attempt.signRequest.id,
  );
}

/** The values of the signer's text fields and checkboxes. */
interface DrawableValues {
  /** The signer's name as drawn. */
  name: string;
  /** By the field's id. */
  values: ReadonlyMap<number, string | boolean>;
}

/**
 * The value of each of the signer's text fields and checkboxes (`mine`), all drawable. Throws `field_missing`, `glyph_missing` with the
 * characters, `validation_failed`, `unavailable`.
 */
async function drawableValues(
  ctx: Ctx,
  attempt: SigningAttempt,
  mine: readonly Element[],
  given: SignInput["fields"],
  signedAt: Date,
): Promise<DrawableValues> {
  const { email } = attempt.signRequest;
  const name = await drawableName(ctx, signerName(attempt), email);
  const values = fieldValues(mine, given, { name, email, signedAt });
  await assertDrawable(ctx, textsOf(mine, values, given));
  return { name, values };
}

/** The texts of the fields, each with the member that gave it; a text not given in this call is reported by its field. */
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

/** A name that no font can draw must not prevent signing: the address is drawn instead, and the certificate has the name. */
async function drawableName(ctx: Ctx, name: string, email: string): Promise<string> {
  return (await ctx.engine.missingGlyphs([name])).length === 0 ? name : email;
}

/** Values that the service fills in: the signer's name and address, and the date in UTC. */
interface OwnFacts {
  name: string;
  email: string;
  signedAt: Date;
}

/** Such a field states facts on behalf of the service, so a signer cannot overwrite it. */
const statedByService: ReadonlySet<Element["type"]> = new Set<Element["type"]>(["name", "email", "date"]);

/**
 * The value of each of the signer's text fields and checkboxes: given now, else by the requester, else filled in. Throws `field_missing`
 * with each required empty field, `validation_failed` for another signer's field, for a field that the service fills in, and for a checkbox
 * value that is not a boolean.
 */
function fieldValues(
  mine: readonly Element[],
  given: SignInput["fields"] = [],
  own: OwnFacts,
): Map<number, string | boolean> {
  const boxes = mine.filter((element) => !isImageElement(element));
  for (const [index, field] of given.entries())
    assertFits(
      boxes.find((box) => box.id === field.elementId),
      field.value,
      index,
    );
  const values = new Map(
    boxes.map((box) => [box.id, valueOf(box, given.find((field) => field.elementId === box.id)?.value, own)]),
  );
  assertComplete(boxes, values);
  return values;
}

function assertFits(box: Element | undefined, value: string | boolean, index: number): void {
  if (!box)
    throw invalid(
      `/fields/${index}/elementId`,
      "unknown",
      `fields[${index}].elementId names no box of yours for a value`,
    );
  if (statedByService.has(box.type))
    throw invalid(
      `/fields/${index}/elementId`,
      "not_yours",
      `The ${box.type} in elementId ${box.id} fills itself and takes no value of yours.`,
    );
  if (box.type === "checkbox" && readTick(value) === null)
    throw invalid(`/fields/${index}/value`, "type_invalid", `fields[${index}].value must be true or false`);
}

function valueOf(box: Element, given: string | boolean | undefined, own: OwnFacts): string | boolean {
  if (box.type === "checkbox") return readTick(given ?? box.value ?? false) ?? false;
  const text = typeof given === "boolean" ? String(given) : given;
  return cleanText(text ?? box.value ?? ownValue(box, own));
}

function ownValue(box: Element, own: OwnFacts): string {
  if (box.type === "name") return own.name;
  if (box.type === "email") return own.email;
  if (box.type === "date") return writeDate(own.signedAt, box.dateFormat);
  return "";
}

/** Removes control characters except line breaks, lone surrogates and marks that override the text direction. */
function cleanText(text: string): string {
  return Buffer.from(text, "utf8")
    .toString("utf8")
    .replace(/\r\n?/g, "\n")
    .replace(/\t/g, " ")
    .replace(/(?!\n)[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, "")
    .trim();
}

function assertComplete(boxes: readonly Element[], values: ReadonlyMap<number, string | boolean>): void {
  const missing = boxes.filter((box) => box.required && (values.get(box.id) === "" || values.get(box.id) === false));
  if (missing.length === 0) return;
  const violations = missing.map((box) => ({
    pointer: "/fields",
    code: "required",
    detail: `${box.label ?? box.type} (elementId ${box.id}) is empty`,
  }));
  throw new DomainError("field_missing", {
    detail: violations.map((violation) => violation.detail).join("; "),
    violations,
  });
}
