import { createPrivateKey, generateKeyPair, webcrypto, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

/** Keys of the instance's own making: P-256 (FIPS 186-5) unless RSA is asked for, for readers that know nothing newer. */
export type KeyType = "p256" | "rsa2048";

export interface KeyPair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** A fresh pair from the operating system's randomness; RSA takes some 100 ms on libuv's threads. */
export async function makeKeyPair(type: KeyType): Promise<KeyPair> {
  if (type === "rsa2048") return generate("rsa", { modulusLength: 2048, publicExponent: 0x10001 });
  return generate("ec", { namedCurve: "prime256v1" });
}

/** PKCS#8 (RFC 5958), DER, not encrypted: seal or wrap it before it is stored. */
export function exportPrivateKey(key: KeyObject): Buffer {
  return key.export({ type: "pkcs8", format: "der" });
}

export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, type: "pkcs8", format: "der" });
}

/** An authority's key, P-256 or RSA, as the certificate libraries take it. */
export function toSigningKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const algorithm =
    key.asymmetricKeyType === "rsa"
      ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      : { name: "ECDSA", namedCurve: "P-256" };
  return webcrypto.subtle.importKey("pkcs8", new Uint8Array(exportPrivateKey(key)), algorithm, false, ["sign"]);
}
