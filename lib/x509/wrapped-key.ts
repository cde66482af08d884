import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";
import { hashRaw } from "@node-rs/argon2";
import { makeWorkGate } from "@/lib/platform/secrets/argon2-hasher";

/**
 * A private key encrypted under a password, with all the parameters needed to open it except the password. Buffers
 * are base64.
 */
export interface WrappedKey {
  v: 1;
  kdf: { name: "argon2id"; memoryKib: number; passes: number; lanes: number; salt: string };
  cipher: { name: "aes-256-gcm"; nonce: string; tag: string };
  ciphertext: string;
}

/** The password does not open the key. The error gives no other detail. */
export class WrongPasswordError extends Error {
  constructor() {
    super("the password does not open this key");
    this.name = "WrongPasswordError";
  }
}

// RFC 9106's second recommended profile. It takes about 200 ms on one core (docs/spec/signing.md#keys).
const today = { memoryKib: 64 * 1024, passes: 3, lanes: 4 };
const argon2id = 2;

// Each takes 64 MiB, so 256 MiB in all. The queue drains within a few seconds.
const gate = makeWorkGate({ atOnce: 4, waiting: 32 });

/** Encrypts `pkcs8` under Argon2id(password). Throws GateFullError when too many are waiting. */
export async function wrapPrivateKey(pkcs8: Buffer, password: string): Promise<WrappedKey> {
  const kdf = { name: "argon2id" as const, ...today, salt: randomBytes(16).toString("base64") };
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await deriveKey(password, kdf), nonce);
  const ciphertext = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
  return {
    v: 1,
    kdf,
    cipher: { name: "aes-256-gcm", nonce: nonce.toString("base64"), tag: cipher.getAuthTag().toString("base64") },
    ciphertext: ciphertext.toString("base64"),
  };
}

/** The PKCS#8 bytes. Throws WrongPasswordError, or GateFullError when too many are waiting. */
export async function unwrapPrivateKey(wrapped: WrappedKey, password: string): Promise<Buffer> {
  const key = await deriveKey(password, wrapped.kdf);
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(wrapped.cipher.nonce, "base64"), {
    authTagLength: 16,
  });
  decipher.setAuthTag(Buffer.from(wrapped.cipher.tag, "base64"));
  try {
    return Buffer.concat([decipher.update(Buffer.from(wrapped.ciphertext, "base64")), decipher.final()]);
  } catch {
    throw new WrongPasswordError();
  }
}

// NFC, as for account passwords: the same password typed on another keyboard must open the key.
function deriveKey(password: string, kdf: WrappedKey["kdf"]): Promise<Buffer> {
  return gate.run(() =>
    hashRaw(password.normalize("NFC"), {
      algorithm: argon2id,
      memoryCost: kdf.memoryKib,
      timeCost: kdf.passes,
      parallelism: kdf.lanes,
      outputLen: 32,
      salt: Buffer.from(kdf.salt, "base64"),
    }),
  );
}

/** Generated keys are P-256 (FIPS 186-5), unless RSA is requested for old readers. */
export type KeyType = "p256" | "rsa2048";

interface KeyPair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** Makes a fresh key pair from the operating system's randomness. RSA takes some 100 ms on libuv's threads. */
export async function makeKeyPair(type: KeyType): Promise<KeyPair> {
  if (type === "rsa2048") return generate("rsa", { modulusLength: 2048, publicExponent: 0x10001 });
  return generate("ec", { namedCurve: "prime256v1" });
}

/** PKCS#8 (RFC 5958), DER, unencrypted: seal or wrap it before it is stored. */
export function exportPrivateKey(key: KeyObject): Buffer {
  return key.export({ type: "pkcs8", format: "der" });
}

export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, type: "pkcs8", format: "der" });
}
