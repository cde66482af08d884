import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/** Whether all programs find the same layers by what marked content or a drawing names (8.11.2); whether those are shown is judged elsewhere. */
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

/** Layers for other purposes than viewing are shown by most programs, and not by MuPDF. */
function isForViewing(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  const several = document.array(entries.get("Intent"), bytes);
  const intents = (several?.value.items ?? [entries.get("Intent")]).map((intent) => document.name(intent));
  return !entries.has("Intent") || intents.some((intent) => intent === "View" || intent === "All");
}

/** MuPDF takes /AnyOff for /AllOff, and a membership of nothing for one that is met or not as it likes. */
function isPlainMembership(document: PdfDocument, { value: { entries }, bytes }: Located<PdfDict>): boolean {
  if (entries.has("VE")) {
    return true;
  }
  const list = document.array(entries.get("OCGs"), bytes);
  const members = list?.value.items ?? [entries.get("OCGs")];
  const isLayer = (member: PdfValue | undefined): boolean =>
    document.name(document.dict(member, list?.bytes ?? bytes)?.value.entries.get("Type")) === "OCG";
  return members.length > 0 && members.every(isLayer) && document.name(entries.get("P")) !== "AnyOff";
}
