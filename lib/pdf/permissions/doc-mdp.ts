import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

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

/** The level of this certification; null for an approval signature. The default is 2. */
export function certificationOf(document: PdfDocument, signature: Located<PdfDict>): CertificationLevel | null {
  const transform = readTransforms(document, signature).find(({ method }) => method === "DocMDP");
  if (!transform) {
    return null;
  }
  const level = document.number(transform.parameters?.value.entries.get("P"));
  return level === 1 || level === 3 ? level : 2;
}

/**
 * Changes that a signature permits to later revisions: the level of its certification, or the /P of its field's /Lock (12.7.5.5, table 236), the
 * stricter of the two. Null where neither limits anything; a /P of 3 adds nothing to the default.
 */
export function permissionOf(
  document: PdfDocument,
  signature: Located<PdfDict>,
  field: Located<PdfDict> | null,
): CertificationLevel | null {
  const certified = certificationOf(document, signature);
  const lock = field && document.dict(field.value.entries.get("Lock"), field.bytes);
  const level = lock && document.number(lock.value.entries.get("P"));
  const locked = level === 1 || level === 2 ? level : null;
  return certified === null || locked === null ? (certified ?? locked) : min(certified, locked);
}

function min(one: CertificationLevel, other: CertificationLevel): CertificationLevel {
  return one < other ? one : other;
}

/** The signature dictionary that the catalog's /Perms names as the certification (12.8.6); null where it names none. */
export function certificationInCatalog(document: PdfDocument): Located<PdfDict> | null {
  const catalog = document.catalog();
  const permissions = document.dict(catalog.value.entries.get("Perms"), catalog.bytes);
  return permissions && document.dict(permissions.value.entries.get("DocMDP"), permissions.bytes);
}
