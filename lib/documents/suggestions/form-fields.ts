import type { File } from "@/db/schema/files";
import type { DateFormat, FieldRules, FieldType } from "@/db/schema/request-facts";
import type { Ctx } from "@/lib/context/context";
import { toCoordinates } from "@/lib/documents/fields/stored-fields";
import type { FormValuesWire } from "@/lib/documents/schema";
import { withPlaces } from "@/lib/documents/storage/segments";
import { splitForm, type UploadSegment } from "@/lib/documents/upload/ingest-upload";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { FoundFormField } from "@/lib/pdf/freeze/read-form-fields";
import { isAffix } from "@/lib/platform/field-rules/decimal";
import { longestAffix, tidyRules } from "@/lib/platform/field-rules/details";
import { faultOf, tidyValue } from "@/lib/platform/field-rules/faults";
import type { FoundSuggestion } from "./schema";

/** Maximum length of a field's `group` in the API. */
const longestQuestion = 100;

/** A generated field name, such as "Text Field 12". */
const generatedName =
  /^(?:untitled|undefined|(?:text|check ?box|combo ?box|list ?box|dropdown|radio ?button|radio|group|field)(?: ?field)?)[\s_#.-]*\d*$/i;

/** The document of a request or of a template. */
export type SuggestionSource = Pick<File, "uuid" | "pages" | "frozenFields">;

export interface FormSuggestions {
  suggestions: FoundSuggestion[];
  /** Number of form fields that are not suggested. */
  left: number;
}

/**
 * The fields of an upload's form, which ingest merged into its pages. The bytes before that revision still have them.
 */
export async function suggestFormFields(
  ctx: Ctx,
  file: SuggestionSource,
  segments: readonly UploadSegment[],
): Promise<FormSuggestions> {
  const form = splitForm(segments);
  if (!form || file.frozenFields === 0) return { suggestions: [], left: 0 };
  const { fields, skipped } = await withPlaces(ctx, file, form.before, (places) =>
    withFileErrors(() => ctx.engine.formFields(places)),
  );
  const questions = questionsOf(fields);
  return { suggestions: fields.flatMap((field) => suggestionOf(field, file, questions, form.values)), left: skipped };
}

/**
 * The question of each radio field by its qualified name, because only that shows which buttons exclude each other.
 * Forms use the same display text for several questions, or a different one for each answer.
 */
function questionsOf(fields: readonly FoundFormField[]): ReadonlyMap<string, string> {
  const questions = new Map<string, string>();
  const taken = new Set<string>();
  for (const { kind, name } of fields) {
    if (kind !== "radio" || questions.has(name)) continue;
    const labels = new Set(
      fields.flatMap((field) => (field.kind === "radio" && field.name === name ? field.label : [])),
    );
    const [label = ""] = labels.size === 1 ? labels : [];
    const question = label || name.split(".").at(-1)?.trim() || "Choice";
    let unique = question.slice(0, longestQuestion).trim();
    for (let number = 2; taken.has(unique); number += 1)
      unique = `${question.slice(0, longestQuestion - 5).trim()} ${number}`;
    taken.add(unique);
    questions.set(name, unique);
  }
  return questions;
}

function suggestionOf(
  field: FoundFormField,
  file: SuggestionSource,
  questions: ReadonlyMap<string, string>,
  values: FormValuesWire,
): FoundSuggestion[] {
  const size = file.pages[field.page - 1];
  if (!size) return [];
  return [
    {
      ...withValue(takenBy(field, questions), field.value),
      isOnPage: values === "page" && field.value !== null,
      source: "form",
      signer: null,
      coordinates: toCoordinates({ page: field.page, ...field.box }, size.heightPt),
      required: field.isRequired,
      text: field.name,
    },
  ];
}

/** A day in the notation of our fields, from the digits in the form's format. Any other text is returned unchanged. */
function dayOf(value: string, format: DateFormat): string {
  const parts = /^(\d{1,4})\D(\d{1,2})\D(\d{2,4})$/.exec(value.trim())?.slice(1) ?? [];
  const order = format.split(/[^A-Z]/);
  const [year, month, day] = ["YYYY", "MM", "DD"].map((part) => parts[order.indexOf(part)] ?? "");
  return year?.length === 4 ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : value;
}

/**
 * A value that the field's rules refuse, such as an amount in words, turns the field into plain text, so that the value
 * is not lost.
 */
function withValue(taken: Taken, given: string | null): Taken & { value: string | null } {
  const value = given !== null && taken.dateFormat ? dayOf(given, taken.dateFormat) : given;
  if (value === null || faultOf(taken, value, null) === null)
    return { ...taken, value: value !== null && hasForm(taken) ? tidyValue(taken, value) : value };
  const rules = value.includes("\n") ? { multiline: true } : null;
  return { label: taken.label, group: null, type: "text", rules, dateFormat: null, value: given };
}

/** Values are shown as they will be drawn. */
function hasForm({ type, rules }: Taken): boolean {
  return type === "number" || rules?.mask !== undefined;
}

interface Taken {
  type: FieldType;
  label: string | null;
  group: string | null;
  rules: FieldRules | null;
  dateFormat: DateFormat | null;
}

function takenBy(field: FoundFormField, questions: ReadonlyMap<string, string>): Taken {
  const label = field.label === "" || generatedName.test(field.label) ? null : field.label;
  const plain = { label, group: null, rules: null, dateFormat: null };
  switch (field.kind) {
    case "signature":
    case "checkbox":
      return { ...plain, type: field.kind };
    case "radio":
      return { ...plain, type: "radio", group: questions.get(field.name) ?? null, label: field.answer || null };
    case "choice":
      return field.options.length === 0
        ? { ...plain, type: "text" }
        : { ...plain, type: field.isOpen ? "text" : "dropdown", rules: { options: field.options } };
    case "text":
      return { ...plain, ...textOf(field) };
  }
}

function textOf({
  isMultiline,
  maxLength,
  format,
}: Extract<FoundFormField, { kind: "text" }>): Pick<Taken, "type" | "rules"> & Partial<Taken> {
  if (format?.kind === "date") return { type: "day", rules: null, dateFormat: format.dateFormat };
  if (format?.kind === "number") {
    const { decimals, mark, sign, isSignBefore } = format;
    const place = isSignBefore ? "prefix" : "suffix";
    const isKept = isAffix(sign, place) && sign.length <= longestAffix;
    return {
      type: "number",
      rules: { decimals, ...(mark === "," ? { decimalMark: mark } : {}), ...(isKept ? { [place]: sign } : {}) },
    };
  }
  if (format?.kind === "mask") return { type: "text", rules: { mask: format.mask } };
  const length = maxLength !== null && maxLength <= 1000 ? { maxLength } : {};
  return { type: "text", rules: tidyRules({ ...length, ...(isMultiline ? { multiline: true } : {}) }) };
}
