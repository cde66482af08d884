import { hashSource, withTail, type ByteSource } from "@/lib/pdf/byte-source";
import { timestampDocument, type DocumentTimestampSpec, type TokenMaker } from "./document-timestamp";
import { addValidationData, type SignatureData } from "./validation-data";

export interface AugmentSpec extends DocumentTimestampSpec {
  signatures: readonly SignatureData[];
  /** Hexadecimal SHA-256 of the file as it should stand, or null not to check. */
  expectedSha256: string | null;
}

/** Two tails, to be appended one after the other. */
export interface AugmentedTails {
  validation: Buffer;
  timestamp: Buffer;
  /** SHA-256 of the file with both revisions, in hex. */
  sha256: string;
}

/**
 * Raises every signature of a file to B-LTA (ETSI EN 319 142-1, 6.2): one revision with validation data, one with a document timestamp
 * over it. The file is read and hashed once for both. Throws PdfError `changed_underneath`, `placeholder_too_small`, and as the reader
 * finds; what `makeToken` throws.
 */
export async function augment(source: ByteSource, spec: AugmentSpec, makeToken: TokenMaker): Promise<AugmentedTails> {
  const validation = addValidationData(source, spec.signatures);
  const hashAll = () => hashSource(source, spec.expectedSha256).update(validation);
  const { tail, sha256 } = await timestampDocument(withTail(source, validation), spec, hashAll, makeToken);
  return { validation, timestamp: tail, sha256 };
}
