import { constants, createVerify, verify, type KeyObject, type X509Certificate } from "node:crypto";
import { childrenOf, smallIntegerOf, Tag, type BerNode } from "@/lib/pades/verify/cms/ber";
import { digestNameOf, keyFits, signatureAlgorithmOf, type SignatureScheme } from "@/lib/pades/verify/cms/algorithms";
import { readAlgorithm, type AlgorithmIdentifier, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";

export type SignatureOutcome = { status: "valid" } | { status: "invalid" | "unsupported"; problem: string };

/** Feeds the signed content to `sink` in order: only needed when a CMS has no signed attributes. */
export type ContentFeed = (sink: (chunk: Buffer) => void) => void;

interface Scheme {
  scheme: SignatureScheme;
  saltLength: number;
}

/**
 * Checks the signature value itself with node:crypto, after checking that digest and signature algorithm speak of the same
 * digest (RFC 5652 5.3, RFC 4056 3, RFC 8419 3.1) and that the key is of the algorithm's kind.
 */
export function checkSignatureValue(cms: CmsSignature, certificate: X509Certificate, feed: ContentFeed): SignatureOutcome {
  const digest = digestNameOf(cms.digestAlgorithm);
  if (!digest) {
    return unsupported(`the digest algorithm ${cms.digestAlgorithm} is not known`);
  }
  const scheme = schemeOf(cms.signatureAlgorithm, digest);
  if ("problem" in scheme) {
    return scheme;
  }
  const key = certificate.publicKey;
  if (!keyFits(scheme.scheme, key.asymmetricKeyType)) {
    return invalid("the key is of another kind than the signature algorithm");
  }
  try {
    return verifyValue(cms, digest, scheme, key, feed) ? { status: "valid" } : invalid("the signature value does not match the signer's key");
  } catch {
    return unsupported(`this signature algorithm cannot be computed here (${cms.signatureAlgorithm.oid})`);
  }
}

function schemeOf(algorithm: AlgorithmIdentifier, digest: string): Scheme | Exclude<SignatureOutcome, { status: "valid" }> {
  const known = signatureAlgorithmOf(algorithm.oid);
  if (!known) {
    return unsupported(`the signature algorithm ${algorithm.oid} is not known`);
  }
  if (known.digest !== null && known.digest !== digest) {
    return invalid("digest algorithm and signature algorithm contradict each other");
  }
  if (known.scheme !== "rsa-pss") {
    return { scheme: known.scheme, saltLength: 0 };
  }
  const parameters = readPssParameters(algorithm.parameters);
  if (parameters.digest !== digest) {
    return invalid("digest algorithm and RSA-PSS parameters contradict each other");
  }
  if (parameters.maskDigest !== digest) {
    return unsupported("RSA-PSS with a mask of another digest is not supported");
  }
  return { scheme: "rsa-pss", saltLength: parameters.saltLength };
}

// RSASSA-PSS-params (RFC 4055 3.1): everything has a default.
function readPssParameters(node: BerNode | null): { digest: string | null; maskDigest: string | null; saltLength: number } {
  const fields = new Map(node?.tag === Tag.sequence ? childrenOf(node).map((field) => [field.tag, childrenOf(field)[0]]) : []);
  const hash = fields.get(0xa0);
  const mask = fields.get(0xa1);
  const salt = fields.get(0xa2);
  const maskParameters = mask ? readAlgorithm(mask).parameters : null;
  return {
    digest: hash ? digestNameOf(readAlgorithm(hash).oid) : "sha1",
    maskDigest: maskParameters ? digestNameOf(readAlgorithm(maskParameters).oid) : "sha1",
    saltLength: salt ? smallIntegerOf(salt) : 20,
  };
}

function verifyValue(cms: CmsSignature, digest: string, scheme: Scheme, key: KeyObject, feed: ContentFeed): boolean {
  const data = cms.signedAttributesBytes;
  const options = keyOptions(scheme, key);
  if (scheme.scheme === "ed25519" || scheme.scheme === "ed448") {
    if (!data) {
      throw new Error("EdDSA without signed attributes would need the whole file in memory");
    }
    return verify(null, data, key, cms.signature);
  }
  if (data) {
    return verify(digest, data, options, cms.signature);
  }
  const verifier = createVerify(digest);
  feed((chunk) => verifier.update(chunk));
  return verifier.verify(options, cms.signature);
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

function invalid(problem: string) {
  return { status: "invalid" as const, problem };
}

function unsupported(problem: string) {
  return { status: "unsupported" as const, problem };
}
