import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { readTransforms } from "./doc-mdp";

/** Fields locked by a signature of ours: listed ones (/Action /Include), or all (/Action /All). */
export type LockedFields = readonly string[] | "all";

/** Says whether a signature locked the field of this fully qualified name. */
export type FieldLock = (fieldName: string) => boolean;

/**
 * The fields that a signature locks: its FieldMDP transform (ISO 32000-2, 12.8.2.4), and the /Lock that its field carries
 * (12.7.5.5), which a writer must copy but some leave where it was.
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
  // All, or a lock that cannot be read: its signer wanted one.
  return () => true;
}

/** Null without a list. */
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

// Naming a field that has children names them all.
function isNamed(name: string, names: ReadonlySet<string>): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
    if (names.has(name.slice(0, end))) {
      return true;
    }
  }
  return false;
}
