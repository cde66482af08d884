import type { FieldType } from "@/db/schema/files";
import type { FieldRules } from "@/db/schema/request-facts";
import { isRequiredByDefault, mostOptions, takesValue } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";

/** A place in a line of text that calls for a field. */
export interface Anchor extends Tag {
  /** The text found there: `{{sig:1}}`, or the label before a blank line to write on. */
  text: string;
  /** The part of the line that the field covers: all of `{{…}}`, or only the blank to write on. UTF-16 units. */
  start: number;
  end: number;
  /** A drawn blank, whose length limits the width of the field. */
  isRule: boolean;
}

/** A line without any of these cannot contain an anchor. */
export const anchorMarks = ["{{", "{ {", "__"] as const;

/** The pattern of a tag. Joined text runs may have left a space anywhere. */
const tagged = /\{ ?\{([^{}]{1,300})\} ?\}/gu;

/**
 * Three or more underscores are a blank to write on. Two may be part of a program's identifier, but those of a day,
 * month and year form one blank.
 */
const ruled = /_(?:\s?_)+(?:\s?[/.]\s?_(?:\s?_)+){2}|_(?:\s?_){2,}/gu;
const longestWords = 80;

/**
 * Labels before a blank. A signature label may continue with a name. The others must end in the word, since "date of
 * birth" is not a signing date.
 */
const typesByWords: readonly (readonly [RegExp, FieldType])[] = [
  [
    /(?<!\p{L})(?:signature|signed|sign here|assinatura|assinado)(?!\p{L})(?:\s+(?:of|by|do|da|de|dos|das|por)\s[^:]{1,40})?\s*[:.]?\s*$/iu,
    "signature",
  ],
  [/(?<!\p{L})(?:initials?|rubricas?)\s*[:.]?\s*$/iu, "initial"],
  [/(?<!\p{L})(?:date|dated|data)\s*[:.]?\s*$/iu, "date"],
  [/(?<!\p{L})(?:name|nome)\s*[:.]?\s*$/iu, "name"],
  [/(?<!\p{L})e-?mail(?: address)?\s*[:.]?\s*$/iu, "email"],
];

/** The field that a label before or below a blank calls for, or null for other text. */
export function typeOfWords(words: string): FieldType | null {
  return typesByWords.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** All anchors of one line of text, from left to right. */
export function findAnchors(line: string): Anchor[] {
  return [...findTags(line), ...findRules(line)].sort((first, second) => first.start - second.start);
}

function findTags(line: string): Anchor[] {
  return [...line.matchAll(tagged)].flatMap((match) => {
    const tag = readTag(match[1] ?? "");
    if (!tag) return [];
    return [{ ...tag, text: match[0], start: match.index, end: match.index + match[0].length, isRule: false }];
  });
}

/** Tags in a line that call for something no field supports, such as a payment. */
export function findUnreadTags(line: string): string[] {
  return [...line.matchAll(tagged)].filter(([, inner = ""]) => isUnreadTag(inner)).map(([tag]) => tag);
}

function findRules(line: string): Anchor[] {
  let from = 0;
  return [...line.matchAll(ruled)].flatMap(({ 0: rule, index: start }) => {
    const end = start + rule.length;
    const words = line.slice(Math.max(from, start - longestWords), start);
    from = end;
    const type = typeOfWords(words);
    const plain = { signer: null, label: null, required: true, group: null, rules: null, value: null };
    return type ? [{ ...plain, type, text: words.trim(), start, end, isRule: true }] : [];
  });
}

/** The field described by a tag in the text. */
interface Tag {
  type: FieldType;
  /** The number of the signer in order, from 1, or null if the text has none. */
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

/**
 * Types that other services name differently: their `date` is chosen by the signer, and `datenow` is the signing date.
 */
const typesByAttribute = new Map<string, FieldType>([
  ["date", "day"],
  ["datenow", "date"],
  ["image", "stamp"],
  ["cells", "text"],
]);

const longestLabel = 255;

/**
 * The text between `{{` and `}}`: `type:signer:label` with optional signer and label, or
 * `label;type=…;role=…;required=…;options=A,B;group=…;default=…`, as other services write it. A role identifies a
 * signer by number (`Signer 2`). Null for anything else.
 */
function readTag(text: string): Tag | null {
  return text.includes(";") ? readAttributes(text) : readParts(text);
}

/**
 * Whether a text between `{{` and `}}` that `readTag` does not recognise was meant as a tag: `{{payment:1}}`, or one
 * with a `type=`. Other braces are plain text.
 */
function isUnreadTag(text: string): boolean {
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
    required: isRequiredByDefault(type),
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
    required: isRequired === undefined ? isRequiredByDefault(type) : squeeze(isRequired).toLowerCase() !== "false",
    group,
    rules: rulesOf(type, given.get("options") ?? ""),
    value: null,
  });
}

/** A default that the field would refuse is dropped. */
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

/** Null if there is none, undefined for an invalid signer number. */
function readSigner(given: string | undefined): number | null | undefined {
  const digits = squeeze(given ?? "");
  if (digits === "") return null;
  return /^[1-9]\d{0,2}$/.test(digits) ? Number(digits) : undefined;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
