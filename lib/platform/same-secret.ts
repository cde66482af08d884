import { createHash, timingSafeEqual } from "node:crypto";

/** Compares two secrets in constant time. It compares their hashes, because `timingSafeEqual` needs equal lengths. */
export function isSameSecret(left: string, right: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
