import { lockEntries } from "@/lib/pdf/fields/field-dictionary";
import type { LockedFields } from "@/lib/pdf/permissions/field-mdp";
import { pdfDate, pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";

/** Bytes kept for a CMS: leaf, chain and a timestamp token measured 5.7 KB, so this holds two of the kind. */
export const DEFAULT_PLACEHOLDER_BYTES = 12_288;

export interface SignatureDetails {
  /** Written to /M, to the second. */
  signedAt: Date;
  name: string | null;
  reason: string | null;
  location?: string | null | undefined;
  /** Signature reference dictionaries (12.8.1, table 256), as written. */
  references: readonly string[];
  placeholderBytes: number;
}

/** A signature dictionary with room left in it; offsets are in `body`. */
export interface SignatureDictionary {
  body: Buffer;
  /** The first byte after `/ByteRange[`. */
  byteRangeAt: number;
  byteRangeLength: number;
  /** The `<` of /Contents. */
  contentsAt: number;
  /** The byte after its `>`. */
  contentsEnd: number;
}

const BYTE_RANGE_KEY = "/ByteRange[";
const BYTE_RANGE_ROOM = "0 0000000000 0000000000 0000000000";
const CONTENTS_KEY = "]/Contents";

/**
 * The value of a signature field (ISO 32000-2, 12.8.1) with zeros as placeholders. The two placeholders come
 * first, so that their offsets follow from the layout and no text from a user can be mistaken for them.
 */
export function buildSignatureDictionary(details: SignatureDetails): SignatureDictionary {
  const { signedAt, name, reason, location, references, placeholderBytes } = details;
  const rest = [
    "/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached",
    `/M${pdfDate(signedAt)}`,
    name === null ? "" : `/Name${pdfText(name)}`,
    reason === null ? "" : `/Reason${pdfText(reason)}`,
    location == null ? "" : `/Location${pdfText(location)}`,
    references.length === 0 ? "" : `/Reference[${references.join("")}]`,
  ].join("");
  return layOut("Sig", rest, placeholderBytes);
}

/** The value of a document timestamp (12.8.5): the same layout, and nothing that a signer would say. */
export function buildTimestampDictionary(placeholderBytes: number): SignatureDictionary {
  return layOut("DocTimeStamp", "/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161", placeholderBytes);
}

function layOut(type: "Sig" | "DocTimeStamp", rest: string, placeholderBytes: number): SignatureDictionary {
  const head = `<</Type/${type}${BYTE_RANGE_KEY}`;
  const contentsAt = head.length + BYTE_RANGE_ROOM.length + CONTENTS_KEY.length;
  const room = "0".repeat(placeholderBytes * 2);
  return {
    body: Buffer.from(`${head}${BYTE_RANGE_ROOM}${CONTENTS_KEY}<${room}>${rest}>>`, "latin1"),
    byteRangeAt: head.length,
    byteRangeLength: BYTE_RANGE_ROOM.length,
    contentsAt,
    contentsEnd: contentsAt + 2 + room.length,
  };
}

/** DocMDP with P=2: afterwards forms may be filled and signed, nothing else (12.8.2.2). */
export function docMdpReference(): string {
  return "<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 2/V/1.2>>>>";
}

/** FieldMDP over the named fields or all of them (12.8.2.4); /Data is the catalog. */
export function fieldMdpReference(locked: LockedFields, catalogNum: number, catalogGen: number): string {
  const parameters = `<</Type/TransformParams${lockEntries(locked)}/V/1.2>>`;
  const data = pdfRef(catalogNum, catalogGen);
  return `<</Type/SigRef/TransformMethod/FieldMDP/TransformParams${parameters}/Data ${data}>>`;
}
