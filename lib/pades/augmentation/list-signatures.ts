import { createHash } from "node:crypto";
import { readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import { findSignerCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import { findSignatures } from "@/lib/pades/verify/file/signature-fields";
import { PdfDocument } from "@/lib/pdf/document";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { BerError, rawOf } from "@/lib/x509/ber";

const signatureTimestampId = "1.2.840.113549.1.9.16.2.14";
/** Signatures with more hex digits in /Contents are skipped. */
const largestContents = 8 * 1024 * 1024;

/** A signer's certificate and every other certificate in the CMS, DER. */
export interface SigningParty {
  signer: Buffer;
  certificates: Buffer[];
}

/** A signature for which validation data is collected. */
export interface ListedSignature {
  field: string;
  isTimestamp: boolean;
  /**
   * The signature's key in /VRI (ISO 32000-2, table 262): SHA-1 of the whole padded /Contents, upper-case
   * hexadecimal. Null before signing.
   */
  vriKey: string | null;
  /** The signer, followed by the authorities of the timestamps in the signature. */
  parties: SigningParty[];
}

/**
 * Every filled signature field whose CMS can be read, in form order, without validating it. Throws the reader's
 * PdfErrors.
 */
export function listSignatures(source: ByteSource): ListedSignature[] {
  return findSignatures(PdfDocument.open(source)).flatMap(({ field, isTimestamp, contents }) => {
    if (contents === null || contents.end - contents.start > largestContents) {
      return [];
    }
    const digits = source
      .read(contents.start + 1, contents.end - contents.start - 2)
      .toString("latin1")
      .replace(/[\s\0]+/g, "");
    const padded = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
    const parties = partiesOf(padded);
    const vriKey = createHash("sha1").update(padded).digest("hex").toUpperCase();
    return parties.length === 0 ? [] : [{ field, isTimestamp, vriKey, parties }];
  });
}

function partiesOf(bytes: Buffer): SigningParty[] {
  const cms = readIfSound(bytes);
  const tokens = cms?.unsignedAttributes.values.get(signatureTimestampId) ?? [];
  return [cms, ...tokens.map((token) => readIfSound(rawOf(token)))].flatMap(partyOf);
}

function partyOf(cms: CmsSignature | null): SigningParty[] {
  const signer = cms && findSignerCertificate(cms.certificates, cms.signerId);
  return cms && signer
    ? [{ signer: Buffer.from(signer), certificates: cms.certificates.map((der) => Buffer.from(der)) }]
    : [];
}

function readIfSound(bytes: Buffer): CmsSignature | null {
  try {
    return readCms(bytes);
  } catch (error) {
    if (error instanceof BerError) {
      return null;
    }
    throw error;
  }
}
