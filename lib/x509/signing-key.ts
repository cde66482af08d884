import { createHash, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { DomainError } from "@/lib/platform/errors";
import { bitString, derNull, objectIdentifier, sequence } from "./der";
import { KeyServiceError } from "./key-service-error";

/** A key that signs certificates or documents: SHA-256 with ECDSA on P-256, or with RSA by PKCS #1 v1.5. */
export interface SigningKey {
  readonly publicKey: KeyObject;
  /**
   * Signs SHA-256(message). Returns an ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3), or the octets of an RSA
   * signature. It takes the whole message, because node:crypto offers no ECDSA over a digest. Throws
   * `key_unavailable`.
   */
  sign(message: Uint8Array): Promise<Buffer>;
}

/** A key in another system. `remoteKey` checks its results, so adapters need not. */
export interface DigestSigner {
  /** Returns the same forms as `SigningKey.sign`. Throws KeyServiceError. */
  sign(digest: Buffer): Promise<Buffer>;
}

/** A private key in this process. */
export function localKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const options = isRsa(publicKey) ? privateKey : { key: privateKey, dsaEncoding: "der" as const };
  return { publicKey, sign: (message) => Promise.resolve(sign("sha256", message, options)) };
}

/**
 * A private key in another system. Only the digest leaves this process. Each signature is verified with the public
 * key before it is returned, so a service whose key was exchanged, or that returned a damaged answer, cannot spoil a
 * document.
 */
export function remoteKey(publicKey: KeyObject, service: DigestSigner): SigningKey {
  return {
    publicKey,
    async sign(message) {
      const digest = createHash("sha256").update(message).digest();
      const signature = await withinTime(service.sign(digest)).catch(unavailable);
      if (!isSignature(publicKey, message, signature))
        return unavailable(new KeyServiceError({ code: "signature_not_confirmed" }));
      return signature;
    },
  };
}

/**
 * Milliseconds for a signature, including retries and waiting. The engine allows 10 s for the task that requests it.
 */
const patience = 7_500;

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new KeyServiceError({ code: "timeout", service: "the key service", ms: patience })),
      patience,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function isRsa(key: KeyObject): boolean {
  return key.asymmetricKeyType === "rsa";
}

function isSignature(publicKey: KeyObject, message: Uint8Array, signature: Buffer): boolean {
  try {
    return verify("sha256", message, isRsa(publicKey) ? publicKey : { key: publicKey, dsaEncoding: "der" }, signature);
  } catch {
    return false;
  }
}

function unavailable(cause: unknown): never {
  if (!(cause instanceof KeyServiceError)) throw cause;
  throw new DomainError("key_unavailable", {
    detail: "The key service did not return a signature.",
    cause,
  });
}

const sha256WithRsa = sequence(objectIdentifier("1.2.840.113549.1.1.11"), derNull());
const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

/**
 * DER of an AlgorithmIdentifier for certificates, lists and OCSP responses (RFC 3279 section 2.2, RFC 5758
 * section 3.2).
 */
export function signatureAlgorithm(key: SigningKey): Buffer {
  return isRsa(key.publicKey) ? sha256WithRsa : ecdsaWithSha256;
}

/** SIGNED{content} of RFC 5912: the content, the algorithm and the signature over the content's exact bytes. */
export async function signedStructure(content: Buffer, key: SigningKey): Promise<Buffer> {
  return sequence(content, signatureAlgorithm(key), bitString(await key.sign(content)));
}
