import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

/**
 * Whether a prepared field still waits for its signer: it has no value (Off counts as none) and shows nothing. In a PDF/A file a prepared
 * field has an appearance from the start; its streams are empty.
 */
export function isEmptyField(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const held = value.entries.get("V");
  if (held !== undefined && document.name(held) !== "Off") {
    return false;
  }
  const appearances = document.dict(value.entries.get("AP"), bytes);
  return appearances === null
    ? !value.entries.has("AP")
    : [...appearances.value.entries.values()].every((entry) => isBlank(document, entry, appearances.bytes));
}

/** An empty stream, or a dictionary whose states all are empty streams. */
function isBlank(document: PdfDocument, value: PdfValue, bytes: Buffer): boolean {
  const stream = value.kind === "ref" ? document.load(value.num) : null;
  if (stream !== null && stream.streamStart >= 0) {
    return document.rawStream(stream).length === 0;
  }
  const states = document.dict(value, bytes);
  return (
    states !== null &&
    [...states.value.entries.values()].every((state) => state.kind === "ref" && isEmptyStream(document, state.num))
  );
}

function isEmptyStream(document: PdfDocument, num: number): boolean {
  const stream = document.load(num);
  return stream !== null && stream.streamStart >= 0 && document.rawStream(stream).length === 0;
}
