import { createHash } from "node:crypto";

/** SHA-256 in lower-case hex, of bytes or of a text in UTF-8. */
export function sha256Hex(input: Uint8Array | string): string {
  return createHash("sha256").update(input).digest("hex");
}
