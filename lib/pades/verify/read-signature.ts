import { checkByteRange, type SignedRange } from "@/lib/pades/verify/byte-range";
import { brokenDigests, digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { BerError } from "@/lib/pades/verify/cms/ber";
import { readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { toTimestampToken, type TimestampToken } from "@/lib/pades/verify/cms/timestamp-token";
import { decodeContents } from "@/lib/pades/verify/decode-contents";
import { noFindings, type Findings } from "@/lib/pades/verify/findings";
import type { FilledSignature } from "@/lib/pades/verify/signature-fields";
import type { PdfDocument } from "@/lib/pdf/document";

/** Hex digits of /Contents beyond which no signature is read; the largest seen in practice is 2 MB. */
const largestContents = 8 * 1024 * 1024;

/**
 * Signatures whose /Contents is a detached CMS (ISO 32000-2, table 255; ETSI EN 319 142-1, 6.3). Brazil uses a name of its
 * own for PAdES (DOC-ICP-15.03).
 */
const detachedFilters = new Set(["adbe.pkcs7.detached", "ETSI.CAdES.detached", "PBAD.PAdES"]);

/** One signature as read, before any cryptography. */
export interface ReadSignature {
  signature: FilledSignature;
  range: SignedRange | null;
  cms: CmsSignature | null;
  token: TimestampToken | null;
  /** Digest that the signed ranges are needed under, as node:crypto names it; null when there is nothing to hash. */
  digest: string | null;
  findings: Findings;
}

/** Reads ByteRange and CMS of a filled field. What is wrong goes into `findings`; never throws for the file's content. */
export function readSignature(document: PdfDocument, signature: FilledSignature): ReadSignature {
  const findings = noFindings();
  const { range, problems } = checkByteRange(document, signature);
  findings.invalid.push(...problems);
  const read: ReadSignature = { signature, range, cms: null, token: null, digest: null, findings };
  if (!signature.isTimestamp && !detachedFilters.has(signature.subFilter ?? "")) {
    findings.unsupported.push(`signatures of the kind ${signature.subFilter ?? "unnamed"} are not supported`);
    return read;
  }
  if (signature.contents) {
    readContents(document, read, signature.contents.start + 1, signature.contents.end - 1);
  }
  return read;
}

function readContents(document: PdfDocument, read: ReadSignature, from: number, to: number): void {
  if (to - from > largestContents) {
    read.findings.unsupported.push("the signature is too large to be checked");
    return;
  }
  const bytes = decodeContents(document.source.read(from, to - from));
  if (!bytes) {
    read.findings.invalid.push("the signature's Contents is not hexadecimal");
    return;
  }
  try {
    readStructure(read, bytes);
  } catch (error) {
    if (!(error instanceof BerError)) {
      throw error;
    }
    read.findings.invalid.push(`the signature is badly encoded: ${error.message}`);
  }
}

function readStructure(read: ReadSignature, bytes: Buffer): void {
  const cms = readCms(bytes);
  read.cms = cms;
  if (bytes.subarray(cms.length).some((byte) => byte !== 0)) {
    read.findings.invalid.push("something other than zeros follows the signature in its Contents");
  }
  if (read.signature.isTimestamp) {
    read.token = toTimestampToken(cms);
    read.digest = read.token.imprintDigest;
    if (brokenDigests.has(read.digest ?? "")) {
      read.findings.unsupported.push(
        `timestamped with ${read.digest}, for which two documents with one digest can be made`,
      );
    }
  } else {
    read.digest = digestNameOf(cms.digestAlgorithm);
    if (cms.content) {
      read.findings.invalid.push("the signature carries content of its own instead of covering the file");
    }
  }
}
