import { brokenDigests, digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import type { FilledSignature } from "@/lib/pades/verify/file/signature-fields";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { noFindings, type Findings } from "@/lib/pades/verify/report/report";
import type { PdfDocument } from "@/lib/pdf/document";
import { BerError } from "@/lib/x509/ber";
import { toTimestampToken, type TimestampToken } from "./timestamp-token";

/** Signatures with more hex digits in /Contents are not read. The largest seen in practice is 2 MB. */
const largestContents = 8 * 1024 * 1024;

/**
 * Signatures whose /Contents is a detached CMS (ISO 32000-2, table 255; ETSI EN 319 142-1, 6.3). Brazil has a
 * separate name for PAdES (DOC-ICP-15.03).
 */
const detachedFilters = new Set(["adbe.pkcs7.detached", "ETSI.CAdES.detached", "PBAD.PAdES"]);

/** One signature as read, before any cryptographic check. */
export interface ReadSignature {
  signature: FilledSignature;
  range: SignedRange | null;
  cms: CmsSignature | null;
  token: TimestampToken | null;
  /** The digest needed over the signed ranges, by node:crypto's name, or null when there is nothing to hash. */
  digest: string | null;
  findings: Findings;
}

/**
 * Reads ByteRange and CMS of a filled field. Problems are added to `findings`. Never throws because of the file's
 * content.
 */
export function readSignature(document: PdfDocument, signature: FilledSignature): ReadSignature {
  const findings = noFindings();
  const { range, problems } = checkByteRange(document, signature);
  findings.invalid.push(...problems);
  const read: ReadSignature = { signature, range, cms: null, token: null, digest: null, findings };
  if (!signature.isTimestamp && !detachedFilters.has(signature.subFilter ?? "")) {
    findings.unsupported.push(finding("subfilter_unsupported", { subFilter: signature.subFilter }));
    return read;
  }
  if (signature.contents) {
    readContents(document, read, signature.contents.start + 1, signature.contents.end - 1);
  }
  return read;
}

function readContents(document: PdfDocument, read: ReadSignature, from: number, to: number): void {
  if (to - from > largestContents) {
    read.findings.unsupported.push(finding("signature_too_large"));
    return;
  }
  const bytes = decodeContents(document.source.read(from, to - from));
  if (!bytes) {
    read.findings.invalid.push(finding("contents_not_hexadecimal"));
    return;
  }
  try {
    readStructure(read, bytes);
  } catch (error) {
    if (!(error instanceof BerError)) {
      throw error;
    }
    read.findings.invalid.push(finding("badly_encoded", { detail: error.message }));
  }
}

function readStructure(read: ReadSignature, bytes: Buffer): void {
  const cms = readCms(bytes);
  read.cms = cms;
  if (bytes.subarray(cms.length).some((byte) => byte !== 0)) {
    read.findings.invalid.push(finding("contents_followed"));
  }
  if (read.signature.isTimestamp) {
    read.token = toTimestampToken(cms);
    read.digest = read.token.imprintDigest;
    if (brokenDigests.has(read.digest ?? "")) {
      read.findings.unsupported.push(finding("timestamp_digest_broken", { digest: read.digest ?? "" }));
    }
  } else {
    read.digest = digestNameOf(cms.digestAlgorithm);
    if (cms.content) {
      read.findings.invalid.push(finding("content_embedded"));
    }
  }
}

const zeroDigit = 0x30;
/** Enough digits for the identifier and the length of any structure. */
const headDigits = 24;

/**
 * The bytes of a /Contents string without its delimiters. Strict: apart from white space, only hexadecimal digits are
 * allowed, and a missing last one is 0 (ISO 32000-2, 7.3.4.3). Null otherwise. The zeros after a definite structure
 * are omitted.
 */
function decodeContents(digits: Buffer): Buffer | null {
  const used = usedDigits(digits);
  return decodeHex(digits.subarray(0, used ?? digits.length));
}

/** The number of hex digits of the CMS before the zero padding, or null when a cheap check cannot determine it. */
function usedDigits(digits: Buffer): number | null {
  const head = Buffer.from(digits.toString("latin1", 0, headDigits), "hex");
  const first = head[1] ?? 0x80;
  const lengthBytes = first & 0x7f;
  if (head.length * 2 !== headDigits || (first & 0x80) === 0 || lengthBytes === 0 || lengthBytes > 4) {
    return null;
  }
  const used = (2 + lengthBytes + head.readUIntBE(2, lengthBytes)) * 2;
  const rest = digits.subarray(used);
  return used < digits.length && rest.equals(Buffer.alloc(rest.length, zeroDigit)) ? used : null;
}

function decodeHex(bytes: Buffer): Buffer | null {
  const text = bytes.toString("latin1");
  const digits = /[\s\0]/.test(text) ? text.replace(/[\s\0]+/g, "") : text;
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  const decoded = Buffer.from(even, "hex");
  return decoded.length * 2 === even.length ? decoded : null;
}

/** The ranges that a signature claims to cover: `[0, gapStart)` and `[gapEnd, end)`. */
interface SignedRange {
  gapStart: number;
  gapEnd: number;
  end: number;
}

export interface ByteRangeCheck {
  /** Null when /ByteRange does not have the one form that protects the file. */
  range: SignedRange | null;
  problems: Finding[];
}

/**
 * Checks /ByteRange (ISO 32000-2, 12.8.1): four non-negative integers, the first one 0, in order and inside the file,
 * with one gap that is exactly the /Contents string of this signature object, including delimiters. Any other gap
 * leaves room for unsigned bytes (the USF and SWA attacks).
 */
export function checkByteRange(document: PdfDocument, signature: FilledSignature): ByteRangeCheck {
  const { dictionary, contents } = signature;
  const array = document.array(dictionary.value.entries.get("ByteRange"), dictionary.bytes);
  const numbers = array?.value.items.map((item) => (item.kind === "number" ? item.value : Number.NaN)) ?? [];
  const problems: Finding[] = [];
  if (dictionary.value.duplicates.length > 0) {
    problems.push(finding("signature_dictionary_duplicates", { keys: [...dictionary.value.duplicates] }));
  }
  if (numbers.length !== 4 || numbers.some((number) => !Number.isSafeInteger(number) || number < 0)) {
    return { range: null, problems: [...problems, finding("byte_range_malformed")] };
  }
  const [first = 0, gapStart = 0, gapEnd = 0, length = 0] = numbers;
  const range = { gapStart, gapEnd, end: gapEnd + length };
  if (first !== 0 || gapStart === 0 || gapEnd <= gapStart || length === 0 || range.end > document.source.size) {
    return { range: null, problems: [...problems, finding("byte_range_outside")] };
  }
  if (!contents) {
    return { range, problems: [...problems, finding("contents_missing")] };
  }
  if (contents.start !== gapStart || contents.end !== gapEnd) {
    problems.push(finding("byte_range_other_gap"));
  }
  return { range, problems };
}
