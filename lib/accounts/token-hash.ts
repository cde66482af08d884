import { createHash, randomBytes } from "node:crypto";

/** `pk_` and 32 random bytes, base64url: shown once, never stored. */
export function makeToken(): string {
  return `pk_${randomBytes(32).toString("base64url")}`;
}

/** What is stored of a token. It has 256 random bits, so a plain hash is enough. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
