import type { PdfPage } from "@/lib/pdf/pages";
import type { LockedFields } from "@/lib/pdf/permissions/field-mdp";
import { pdfNumbers, pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";
import { toUserSpaceRect } from "@/lib/platform/geometry/placement";
import type { ElementType, PreparedField } from "./prepared-field";

/** Annotation flags of ISO 32000-2, 12.5.3: Print; Print and Locked for invisible fields. */
const PRINT = 4;
const PRINT_AND_LOCKED = 132;

/** Field flags of 12.7.4.1 and 12.7.5.2: ReadOnly; ReadOnly and Pushbutton. */
const READ_ONLY = 1;
const READ_ONLY_PUSH_BUTTON = 65_537;

/** Inputs of a field's dictionary besides the field itself. */
export interface FieldParts {
  page: PdfPage;
  /** Object number of its /Lock dictionary (12.7.5.5). */
  lock: number | null;
  /** Resource name of the font that text fields name. */
  font: string;
  /** Further entries, as written: see `WidgetEntries`. */
  extra: string;
}

/**
 * A field merged with its only widget. Everything but /V, /AP and /AS is final here: a validator counts any later
 * change as tampering.
 */
export function fieldDictionary(field: PreparedField, { page, lock, font, extra }: FieldParts): string {
  const { element } = field;
  const rect = element === null ? [0, 0, 0, 0] : toUserSpaceRect(page.box, element.box);
  const turned = element !== null && page.box.rotation !== 0 ? `/MK<</R ${page.box.rotation}>>` : "";
  return [
    `<</Type/Annot/Subtype/Widget${fieldType(field, font)}/T${pdfText(field.name)}`,
    `/F ${element === null ? PRINT_AND_LOCKED : PRINT}/Rect${pdfNumbers(rect)}`,
    `/P ${pdfRef(page.object.num, page.object.gen)}${turned}`,
    `${lock === null ? "" : `/Lock ${pdfRef(lock)}`}${extra}>>`,
  ].join("");
}

/** The kind of field of an element that is filled in; null for a signature field. */
export function elementKind({ role, element }: PreparedField): "text" | "button" | null {
  if (role !== "element" || element === null) {
    return null;
  }
  return element.type === "signature" || element.type === "initial" || element.type === "checkbox" ? "button" : "text";
}

function fieldType({ role, element }: PreparedField, font: string): string {
  return role === "element" && element !== null ? elementFieldType(element.type, font) : "/FT/Sig";
}

/** Images sit on push buttons, which hold no value; a tick on a check box; words in a text field. */
function elementFieldType(type: ElementType, font: string): string {
  switch (type) {
    case "signature":
    case "initial":
      return `/FT/Btn/Ff ${READ_ONLY_PUSH_BUTTON}`;
    case "checkbox":
      return `/FT/Btn/Ff ${READ_ONLY}/V/Off/AS/Off`;
    case "date":
    case "name":
    case "email":
    case "text":
      return `/FT/Tx/Ff ${READ_ONLY}/DA(/${font} 0 Tf 0 g)`;
  }
}

/** Fields that the signature will lock, written before the first signature. */
export function lockDictionary(locked: LockedFields): string {
  return `<</Type/SigFieldLock${lockEntries(locked)}>>`;
}

/** /Action and /Fields, the same in a /Lock (table 236) and in FieldMDP parameters (table 259). */
export function lockEntries(locked: LockedFields): string {
  return locked === "all" ? "/Action/All" : `/Action/Include/Fields[${locked.map(pdfText).join("")}]`;
}
