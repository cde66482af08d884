import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

/**
 * Encrypts secrets at rest. Each purpose has a separate key, derived from APP_SECRET by HKDF-SHA-256 (RFC 5869), so
 * that a value sealed for one purpose cannot be opened for another.
 */
export interface SecretBox {
  /** AES-256-GCM: version byte, 12-byte nonce, ciphertext, 16-byte tag. */
  seal(purpose: SecretPurpose, plaintext: Buffer | string): Buffer;
  /** Throws when the value was made for another purpose, under another secret, or was altered. */
  open(purpose: SecretPurpose, sealed: Buffer): Buffer;
  /** The value sealed under the current secret, or null when it is sealed under it already. Throws as `open` does. */
  reseal(purpose: SecretPurpose, sealed: Buffer): Buffer | null;
  /** HMAC-SHA-256 under the current secret, lower-case hex. */
  hmac(purpose: SecretPurpose, data: string): string;
}

export type SecretPurpose =
  | "sign-link"
  | "direct-link"
  | "outbox"
  | "inbox-message"
  | "instance-key"
  | "code"
  | "counter"
  | "credential"
  | "cursor"
  | "session"
  | "idempotency"
  | "webhook";

const version = 1;

/** `previous` is a former or upcoming secret. It opens existing boxes and never seals new ones. */
export function makeSecretBox(appSecret: string, previous: string | null = null): SecretBox {
  const present = keysOf(appSecret);
  const other = previous === null ? null : keysOf(previous);
  const seal = (purpose: SecretPurpose, plaintext: Buffer | string): Buffer =>
    sealUnder(present(`seal:${purpose}`), plaintext);
  const openPresent = (purpose: SecretPurpose, sealed: Buffer): Buffer => openUnder(present(`seal:${purpose}`), sealed);
  const open = (purpose: SecretPurpose, sealed: Buffer): Buffer => {
    if (!other) return openPresent(purpose, sealed);
    try {
      return openPresent(purpose, sealed);
    } catch {
      return openUnder(other(`seal:${purpose}`), sealed);
    }
  };
  return {
    seal,
    open,
    reseal(purpose, sealed) {
      try {
        openPresent(purpose, sealed);
        return null;
      } catch {
        return seal(purpose, open(purpose, sealed));
      }
    },
    hmac: (purpose, data) =>
      createHmac("sha256", present(`hmac:${purpose}`))
        .update(data)
        .digest("hex"),
  };
}

/** Derives each key once. */
function keysOf(secret: string): (purpose: string) => Buffer {
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", secret, "paraph-v1", purpose, 32));
    keys.set(purpose, key);
    return key;
  };
}

function sealUnder(key: Buffer, plaintext: Buffer | string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, body, cipher.getAuthTag()]);
}

function openUnder(key: Buffer, sealed: Buffer): Buffer {
  if (sealed[0] !== version || sealed.length < 29) throw new Error("not a sealed value");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  decipher.setAuthTag(sealed.subarray(sealed.length - 16));
  return Buffer.concat([decipher.update(sealed.subarray(13, sealed.length - 16)), decipher.final()]);
}

/** SHA-256 of a random token, lower-case hex: stored in its place. At 128 bits or more it needs neither salt nor key. */
export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** Compares two secrets in constant time. It compares their hashes, because `timingSafeEqual` needs equal lengths. */
export function isSameSecret(left: string, right: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
