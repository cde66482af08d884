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
