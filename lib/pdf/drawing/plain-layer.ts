import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/**
 * Whether all programs find the same layers for marked content or a drawing (8.11.2). The layers' visibility is
 * checked elsewhere.
 */
export function isPlainLayer(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.dict(value, bytes);
  if (found === null) {
    return true;
  }
  switch (document.name(found.value.entries.get("Type"))) {
    case "OCG":
      return isForViewing(document, found);
    case "OCMD":
      return isPlainMembership(document, found);
    default:
      return false;
  }
}

/** Most programs show layers that are meant for purposes other than viewing, but MuPDF does not. */
function isForViewing(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const several = document.array(entries.get("Intent"), bytes);
  const intents = (several?.value.items ?? [entries.get("Intent")]).map((intent) => document.name(intent));
  return !entries.has("Intent") || intents.some((intent) => intent === "View" || intent === "All");
}

/** MuPDF treats /AnyOff as /AllOff, and is inconsistent about an empty membership. */
function isPlainMembership(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  if (entries.has("VE")) {
    return isPlainExpression(document, entries.get("VE"), bytes, 0);
  }
  const list = document.array(entries.get("OCGs"), bytes);
  const members = list?.value.items ?? [entries.get("OCGs")];
  const isMember = (member: PdfValue | undefined): boolean => isLayer(document, member, list?.bytes ?? bytes);
  return members.length > 0 && members.every(isMember) && document.name(entries.get("P")) !== "AnyOff";
}

function isLayer(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  return document.name(document.dict(value, bytes)?.value.entries.get("Type")) === "OCG";
}

/** Programs stop evaluating at different depths. */
const DEEPEST_EXPRESSION = 8;

/**
 * An operator and its operands: one layer or expression for /Not, at least one for the others. Without operands,
 * programs differ.
 */
function isPlainExpression(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer, depth: number): boolean {
  const expression = document.array(value, bytes);
  const [operator, ...operands] = expression?.value.items ?? [];
  const isOfNumber =
    operator?.kind === "name" &&
    ((operator.value === "Not" && operands.length === 1) ||
      (["And", "Or"].includes(operator.value) && operands.length > 0));
  return (
    expression !== null &&
    isOfNumber &&
    depth < DEEPEST_EXPRESSION &&
    operands.every(
      (operand) =>
        isLayer(document, operand, expression.bytes) ||
        isPlainExpression(document, operand, expression.bytes, depth + 1),
    )
  );
}
