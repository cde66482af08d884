import type { PdfDocument } from "@/lib/pdf/document";
import type { FormField } from "@/lib/pdf/fields/fields";
import { isSpace } from "@/lib/pdf/syntax/lexer";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import { orWhenUnreadable } from "./account-bytes";
import { formFieldsOf } from "./read-once";

const zeroDigit = 0x30;

/** The bytes of one value, with absolute offsets in the file. */
export interface FileSpan {
  start: number;
  end: number;
}

/** A signature field that contains a signature (ISO 32000-2, 12.8.1). */
export interface FilledSignature {
  field: string;
  /** Object number of the field, or null when the field is a direct object. */
  fieldNum: number | null;
  dictionary: Located<PdfDict>;
  /** Number of the object that contains the dictionary, or null when undetermined. */
  objectNum: number | null;
  /**
   * The span of /Contents with its delimiters, or null unless it is a hex string written directly in a plain object.
   */
  contents: FileSpan | null;
  isTimestamp: boolean;
  /** Found only in an earlier revision: the final file does not contain it any more, or has it rewritten. */
  isFormer: boolean;
  subFilter: string | null;
}

const known = new WeakMap<PdfDocument, FilledSignature[]>();

/** Every filled signature field in form order. A field whose /Contents is all zeros is a placeholder, not filled. */
export function findSignatures(document: PdfDocument): readonly FilledSignature[] {
  const signatures = known.get(document) ?? readSignatureFields(document);
  known.set(document, signatures);
  return signatures;
}

/**
 * The field of a signature and all fields with the same name: programs treat them as one field, so the /Lock of each
 * counts. Null in place of a field that is not found.
 */
export function fieldObjects(
  document: PdfDocument,
  { field, fieldNum }: Pick<FilledSignature, "field" | "fieldNum">,
): [Located<PdfDict> | null, ...Located<PdfDict>[]] {
  const alike = formFieldsOf(document).filter(({ name, object }) => name === field || object.num === fieldNum);
  const [first = null, ...others] = alike.map(({ object }) => object);
  return [first, ...others];
}

function readSignatureFields(document: PdfDocument): FilledSignature[] {
  const signatures: FilledSignature[] = [];
  const seen = new Set<number>();
  for (const field of formFieldsOf(document)) {
    const dictionary = field.type === "Sig" ? document.dict(field.value, field.valueBytes) : null;
    if (!dictionary || isWaiting(document, dictionary)) {
      continue;
    }
    const signature = describe(document, field, dictionary);
    if (signature.fieldNum !== null && seen.has(signature.fieldNum)) {
      continue;
    }
    seen.add(signature.fieldNum ?? -1);
    signatures.push(signature);
  }
  return signatures;
}

function describe(document: PdfDocument, field: FormField, dictionary: Located<PdfDict>): FilledSignature {
  const { entries } = dictionary.value;
  const objectNum = dictionary.num ?? (field.valueBytes === field.object.bytes ? field.object.num : null);
  const subFilter = document.name(entries.get("SubFilter"));
  return {
    // The signature's strings are encrypted like all others, but its Contents is not (ISO 32000-2, 7.6.2).
    field: document.isEncrypted ? "" : field.name,
    fieldNum: field.object.num,
    dictionary,
    objectNum,
    contents: spanOfContents(document, dictionary, objectNum),
    isTimestamp: document.name(entries.get("Type")) === "DocTimeStamp" || subFilter === "ETSI.RFC3161",
    isFormer: false,
    subFilter,
  };
}

function spanOfContents(
  document: PdfDocument,
  dictionary: Located<PdfDict>,
  objectNum: number | null,
): FileSpan | null {
  const contents = dictionary.value.entries.get("Contents");
  const object = objectNum === null ? null : document.load(objectNum);
  if (contents?.kind !== "string" || !contents.hex || !object || object.offset < 0) {
    return null;
  }
  return { start: object.offset + contents.start, end: object.offset + contents.end };
}

function isWaiting(document: PdfDocument, dictionary: Located<PdfDict>): boolean {
  const contents = document.locate(dictionary.value.entries.get("Contents"), dictionary.bytes);
  if (contents?.value.kind !== "string") {
    return false;
  }
  const { value, bytes } = contents;
  if (!value.hex) {
    const decoded = decodeString(bytes, value);
    return decoded.length > 0 && decoded.every((byte) => byte === 0);
  }
  // Kilobytes of digits, of which the first usually suffices.
  const digits = bytes.subarray(value.start + 1, value.end - 1);
  return digits.includes(zeroDigit) && digits.every((byte) => byte === zeroDigit || isSpace(byte));
}

/** A text entry of a signature dictionary (`/Reason`, `/M`, …), or null when absent. */
export function textEntry(document: PdfDocument, dictionary: Located<PdfDict>, key: string): string | null {
  const found = orWhenUnreadable(() => document.locate(dictionary.value.entries.get(key), dictionary.bytes), null);
  return found?.value.kind === "string" ? textOf(decodeString(found.bytes, found.value)) : null;
}

/** The signer's reason, or null when absent or encrypted. */
export function reasonOf(document: PdfDocument, { dictionary }: Pick<FilledSignature, "dictionary">): string | null {
  return document.isEncrypted ? null : textEntry(document, dictionary, "Reason");
}

/** The signer's location, or null when absent or encrypted. */
export function locationOf(document: PdfDocument, { dictionary }: Pick<FilledSignature, "dictionary">): string | null {
  return document.isEncrypted ? null : textEntry(document, dictionary, "Location");
}

/** A PDF date (ISO 32000-2, 7.9.4) as a Date, or null when invalid. */
export function parsePdfDate(text: string | null): Date | null {
  const match = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+\-Z])(?:(\d{2})'?(\d{2})?'?)?)?/.exec(
    text ?? "",
  );
  if (!match) {
    return null;
  }
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
    sign,
    zoneHour = "0",
    zoneMinute = "0",
  ] = match;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  const time = new Date(sign === "+" ? local - zone : sign === "-" ? local + zone : local);
  return Number.isNaN(time.getTime()) ? null : time;
}
