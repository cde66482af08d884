import type { PdfDocument } from "@/lib/pdf/document";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import type { FieldType, PreparedRole } from "./prepared-field";

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
  date: "Date",
  name: "Name",
  email: "E-mail address",
  text: "Text",
  checkbox: "Checkbox",
  radio: "Radio button",
  dropdown: "Choice from a list",
  number: "Number",
  phone: "Telephone number",
  day: "Chosen date",
};

const PORTUGUESE: Descriptions = {
  certification: "Certificação do documento",
  seal: "Selo do documento",
  timestamp: "Carimbo do tempo do documento",
  signature: "Assinatura",
  initial: "Rubrica",
  stamp: "Carimbo",
  date: "Data",
  name: "Nome",
  email: "Endereço de e-mail",
  text: "Texto",
  checkbox: "Caixa de seleção",
  radio: "Botão de opção",
  dropdown: "Escolha em uma lista",
  number: "Número",
  phone: "Número de telefone",
  day: "Data escolhida",
};

const ALL: ReadonlySet<string> = new Set([ENGLISH, PORTUGUESE].flatMap((words) => Object.values(words)));

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
