import { constants, createVerify, verify, type KeyObject, type X509Certificate } from "node:crypto";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { BerError, childrenOf, contentOf, rawOf, smallIntegerOf, Tag, type BerNode } from "@/lib/x509/ber";
import { digestNameOf, isForgeableKey, keyFits, signatureAlgorithmOf, type SignatureScheme } from "./algorithms";
import type { Certificate } from "./certificate";
import { readAlgorithm, type AlgorithmIdentifier, type CmsSignature } from "./cms-read";

const maskFunctionOid = "1.2.840.113549.1.1.8";

type SignatureOutcome = { status: "valid" } | { status: "invalid" | "unsupported"; problem: Finding };

/** Feeds the signed content to `sink` in order. Needed only when a CMS has no signed attributes. */
export type ContentFeed = (sink: (chunk: Buffer) => void) => void;

interface Scheme {
  scheme: SignatureScheme;
  digest: string;
  saltLength: number;
}

/**
 * Verifies the signature value with node:crypto, after checking that the digest and signature algorithms use the same
 * digest (RFC 5652 5.3, RFC 4056 3, RFC 8419 3.1) and that the key type fits the algorithm.
 */
export function checkSignatureValue(
  cms: CmsSignature,
  certificate: X509Certificate,
  feed: ContentFeed,
): SignatureOutcome {
  const digest = digestNameOf(cms.digestAlgorithm);
  if (!digest) {
    return unsupported(finding("digest_unknown", { oid: cms.digestAlgorithm }));
  }
  return verifyData(
    { algorithm: cms.signatureAlgorithm, digest },
    cms.signedAttributesBytes ?? feed,
    cms.signature,
    certificate.publicKey,
  );
}

interface SignedBy {
  algorithm: AlgorithmIdentifier;
  /**
   * The digest given by the signature's container, or null where only the algorithm gives one (certificates, CRLs,
   * OCSP).
   */
  digest: string | null;
}

/** Verifies a signature value over bytes or over a streaming source. */
export function verifyData(
  { algorithm, digest }: SignedBy,
  data: Buffer | ContentFeed,
  signature: Buffer,
  key: KeyObject,
): SignatureOutcome {
  const scheme = schemeOf(algorithm, digest);
  if ("problem" in scheme) {
    return scheme;
  }
  if (!keyFits(scheme.scheme, key.asymmetricKeyType)) {
    return invalid(finding("key_of_other_kind"));
  }
  if (isForgeableKey(key)) {
    return unsupported(finding("key_forgeable"));
  }
  try {
    return verifyValue(scheme, data, signature, key) ? { status: "valid" } : invalid(finding("value_mismatch"));
  } catch {
    return unsupported(finding("algorithm_not_computable", { oid: algorithm.oid }));
  }
}

function schemeOf(
  algorithm: AlgorithmIdentifier,
  named: string | null,
): Scheme | Exclude<SignatureOutcome, { status: "valid" }> {
  const known = signatureAlgorithmOf(algorithm.oid);
  if (!known) {
    return unsupported(finding("algorithm_unknown", { oid: algorithm.oid }));
  }
  if (known.scheme === "rsa-pss") {
    return pssSchemeOf(algorithm, named);
  }
  if (known.digest !== null && named !== null && known.digest !== named) {
    return invalid(finding("digest_contradiction"));
  }
  const digest = known.digest ?? named;
  return digest === null ? unsupported(finding("digest_unnamed")) : { scheme: known.scheme, digest, saltLength: 0 };
}

function pssSchemeOf(
  algorithm: AlgorithmIdentifier,
  named: string | null,
): Scheme | Exclude<SignatureOutcome, { status: "valid" }> {
  const parameters = readPssParameters(algorithm.parameters);
  if (parameters.digest === null || (named !== null && parameters.digest !== named)) {
    return invalid(finding("pss_digest_contradiction"));
  }
  if (parameters.maskDigest !== parameters.digest) {
    return unsupported(finding("pss_mask_unsupported"));
  }
  if (parameters.trailer !== 1 || parameters.saltLength < 0) {
    return invalid(finding("pss_parameters_invalid"));
  }
  return { scheme: "rsa-pss", digest: parameters.digest, saltLength: parameters.saltLength };
}

interface PssParameters {
  digest: string | null;
  maskDigest: string | null;
  saltLength: number;
  trailer: number;
}

// RSASSA-PSS-params (RFC 4055 3.1): every parameter has a default. The mask generation function must be MGF1, the only
// one defined.
function readPssParameters(node: BerNode | null): PssParameters {
  const fields = new Map(
    node?.tag === Tag.sequence ? childrenOf(node).map((field) => [field.tag, childrenOf(field)[0]]) : [],
  );
  const hash = fields.get(0xa0);
  const mask = fields.get(0xa1);
  const salt = fields.get(0xa2);
  const trailer = fields.get(0xa3);
  const maskAlgorithm = mask ? readAlgorithm(mask) : null;
  return {
    digest: hash ? digestNameOf(readAlgorithm(hash).oid) : "sha1",
    maskDigest: maskAlgorithm ? maskDigestOf(maskAlgorithm) : "sha1",
    saltLength: salt ? smallIntegerOf(salt) : 20,
    trailer: trailer ? smallIntegerOf(trailer) : 1,
  };
}

function maskDigestOf({ oid, parameters }: AlgorithmIdentifier): string | null {
  if (oid !== maskFunctionOid) {
    return null;
  }
  return parameters ? digestNameOf(readAlgorithm(parameters).oid) : "sha1";
}

function verifyValue(scheme: Scheme, data: Buffer | ContentFeed, signature: Buffer, key: KeyObject): boolean {
  const options = keyOptions(scheme, key);
  if (scheme.scheme === "ed25519" || scheme.scheme === "ed448") {
    if (typeof data === "function") {
      throw new Error("EdDSA without signed attributes would need the whole file in memory");
    }
    return verify(null, data, key, signature);
  }
  if (typeof data !== "function") {
    return verify(scheme.digest, data, options, signature);
  }
  const verifier = createVerify(scheme.digest);
  data((chunk) => verifier.update(chunk));
  return verifier.verify(options, signature);
}

function keyOptions(scheme: Scheme, key: KeyObject) {
  if (scheme.scheme === "rsa-pss") {
    return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength };
  }
  if (scheme.scheme === "ecdsa" || scheme.scheme === "dsa") {
    return { key, dsaEncoding: "der" as const };
  }
  if (scheme.scheme === "ecdsa-plain") {
    return { key, dsaEncoding: "ieee-p1363" as const };
  }
  return { key };
}

function invalid(problem: Finding) {
  return { status: "invalid" as const, problem };
}

function unsupported(problem: Finding) {
  return { status: "unsupported" as const, problem };
}

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
const outcomes = new WeakMap<SignedStructure, WeakMap<Certificate, boolean>>();

/** Whether the certificate's key signed it. Throws BerError. */
export function isSignedBy(structure: SignedStructure, certificate: Certificate): boolean {
  const answers = outcomes.get(structure) ?? new WeakMap<Certificate, boolean>();
  outcomes.set(structure, answers);
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
