import { orWhenUnreadable } from "@/lib/pades/verify/account-bytes";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Limit of entries read from one array of the store. */
const mostEntries = 512;
const mostSignatures = 512;

/**
 * Object numbers of the streams in a document's security store (/DSS, ISO 32000-2, 12.8.4.3), including its VRI
 * entries.
 */
export interface StoreObjects {
  certificates: Set<number>;
  responses: Set<number>;
  lists: Set<number>;
}

/** Empty if there is no store, or none that can be read. */
export function storeObjectsOf(document: PdfDocument): StoreObjects {
  const found: StoreObjects = { certificates: new Set(), responses: new Set(), lists: new Set() };
  orWhenUnreadable(() => {
    const catalog = document.catalog();
    const store = document.dict(catalog.value.entries.get("DSS"), catalog.bytes);
    if (store) {
      take(document, store, found, { certificates: "Certs", responses: "OCSPs", lists: "CRLs" });
      entriesOfVri(document, store).forEach((entry) =>
        take(document, entry, found, { certificates: "Cert", responses: "OCSP", lists: "CRL" }),
      );
    }
  }, undefined);
  return found;
}

function entriesOfVri(document: PdfDocument, store: Located<PdfDict>): Located<PdfDict>[] {
  const vri = document.dict(store.value.entries.get("VRI"), store.bytes);
  const values = vri ? [...vri.value.entries.values()].slice(0, mostSignatures) : [];
  return values.flatMap((value) => {
    const entry = vri && document.dict(value, vri.bytes);
    return entry ? [entry] : [];
  });
}

function take(
  document: PdfDocument,
  from: Located<PdfDict>,
  into: StoreObjects,
  keys: Record<keyof StoreObjects, string>,
): void {
  for (const kind of ["certificates", "responses", "lists"] as const) {
    const list = document.array(from.value.entries.get(keys[kind]), from.bytes);
    for (const item of list?.value.items.slice(0, mostEntries) ?? []) {
      if (item.kind === "ref") {
        into[kind].add(item.num);
      }
    }
  }
}

/**
 * The decoded stream of one of these objects, or null if it is missing, damaged or larger than `mostBytes` as stored.
 */
export function storedBytes(document: PdfDocument, num: number, mostBytes: number): Buffer | null {
  return orWhenUnreadable(() => {
    const object = document.load(num);
    return object && document.rawStream(object).length <= mostBytes ? document.decodedStream(object) : null;
  }, null);
}
