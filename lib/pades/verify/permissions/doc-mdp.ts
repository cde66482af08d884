import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/objects";

/** Changes that a certification allows: 1 none, 2 filling in and signing, 3 annotations as well (ISO 32000-2, 12.8.2.2). */
export type CertificationLevel = 1 | 2 | 3;

export interface Transform {
  method: string | null;
  parameters: Located<PdfDict> | null;
}

/** The transforms of a signature's /Reference (ISO 32000-2, table 256). */
export function readTransforms(document: PdfDocument, signature: Located<PdfDict>): Transform[] {
  const references = document.array(signature.value.entries.get("Reference"), signature.bytes);
  const transforms: Transform[] = [];
  for (const item of references?.value.items.slice(0, 16) ?? []) {
    const reference = references ? document.dict(item, references.bytes) : null;
    if (!reference) {
      continue;
    }
    const { entries } = reference.value;
    const method = document.name(entries.get("TransformMethod"));
    transforms.push({ method, parameters: document.dict(entries.get("TransformParams"), reference.bytes) });
  }
  return transforms;
}

/** What this signature certifies; null for an approval signature. A level it does not say is 2. */
export function certificationOf(document: PdfDocument, signature: Located<PdfDict>): CertificationLevel | null {
  const transform = readTransforms(document, signature).find(({ method }) => method === "DocMDP");
  if (!transform) {
    return null;
  }
  const level = document.number(transform.parameters?.value.entries.get("P"));
  return level === 1 || level === 3 ? level : 2;
}
