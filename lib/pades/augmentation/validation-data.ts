import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { declareExtension } from "@/lib/pdf/standards";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfArray, PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

/** Certificates, OCSP responses and revocation lists, in DER. */
export interface ValidationData {
  certificates: readonly Buffer[];
  ocspAnswers: readonly Buffer[];
  revocationLists: readonly Buffer[];
}

/** Validation data with its /VRI key, which is null for a signature that is not written yet. */
export type SignatureData = ValidationData & { vriKey: string | null };

/** Kinds of data, with their entries in /DSS and in a /VRI entry (ISO 32000-2, tables 261 and 262). */
const KINDS = [
  { data: "certificates", list: "Certs", ofSignature: "Cert" },
  { data: "ocspAnswers", list: "OCSPs", ofSignature: "OCSP" },
  { data: "revocationLists", list: "CRLs", ofSignature: "CRL" },
] as const;

/**
 * The tail of one revision that adds a document security store or extends the existing one (ISO 32000-2, 12.8.4.3;
 * ETSI EN 319 142-1, 5.4). Existing content of another writer's store is preserved, and existing /VRI entries stay
 * unchanged, because validators treat anything else as tampering. Throws the reader's PdfErrors.
 */
export function addValidationData(source: ByteSource, signatures: readonly SignatureData[]): Buffer {
  const revision = new Revision(PdfDocument.open(source));
  writeStore(revision, signatures);
  return revision.build();
}

function writeStore(revision: Revision, signatures: readonly SignatureData[]): void {
  const { document } = revision;
  const catalog = document.catalog();
  const store = document.dict(catalog.value.entries.get("DSS"), catalog.bytes);
  const changes: Record<string, string> = {};
  const entries = new Map<string, string>();
  for (const { data, list, ofSignature } of KINDS) {
    const streams = new StoredStreams(revision, store && document.array(store.value.entries.get(list), store.bytes));
    for (const signature of signatures) {
      const nums = signature[data].map((der) => streams.numberOf(der));
      if (signature.vriKey !== null) {
        entries.set(signature.vriKey, (entries.get(signature.vriKey) ?? "") + arrayEntry(ofSignature, nums));
      }
    }
    Object.assign(changes, appendTo(revision, list, streams));
  }
  Object.assign(changes, writeSignatureEntries(revision, store, entries));
  if (store === null) {
    const written = revision.add(
      `<</Type/DSS${Object.entries(changes)
        .map(([key, value]) => `/${key} ${value}`)
        .join("")}>>`,
    );
    revision.change(catalog, { DSS: pdfRef(written) });
  } else if (store.num !== null) {
    revision.replace(store.num, store.gen, editDict(store, changes));
  } else {
    revision.change(catalog, { DSS: editDict(store, changes) });
  }
  declareExtension(revision);
}

/** The entry of /DSS to write. None if the list is an indirect object, which is rewritten here. */
function appendTo(revision: Revision, list: string, { held, added }: StoredStreams): Record<string, string> {
  if (added.length === 0) {
    return {};
  }
  const kept = held === null ? "" : held.bytes.toString("latin1", held.value.start + 1, held.value.end - 1);
  const written = `[${kept} ${added.map((num) => pdfRef(num)).join(" ")}]`;
  if (held === null || held.num === null) {
    return { [list]: written };
  }
  revision.replace(held.num, held.gen, written);
  return {};
}

function writeSignatureEntries(
  revision: Revision,
  store: Located<PdfDict> | null,
  entries: ReadonlyMap<string, string>,
): Record<string, string> {
  const held = store && revision.document.dict(store.value.entries.get("VRI"), store.bytes);
  const fresh = [...entries].filter(([key, entry]) => entry !== "" && !held?.value.entries.has(key));
  if (fresh.length === 0) {
    return {};
  }
  const added = Object.fromEntries(fresh.map(([key, entry]) => [key, pdfRef(revision.add(`<<${entry}>>`))]));
  if (held === null) {
    return {
      VRI: `<<${Object.entries(added)
        .map(([key, ref]) => `/${key} ${ref}`)
        .join("")}>>`,
    };
  }
  const written = editDict(held, added);
  if (held.num === null) {
    return { VRI: written };
  }
  revision.replace(held.num, held.gen, written);
  return {};
}

function arrayEntry(key: string, nums: readonly number[]): string {
  return nums.length === 0 ? "" : `/${key}[${nums.map((num) => pdfRef(num)).join(" ")}]`;
}

/** The streams of one list of the store. Existing streams are referenced, not stored again. */
class StoredStreams {
  readonly added: number[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    private readonly revision: Revision,
    readonly held: Located<PdfArray> | null,
  ) {
    for (const item of held?.value.items ?? []) {
      const data = item.kind === "ref" ? this.dataOf(item.num) : null;
      if (item.kind === "ref" && data !== null) {
        this.known.set(sha256Hex(data), item.num);
      }
    }
  }

  numberOf(der: Buffer): number {
    const digest = sha256Hex(der);
    const known = this.known.get(digest);
    if (known !== undefined) {
      return known;
    }
    const num = this.revision.addStream("", der);
    this.known.set(digest, num);
    this.added.push(num);
    return num;
  }

  /** Null if it is unreadable. In that case, our copy is stored in addition. */
  private dataOf(num: number): Buffer | null {
    try {
      const object = this.revision.document.load(num);
      return object && this.revision.document.decodedStream(object);
    } catch (error) {
      if (error instanceof PdfError) {
        return null;
      }
      throw error;
    }
  }
}
