import { BerError, childrenOf, contentOf, rawOf, Tag, type BerNode } from "@/lib/pades/verify/cms/ber";
import { readAlgorithm, type AlgorithmIdentifier } from "@/lib/pades/verify/cms/cms-read";
import { verifyData } from "@/lib/pades/verify/cms/signature-value";
import type { Certificate } from "./certificate";

/** The common structure of certificates, CRLs and OCSP responses: content, algorithm, signature (RFC 5280 4.1.1). */
export interface SignedStructure {
  /** The signed bytes. */
  content: Buffer;
  algorithm: AlgorithmIdentifier;
  signature: Buffer;
}

/** Throws BerError when a part is missing. */
export function readSigned(
  content: BerNode | undefined,
  algorithm: BerNode | undefined,
  signature: BerNode | undefined,
): SignedStructure {
  if (!content || !algorithm || signature?.tag !== Tag.bitString) {
    throw new BerError("a signed structure is incomplete");
  }
  return { content: rawOf(content), algorithm: readAlgorithm(algorithm), signature: contentOf(signature).subarray(1) };
}

/** Cached results: one CRL covers many certificates, and hashing a large one takes a while. */
const asked = new WeakMap<SignedStructure, WeakMap<Certificate, boolean>>();

/** Whether the certificate's key signed it. Throws BerError. */
export function isSignedBy(structure: SignedStructure, certificate: Certificate): boolean {
  const answers = asked.get(structure) ?? new WeakMap<Certificate, boolean>();
  asked.set(structure, answers);
  const { content, algorithm, signature } = structure;
  const answer =
    answers.get(certificate) ??
    verifyData({ algorithm, digest: null }, content, signature, certificate.x509.publicKey).status === "valid";
  answers.set(certificate, answer);
  return answer;
}

/** The children of a sequence. Throws BerError for anything else. */
export function partsOf(node: BerNode | undefined): BerNode[] {
  if (node?.tag !== Tag.sequence) {
    throw new BerError("expected a sequence");
  }
  return childrenOf(node);
}
