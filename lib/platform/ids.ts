import { DomainError } from "./errors";

/** Ids are `integer` columns. */
export const largestId = 2_147_483_647;

/** The source of a pattern of a UUID in lower case. */
export const uuidSource = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}";
export const uuidPattern = new RegExp(`^${uuidSource}$`, "i");

/**
 * An id from a path or body. A value that no row can have (negative, fractional, too large) is `not_found`, like a
 * missing row.
 */
export function toId(given: string | number): number {
  const id = typeof given === "number" ? given : /^[1-9]\d{0,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!Number.isInteger(id) || id < 1 || id > largestId) throw new DomainError("not_found");
  return id;
}

/** A uuid from a path or body, in lower case. Anything else is `not_found`. */
export function toUuid(given: string): string {
  if (!isUuid(given)) throw new DomainError("not_found");
  return given.toLowerCase();
}

/** Whether a text is a UUID, in any case. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
