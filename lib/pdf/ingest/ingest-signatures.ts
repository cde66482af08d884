import { annotationsOf } from "@/lib/pdf/active/active-content";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { inherited, readWidget } from "@/lib/pdf/freeze/freeze-widget";
import type { PdfPage } from "@/lib/pdf/pages";
import { certificationInCatalog, fieldLockOf, permissionOf } from "@/lib/pdf/permissions";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString } from "@/lib/pdf/syntax/text-string";

export interface SignatureState {
  /** Filled signature fields, in the form or orphaned on a page. */
  signatures: number;
  /**
   * No further signature may be added: one of the signatures certifies, with any permissions (ISO 32000-2, 12.8.2.2),
   * limits later changes by the /P of its /Lock (12.7.5.5), or locks fields that do not exist yet (FieldMDP with All
   * or Exclude, 12.8.2.4).
   */
  isClosed: boolean;
}

/** A name that no form uses, to test whether a field that we add would be locked. */
const newFieldName = "paraph-field-to-come";

interface FoundSignature {
  dictionary: Located<PdfDict>;
  field: Located<PdfDict>;
}

/** The signatures of an undamaged file. A /Contents of zeros is a placeholder, not a signature. */
export function readSignatureState(document: PdfDocument, pages: readonly PdfPage[]): SignatureState {
  const found = new Map<string, FoundSignature>();
  const note = (dictionary: Located<PdfDict> | null, field: Located<PdfDict>): void => {
    if (dictionary !== null && isFilled(document, dictionary)) {
      found.set(dictionary.num === null ? `direct ${found.size}` : String(dictionary.num), { dictionary, field });
    }
  };
  for (const { dictionary, field } of pages.flatMap((page) => signatureWidgets(document, page))) {
    note(dictionary, field);
  }
  for (const field of readFields(document).fields) {
    if (field.type === "Sig") {
      note(document.dict(field.value, field.valueBytes), field.object);
    }
  }
  const isClosed = [...found.values()].some((signature) => closes(document, signature));
  return { signatures: found.size, isClosed: isClosed || hasCertificationPermission(document) };
}

function signatureWidgets(document: PdfDocument, page: PdfPage): FoundSignature[] {
  return annotationsOf(document, page).flatMap((field) => {
    if (document.name(field.value.entries.get("Subtype")) !== "Widget") {
      return [];
    }
    const value = readWidget(document, field).type === "Sig" ? inherited({ document, object: field }, "V") : null;
    return value?.value.kind === "dict" ? [{ dictionary: { ...value, value: value.value }, field }] : [];
  });
}

function isFilled(document: PdfDocument, signature: Located<PdfDict>): boolean {
  const contents = document.locate(signature.value.entries.get("Contents"), signature.bytes);
  return contents?.value.kind === "string" && decodeString(contents.bytes, contents.value).some((byte) => byte !== 0);
}

function closes(document: PdfDocument, { dictionary, field }: FoundSignature): boolean {
  return permissionOf(document, dictionary, field) !== null || fieldLockOf(document, dictionary, field)(newFieldName);
}

function hasCertificationPermission(document: PdfDocument): boolean {
  const signature = certificationInCatalog(document);
  return signature !== null && isFilled(document, signature);
}

const CHUNK = 1 << 20;
/** Long enough that matches of the patterns below are not lost between two chunks. */
const OVERLAP = 1024;
const BYTE_RANGE = /\/ByteRange\s*\[\s*\d+\s+\d+\s+\d+\s+\d*[1-9]\d*/g;
const SIGNATURE = /\/(?:Type|FT)\s*\/Sig\b|\/SubFilter\s*\/(?:adbe\.|ETSI\.)|\/Filter\s*\/Adobe\.PPK/;
const USAGE_RIGHTS = /\/TransformMethod\s*\/UR/g;

/**
 * Whether an unreadable file looks signed, because rewriting it would destroy the signature. Signature dictionaries
 * are in clear text even in an encrypted file, because /ByteRange needs their offset. Usage rights are written like a
 * signature but are not one.
 */
export function looksSigned(source: ByteSource): boolean {
  if (!holds(source, "/ByteRange")) {
    return false;
  }
  let ranges = 0;
  let rights = 0;
  let hasSignature = false;
  for (let offset = 0; offset < source.size; offset += CHUNK) {
    const from = Math.max(0, offset - OVERLAP);
    const text = source.read(from, offset + CHUNK - from).toString("latin1");
    const isNew = (match: RegExpExecArray): boolean => from + match.index + match[0].length > offset;
    ranges += [...text.matchAll(BYTE_RANGE)].filter(isNew).length;
    rights += [...text.matchAll(USAGE_RIGHTS)].filter(isNew).length;
    hasSignature ||= SIGNATURE.test(text);
  }
  return hasSignature && ranges > rights;
}

/**
 * Uses one buffer for the whole pass: most broken files have no signature, and converting them to text would create
 * as much garbage as they are large.
 */
function holds(source: ByteSource, word: string): boolean {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let offset = 0; offset < source.size; offset += CHUNK - OVERLAP) {
    if (buffer.subarray(0, source.readInto(buffer, offset)).includes(word)) {
      return true;
    }
  }
  return false;
}
