import type { SignatureRecord } from "./verification";

const signedField = /^the field "(.+)" was signed$/;

/** What came after a signature. Where it was another signature, whose it is stands in place of the field's name. */
export function changesOf(signature: SignatureRecord, all: readonly SignatureRecord[], nameOf: (signature: SignatureRecord) => string): string[] {
  return signature.changes.items.map((item) => {
    const later = all.find(({ field }) => field === signedField.exec(item)?.[1]);
    return later ? nameOf(later) : item;
  });
}
