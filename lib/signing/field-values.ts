import type { Element } from "@/db/schema/files";
import { readTick } from "@/lib/elements/tick";
import { DomainError, invalid } from "@/lib/errors";
import { isImageElement } from "./choose-images";
import type { SignInput } from "./schema";

/** What fills itself in: the signer's name and address, and the day in UTC. */
export interface OwnFacts {
  name: string;
  email: string;
  signedAt: Date;
}

/** What such a box says is the service's statement of who signed and when; a signer must not be able to write another. */
const statedByService: ReadonlySet<Element["type"]> = new Set<Element["type"]>(["name", "email", "date"]);

/**
 * The value of every box of the signer's that takes text or a tick: the one given now, else the requester's, else what fills itself.
 * Throws `field_missing` naming each required box that stays empty, `validation_failed` for a box that is not the signer's, for
 * one that says what the service knows, and for a tick that is no boolean.
 */
export function fieldValues(
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
  if (box.type === "date") return own.signedAt.toISOString().slice(0, 10);
  return "";
}

/** Text is text: control characters but line breaks go, halves of characters and marks that override the direction of writing too. */
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
