import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

/**
 * Changes that a certification allows: 1 none, 2 filling in and signing, 3 annotations as well (ISO 32000-2, 12.8.2.2).
 */
export type CertificationLevel = 1 | 2 | 3;

interface Transform {
  method: string | null;
  parameters: Located<PdfDict> | null;
}

/** The transforms of a signature's /Reference (ISO 32000-2, table 256). */
function readTransforms(document: PdfDocument, signature: Located<PdfDict>): Transform[] {
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

/** The level of this certification, or null for an approval signature. The default is 2. */
export function certificationOf(document: PdfDocument, signature: Located<PdfDict>): CertificationLevel | null {
  const transform = readTransforms(document, signature).find(({ method }) => method === "DocMDP");
  if (!transform) {
    return null;
  }
  const level = document.number(transform.parameters?.value.entries.get("P"));
  return level === 1 || level === 3 ? level : 2;
}

/**
 * The changes that a signature permits in later revisions: the level of its certification, or the /P of its field's
 * /Lock (12.7.5.5, table 236), the stricter of the two. Null if neither limits anything. A /P of 3 adds nothing to
 * the default.
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

/** The signature dictionary that the catalog's /Perms names as the certification (12.8.6), or null. */
export function certificationInCatalog(document: PdfDocument): Located<PdfDict> | null {
  const catalog = document.catalog();
  const permissions = document.dict(catalog.value.entries.get("Perms"), catalog.bytes);
  return permissions && document.dict(permissions.value.entries.get("DocMDP"), permissions.bytes);
}

/** Fields locked by one of our signatures: listed ones (/Action /Include), or all (/Action /All). */
export type LockedFields = readonly string[] | "all";

/** Returns whether a signature locked the field with this fully qualified name. */
export type FieldLock = (fieldName: string) => boolean;

/**
 * The fields that a signature locks: its FieldMDP transform (ISO 32000-2, 12.8.2.4), and its field's /Lock (12.7.5.5),
 * which writers must copy to the transform, although some do not.
 */
export function fieldLockOf(
  document: PdfDocument,
  signature: Located<PdfDict>,
  field: Located<PdfDict> | null,
): FieldLock {
  const locks = readTransforms(document, signature)
    .filter(({ method }) => method === "FieldMDP")
    .map(({ parameters }) => parameters);
  locks.push(field ? document.dict(field.value.entries.get("Lock"), field.bytes) : null);
  const tests = locks.filter((lock) => lock !== null).map((lock) => readLock(document, lock));
  return (name) => tests.some((test) => test(name));
}

function readLock(document: PdfDocument, lock: Located<PdfDict>): FieldLock {
  const action = document.name(lock.value.entries.get("Action"));
  const names = namesIn(document, lock);
  if (names !== null && action === "Include") {
    return (name) => isNamed(name, names);
  }
  if (names !== null && action === "Exclude") {
    return (name) => !isNamed(name, names);
  }
  // Either All or an unreadable lock, which counts as All because its signer intended a lock.
  return () => true;
}

/** Null if there is no list. */
function namesIn(document: PdfDocument, lock: Located<PdfDict>): ReadonlySet<string> | null {
  const array = document.array(lock.value.entries.get("Fields"), lock.bytes);
  if (array === null) {
    return null;
  }
  const names = new Set<string>();
  for (const item of array.value.items.slice(0, 20_000)) {
    const found = document.locate(item, array.bytes);
    if (found?.value.kind === "string") {
      names.add(textOf(decodeString(found.bytes, found.value)));
    }
  }
  return names;
}

// The name of a field with children includes all of them.
function isNamed(name: string, names: ReadonlySet<string>): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
    if (names.has(name.slice(0, end))) {
      return true;
    }
  }
  return false;
}
