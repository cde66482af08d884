import type { FieldType } from "@/db/schema/files";
import type { FieldRules } from "@/db/schema/request-facts";
import { mostOptions } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { takesValue } from "@/lib/platform/field-rules/kinds";

/** The field that a tag in the text asks for. */
export interface Tag {
  type: FieldType;
  /** Which signer by order, counted from 1; null where the text does not say. */
  signer: number | null;
  label: string | null;
  required: boolean;
  group: string | null;
  rules: FieldRules | null;
  value: string | null;
}

const typesByTag = new Map<string, FieldType>([
  ["sig", "signature"],
  ["sign", "signature"],
  ["signature", "signature"],
  ["assinatura", "signature"],
  ["initial", "initial"],
  ["initials", "initial"],
  ["rubrica", "initial"],
  ["date", "date"],
  ["data", "date"],
  ["name", "name"],
  ["nome", "name"],
  ["email", "email"],
  ["text", "text"],
  ["texto", "text"],
  ["number", "number"],
  ["número", "number"],
  ["phone", "phone"],
  ["telefone", "phone"],
  ["checkbox", "checkbox"],
  ["check", "checkbox"],
  ["stamp", "stamp"],
  ["carimbo", "stamp"],
  ["radio", "radio"],
  ["select", "dropdown"],
  ["dropdown", "dropdown"],
]);

/** Types that documents of other services name differently: their `date` is chosen by the signer, `datenow` is the date of signing. */
const typesByAttribute = new Map<string, FieldType>([
  ["date", "day"],
  ["datenow", "date"],
  ["image", "stamp"],
  ["cells", "text"],
]);

const longestLabel = 255;

/**
 * The text between `{{` and `}}`: `type:signer:label`, where signer and label may be missing, or `label;type=…;role=…;required=…;options=A,B;group=…;default=…`,
 * as other services write it. A role names a signer by its number (`Signer 2`). Null for anything else.
 */
export function readTag(text: string): Tag | null {
  return text.includes(";") ? readAttributes(text) : readParts(text);
}

/** Whether a text between `{{` and `}}` that `readTag` does not read was meant as a tag: `{{payment:1}}`, or one with a `type=`. Other braces are text. */
export function isUnreadTag(text: string): boolean {
  if (readTag(text)) return false;
  return text.includes(";")
    ? /;\s*t\s*y\s*p\s*e\s*=/i.test(text)
    : /^\s*\p{L}[\p{L}\s_-]*:\s*\d{1,3}\s*(:|$)/u.test(text);
}

function readParts(text: string): Tag | null {
  const [name = "", number, ...rest] = text.split(":");
  const type = typesByTag.get(squeeze(name).toLowerCase());
  const signer = readSigner(number);
  if (!type || type === "radio" || signer === undefined) return null;
  return choiceOf({
    type,
    signer,
    label: labelOf(rest.join(":")),
    required: type !== "checkbox",
    group: null,
    rules: null,
    value: null,
  });
}

function readAttributes(text: string): Tag | null {
  const [name = "", ...pairs] = text.split(";");
  const given = new Map(
    pairs.map((pair) => {
      const [key = "", ...value] = pair.split("=");
      return [squeeze(key).toLowerCase(), value.join("=").trim()] as const;
    }),
  );
  const named = squeeze(given.get("type") ?? "text").toLowerCase();
  const type = typesByAttribute.get(named) ?? typesByTag.get(named);
  if (!type) return null;
  const group = type === "radio" ? labelOf(given.get("group") ?? "") : null;
  if (type === "radio" && (!group || !labelOf(name))) return null;
  const number = /(\d{1,3})\s*$/.exec(given.get("role") ?? "")?.[1];
  const isRequired = given.get("required");
  return withDefault(given.get("default") ?? "", {
    type,
    signer: number && Number(number) > 0 ? Number(number) : null,
    label: labelOf(name),
    required: isRequired === undefined ? type !== "checkbox" : squeeze(isRequired).toLowerCase() !== "false",
    group,
    rules: rulesOf(type, given.get("options") ?? ""),
    value: null,
  });
}

/** A default that the field would refuse is left out. */
function withDefault(given: string, tag: Tag): Tag {
  const field = choiceOf(tag);
  const value = labelOf(given);
  if (value === null || !takesValue(field.type) || faultOf(field, value, null) !== null) return field;
  return { ...field, value };
}

/** A dropdown without options cannot be stored. */
function choiceOf(tag: Tag): Tag {
  return tag.type === "dropdown" && !tag.rules ? { ...tag, type: "text" } : tag;
}

function rulesOf(type: FieldType, given: string): FieldRules | null {
  if (type !== "dropdown") return null;
  const options = [...new Set(given.split(",").flatMap((option) => labelOf(option) ?? []))].slice(0, mostOptions);
  return options.length === 0 ? null : { options };
}

function labelOf(text: string): string | null {
  return text.replace(/\s+/g, " ").trim().slice(0, longestLabel) || null;
}

/** Null for none; undefined for an invalid signer number. */
function readSigner(given: string | undefined): number | null | undefined {
  const digits = squeeze(given ?? "");
  if (digits === "") return null;
  return /^[1-9]\d{0,2}$/.test(digits) ? Number(digits) : undefined;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
