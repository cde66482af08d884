import { randomBytes } from "node:crypto";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of milliseconds and 80 random bits, as 26 characters that sort by time. */
export function makeRequestId(nowMs: number = Date.now()): string {
  let value = (BigInt(nowMs) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < 26; digit += 1) {
    text = crockford.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
