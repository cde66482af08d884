import { annotationsOf } from "@/lib/pdf/active-content";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields";
import { inherited, readWidget } from "@/lib/pdf/freeze-widget";
import type { Located, PdfDict } from "@/lib/pdf/objects";
import type { PdfPage } from "@/lib/pdf/pages";
import { decodeString } from "@/lib/pdf/text-string";

export interface SignatureState {
  /** Filled signature fields, in the form or left over on a page. */
  signatures: number;
  /** A certification signature exists, with whatever permissions (ISO 32000-2, 12.8.2.2). */
  isCertified: boolean;
}

/** Which signatures a sound file carries. A /Contents of zeros is a placeholder, not a signature. */
export function readSignatureState(document: PdfDocument, pages: readonly PdfPage[]): SignatureState {
  const found = new Map<string, Located<PdfDict>>();
  const note = (signature: Located<PdfDict> | null): void => {
    if (signature !== null && isFilled(document, signature)) {
      found.set(signature.num === null ? `direct ${found.size}` : String(signature.num), signature);
    }
  };
  for (const field of readFields(document).fields) {
    if (field.type === "Sig") {
      note(document.dict(field.value, field.valueBytes));
    }
  }
  for (const widget of pages.flatMap((page) => signatureWidgets(document, page))) {
    note(widget);
  }
  const isCertified = [...found.values()].some((signature) => certifies(document, signature));
  return { signatures: found.size, isCertified: isCertified || hasCertificationPermission(document) };
}

function signatureWidgets(document: PdfDocument, page: PdfPage): Located<PdfDict>[] {
  return annotationsOf(document, page).flatMap((annotation) => {
    if (document.name(annotation.value.entries.get("Subtype")) !== "Widget") {
      return [];
    }
    const value = readWidget(document, annotation).type === "Sig" ? inherited({ document, object: annotation }, "V") : null;
    return value?.value.kind === "dict" ? [{ ...value, value: value.value }] : [];
  });
}

function isFilled(document: PdfDocument, signature: Located<PdfDict>): boolean {
  const contents = document.locate(signature.value.entries.get("Contents"), signature.bytes);
  return contents?.value.kind === "string" && decodeString(contents.bytes, contents.value).some((byte) => byte !== 0);
}

function certifies(document: PdfDocument, signature: Located<PdfDict>): boolean {
  const references = document.array(signature.value.entries.get("Reference"), signature.bytes);
  return (references?.value.items ?? []).some((item) => {
    const reference = document.dict(item, references?.bytes ?? signature.bytes);
    return document.name(reference?.value.entries.get("TransformMethod")) === "DocMDP";
  });
}

function hasCertificationPermission(document: PdfDocument): boolean {
  const catalog = document.catalog();
  const permissions = document.dict(catalog.value.entries.get("Perms"), catalog.bytes);
  const signature = permissions === null ? null : document.dict(permissions.value.entries.get("DocMDP"), permissions.bytes);
  return signature !== null && isFilled(document, signature);
}
