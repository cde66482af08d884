import type { Hash } from "node:crypto";
import { lockEntries } from "@/lib/pdf/fields/field-dictionary";
import type { LockedFields } from "@/lib/pdf/permissions";
import type { Revision } from "@/lib/pdf/revision";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfDate, pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";

/** Makes the DER CMS over the SHA-256 of the ByteRange. The key stays with the caller. */
export type CmsMaker = (digest: Buffer) => Promise<Buffer> | Buffer;

export interface SignedTail {
  /** To be appended to the file. */
  tail: Buffer;
  /** SHA-256 of the file with its tail, in hex. */
  sha256: string;
  fieldName: string;
  cms: Buffer;
}

interface RevisionToSign {
  revision: Revision;
  fieldName: string;
  signature: SignatureDictionary;
  /** Object number of the signature dictionary. */
  signatureNum: number;
  /** Returns the SHA-256 of the current file, left open. Called once. */
  hashAll: () => Hash;
}

/**
 * Builds the tail, hashes the file once for both the ByteRange and the new file's own hash, and embeds the CMS.
 * Throws what `hashAll` throws, and PdfError `placeholder_too_small` with the required number of bytes as its detail.
 */
export async function signRevision(toSign: RevisionToSign, makeCms: CmsMaker): Promise<SignedTail> {
  const { revision, fieldName, signature, signatureNum, hashAll } = toSign;
  const { source } = revision.document;
  const tail = revision.build();
  const body = revision.bodyOffset(signatureNum);
  const contentsAt = body + signature.contentsAt;
  const contentsEnd = body + signature.contentsEnd;
  writeByteRange(tail, body, signature, [
    source.size + contentsAt,
    source.size + contentsEnd,
    tail.length - contentsEnd,
  ]);

  const standing = hashAll();
  const range = standing.copy().update(tail.subarray(0, contentsAt)).update(tail.subarray(contentsEnd));
  const cms = await makeCms(range.digest());

  const room = contentsEnd - contentsAt - 2;
  if (cms.length * 2 > room) {
    throw new PdfError("placeholder_too_small", String(cms.length));
  }
  tail.write(cms.toString("hex"), contentsAt + 1, "latin1");
  return { tail, sha256: standing.update(tail).digest("hex"), fieldName, cms };
}

/** ISO 32000-2, 12.8.1: the gap is the hexadecimal string of /Contents, including its angle brackets. */
function writeByteRange(
  tail: Buffer,
  body: number,
  signature: SignatureDictionary,
  numbers: readonly [number, number, number],
): void {
  const written = `0 ${numbers.map((number) => String(number).padEnd(10)).join(" ")}`;
  if (written.length !== signature.byteRangeLength) {
    throw new PdfError("too_large", "the file is too large for its ByteRange");
  }
  tail.write(written, body + signature.byteRangeAt, "latin1");
}

/** Bytes reserved for a CMS. Leaf, chain and timestamp token measured 5.7 KB, so this is enough for twice that size. */
export const DEFAULT_PLACEHOLDER_BYTES = 12_288;

interface SignatureDetails {
  /** Written to /M with a resolution of one second. */
  signedAt: Date;
  name: string | null;
  reason: string | null;
  location?: string | null | undefined;
  /** Signature reference dictionaries (12.8.1, table 256), as PDF text. */
  references: readonly string[];
  placeholderBytes: number;
}

/** A signature dictionary with placeholders. Offsets are relative to `body`. */
interface SignatureDictionary {
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
 * The value of a signature field (ISO 32000-2, 12.8.1) with zeros as placeholders. The two placeholders come first,
 * so that their offsets follow from the layout and text from users cannot be mistaken for them.
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

/** The value of a document timestamp (12.8.5): the same layout without a signer's entries. */
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

const ownHead = /^<<\/Type\/Sig\/ByteRange\[0 [\d ]{32}\]\/Contents</;
const ownKeys = [
  "Type",
  "ByteRange",
  "Contents",
  "Filter",
  "SubFilter",
  "M",
  "Name",
  "Reason",
  "Location",
  "Reference",
];

/**
 * Whether a signature dictionary has the layout of `buildSignatureDictionary`. Its bytes are signed, and no other
 * signing program known to us writes this layout: Acrobat sorts the keys and adds /Prop_Build, others start with the
 * filter. A signature that was made elsewhere, in a field named like one of ours, therefore does not have it, however
 * the file was prepared.
 */
export function hasOwnLayout({ value, bytes }: Located<PdfDict>): boolean {
  const keys = [...value.entries.keys()];
  return (
    value.duplicates.length === 0 &&
    ownHead.test(bytes.toString("latin1", value.start, value.start + 80)) &&
    keys.join() === ownKeys.filter((key, index) => index < 6 || value.entries.has(key)).join()
  );
}

/** DocMDP with P=2: afterwards, forms may only be filled in and signed (12.8.2.2). */
export function docMdpReference(): string {
  return "<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 2/V/1.2>>>>";
}

/** FieldMDP over the named fields or all of them (12.8.2.4). /Data is the catalog. */
export function fieldMdpReference(locked: LockedFields, catalogNum: number, catalogGen: number): string {
  const parameters = `<</Type/TransformParams${lockEntries(locked)}/V/1.2>>`;
  const data = pdfRef(catalogNum, catalogGen);
  return `<</Type/SigRef/TransformMethod/FieldMDP/TransformParams${parameters}/Data ${data}>>`;
}
