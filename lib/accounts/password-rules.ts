import { invalid } from "@/lib/platform/errors";
import common from "./common-passwords.json";

const commonPasswords = new Set<string>(common.passwords);
export const shortest = 10;
export const longest = 128;
const serviceWords = ["paraph", "signature", "signing"];

export interface PasswordOwner {
  email: string;
  displayName: string;
}

/**
 * The password in NFC, if it is acceptable for an account (docs/spec/limits.md): 10–128 characters, not among the most common, and more
 * than the obvious words for this person. Throws `validation_failed` at `pointer`.
 */
export function acceptPassword(pointer: string, password: string, owner: PasswordOwner): string {
  const normal = password.normalize("NFC");
  const length = [...normal].length;
  if (length < shortest)
    throw invalid(pointer, "too_short", `The password needs at least ${shortest} characters`, shortest);
  if (length > longest) throw invalid(pointer, "too_long", `The password needs at most ${longest} characters`, longest);
  if (isGuessable(normal, owner))
    throw invalid(pointer, "password_common", "The password is among those that are tried first; choose another");
  return normal;
}

/** True for a common password, and for one that is little more than words of its owner and of this service. */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const lower = password.normalize("NFC").toLowerCase();
  if (commonPasswords.has(lower)) return true;
  const words = wordsOf(owner);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), lower);
  return rest !== lower && rest.replace(/[^\p{L}\p{N}]/gu, "").length < 6;
}

/** Longest first, so that a word inside another leaves no remainder. */
function wordsOf({ email, displayName }: PasswordOwner): string[] {
  const own = [email.toLowerCase(), ...`${email} ${displayName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)];
  return [...serviceWords, ...own].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}
