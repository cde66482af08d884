import { randomInt, timingSafeEqual } from "node:crypto";

/** Six decimal digits from the operating system's randomness, every value equally likely. */
export function makeCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** The six digits that a person typed, without the spaces and hyphens that people put between them; null for what cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/gu, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** What the HMAC of a code covers: a code works for one purpose, one sign request and one preparation only. */
export function codeBinding(
  code: string,
  bound: { purpose: string; signRequestId: number; preparation: number },
): string {
  return `${bound.purpose}\n${bound.signRequestId}\n${bound.preparation}\n${code}`;
}

/** What the HMAC of a recipient covers. It differs from request to request, so that it does not tell whose codes go to one number. */
export function recipientBinding(to: string, bound: { channel: string; signRequestId: number }): string {
  return `recipient\n${bound.channel}\n${bound.signRequestId}\n${to}`;
}

/** Compares two HMACs of equal length in constant time. */
export function sameHmac(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
