import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/**
 * Secrets at rest. Every purpose has a key of its own, derived from APP_SECRET by HKDF-SHA-256 (RFC 5869), so that a value
 * sealed for one purpose cannot be opened as another.
 */
export interface SecretBox {
  /** AES-256-GCM: version byte, 12-byte nonce, ciphertext, 16-byte tag. */
  seal(purpose: SecretPurpose, plaintext: Buffer | string): Buffer;
  /** Throws when the value was made for another purpose, under another secret, or was altered. */
  open(purpose: SecretPurpose, sealed: Buffer): Buffer;
  /** HMAC-SHA-256, lower-case hex. */
  hmac(purpose: SecretPurpose, data: string): string;
}

export type SecretPurpose = "sign-link" | "outbox" | "kept-message" | "instance-key" | "code" | "credential" | "cursor" | "session" | "idempotency" | "webhook";

const version = 1;

export function makeSecretBox(appSecret: string): SecretBox {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", appSecret, "paraph-v1", purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  return {
    seal(purpose, plaintext) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, body, cipher.getAuthTag()]);
    },
    open(purpose, sealed) {
      if (sealed[0] !== version || sealed.length < 29) throw new Error("not a sealed value");
      const decipher = createDecipheriv("aes-256-gcm", keyFor(`seal:${purpose}`), sealed.subarray(1, 13));
      decipher.setAuthTag(sealed.subarray(sealed.length - 16));
      return Buffer.concat([decipher.update(sealed.subarray(13, sealed.length - 16)), decipher.final()]);
    },
    hmac(purpose, data) {
      return createHmac("sha256", keyFor(`hmac:${purpose}`)).update(data).digest("hex");
    },
  };
}
