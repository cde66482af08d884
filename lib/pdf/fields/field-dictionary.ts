import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import type { LockedFields } from "@/lib/pdf/permissions";
import { pdfNumbers, pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { isImageType, isTicked, type FieldType } from "@/lib/platform/field-rules/details";
import { toUserSpaceRect } from "@/lib/platform/geometry/placement";
import type { PreparedField, PreparedRole } from "./prepared-field";

/** Annotation flags of ISO 32000-2, 12.5.3: Print; Print and Locked for invisible fields. */
const PRINT = 4;
const PRINT_AND_LOCKED = 132;

/** Field flags of 12.7.4.1 and 12.7.5.2: ReadOnly; ReadOnly and Pushbutton. */
const READ_ONLY = 1;
const READ_ONLY_PUSH_BUTTON = 65_537;

/** Inputs of a field's dictionary besides the field itself. */
interface FieldParts {
  page: PdfPage;
  /** Object number of its /Lock dictionary (12.7.5.5). */
  lock: number | null;
  /** Resource name of the font that text fields use. */
  font: string;
  /** Further entries, as written: see `WidgetEntries`. */
  extra: string;
}

/**
 * A field merged with its only widget. Everything except /V, /AP and /AS is final here, because a validator treats
 * any later change as tampering.
 */
export function fieldDictionary(field: PreparedField, { page, lock, font, extra }: FieldParts): string {
  const { field: placed } = field;
  const rect = placed === null ? [0, 0, 0, 0] : toUserSpaceRect(page.box, placed.box);
  const turned = placed !== null && page.box.rotation !== 0 ? `/MK<</R ${page.box.rotation}>>` : "";
  return [
    `<</Type/Annot/Subtype/Widget${fieldType(field, font)}/T${pdfText(field.name)}`,
    `/F ${placed === null ? PRINT_AND_LOCKED : PRINT}/Rect${pdfNumbers(rect)}`,
    `/P ${pdfRef(page.object.num, page.object.gen)}${turned}`,
    `${lock === null ? "" : `/Lock ${pdfRef(lock)}`}${extra}>>`,
  ].join("");
}

/** The kind of form field for a field that is filled in, or null for a signature field. */
export function fieldKind({ role, field }: PreparedField): "text" | "button" | null {
  if (role !== "input" || field === null) {
    return null;
  }
  return isImageType(field.type) || isTicked(field.type) ? "button" : "text";
}

function fieldType({ role, field }: PreparedField, font: string): string {
  return role === "input" && field !== null ? acroFormType(field.type, font) : "/FT/Sig";
}

/**
 * Images become push buttons, which have no value, ticks and radio buttons become checkboxes, and everything else
 * becomes text fields. Choice lists or radio groups with a parent would add nothing, because the form is not filled
 * in with other programs.
 */
function acroFormType(type: FieldType, font: string): string {
  switch (type) {
    case "signature":
    case "initial":
    case "stamp":
      return `/FT/Btn/Ff ${READ_ONLY_PUSH_BUTTON}`;
    case "checkbox":
    case "radio":
      return `/FT/Btn/Ff ${READ_ONLY}/V/Off/AS/Off`;
    case "date":
    case "name":
    case "email":
    case "text":
    case "dropdown":
    case "number":
    case "phone":
    case "day":
      return `/FT/Tx/Ff ${READ_ONLY}/DA(/${font} 0 Tf 0 g)`;
  }
}

/** Fields that the signature will lock, written before the first signature. */
export function lockDictionary(locked: LockedFields): string {
  return `<</Type/SigFieldLock${lockEntries(locked)}>>`;
}

/** /Action and /Fields, identical in a /Lock (table 236) and in FieldMDP parameters (table 259). */
export function lockEntries(locked: LockedFields): string {
  return locked === "all" ? "/Action/All" : `/Action/Include/Fields[${locked.map(pdfText).join("")}]`;
}

/** The purpose of a field; `timestamp` is the field of a document timestamp, which is never prepared. */
export type FieldPurpose = Exclude<PreparedRole, "input"> | FieldType | "timestamp";

type Descriptions = Readonly<Record<FieldPurpose, string>>;

const ENGLISH: Descriptions = {
  certification: "Certification of the document",
  seal: "Seal of the document",
  timestamp: "Timestamp of the document",
  signature: "Signature",
  initial: "Initials",
  stamp: "Stamp",
  date: "Date signed",
  name: "Name",
  email: "E-mail address",
  text: "Text",
  checkbox: "Checkbox",
  radio: "Radio button",
  dropdown: "Choice from a list",
  number: "Number",
  phone: "Phone number",
  day: "Date",
};

const PORTUGUESE: Descriptions = {
  certification: "Certificação do documento",
  seal: "Selo do documento",
  timestamp: "Carimbo do tempo do documento",
  signature: "Assinatura",
  initial: "Rubrica",
  stamp: "Carimbo",
  date: "Data da assinatura",
  name: "Nome",
  email: "Endereço de e-mail",
  text: "Texto",
  checkbox: "Caixa de seleção",
  radio: "Botão de opção",
  dropdown: "Escolha em uma lista",
  number: "Número",
  phone: "Número de telefone",
  day: "Data",
};

/** Texts in files that earlier versions prepared. */
const EARLIER = ["Chosen date", "Telephone number", "Data escolhida"];

const ALL: ReadonlySet<string> = new Set([
  ...[ENGLISH, PORTUGUESE].flatMap((words) => Object.values(words)),
  ...EARLIER,
]);

/** Whether a text is a field description of ours. */
export function isFieldDescription(text: string): boolean {
  return ALL.has(text);
}

/** The texts for a field's /TU in the document's language (its /Lang), or in English if we have no translation. */
export function fieldDescriptions(document: PdfDocument): Descriptions {
  const catalog = document.catalog();
  const lang = document.locate(catalog.value.entries.get("Lang"), catalog.bytes);
  const language = lang?.value.kind === "string" ? textOf(decodeString(lang.bytes, lang.value)) : "";
  return /^pt\b/i.test(language) ? PORTUGUESE : ENGLISH;
}
