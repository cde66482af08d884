import { randomInt } from "node:crypto";

/** Six decimal digits from the operating system's random source, uniformly distributed. */
export function makeCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** The six digits typed by a person, without spaces and hyphens; null for input that cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/gu, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** The HMAC input for a code: a code is valid for one purpose, one signing request and one preparation only. */
export function codeBinding(
  code: string,
  bound: { purpose: string; signRequestId: number; preparation: number },
): string {
  return `${bound.purpose}\n${bound.signRequestId}\n${bound.preparation}\n${code}`;
}

/**
 * The HMAC input for a recipient. It includes the request, so that equal numbers cannot be recognised across requests.
 */
export function recipientBinding(to: string, bound: { channel: string; signRequestId: number }): string {
  return `recipient\n${bound.channel}\n${bound.signRequestId}\n${to}`;
}
