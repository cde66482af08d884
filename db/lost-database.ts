/** Thrown by a pool that has detected that the database stopped answering, instead of waiting. */
export class LostDatabaseError extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("the database does not answer");
    this.name = "LostDatabaseError";
  }
}

/** Node's codes for a connection that was refused, broke, or found no host. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENOTCONN",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs of a database that is stopping, restarting or out of connections: all of class 08, of class 57 and of class
 * 53 except a full disk, and time limits of a session or transaction.
 */
const lostState = /^(08|57P0[1-5]|53[0234]|25P0[34])/;

/** The driver sets no code for these, so the message is the only indication. */
const lostMessage =
  /connection terminated|connection error and is not queryable|client was closed|timeout exceeded when trying to connect|query read timeout|cannot use a pool after calling end/i;

/**
 * Whether this error means that the connection to the database broke or could not be opened, so that the request may be
 * retried.
 */
export function isDatabaseLost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (lostMessage.test(cause.message) || hasLostCode(cause)) return true;
  }
  return false;
}

function hasLostCode(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const { code, syscall } = error;
  if (typeof code !== "string") return false;
  // A restarting Postgres has removed its socket; any other missing file is a defect.
  if (code === "ENOENT" || code === "ENOTFOUND") return syscall === "connect" || syscall === "getaddrinfo";
  return networkCodes.has(code) || lostState.test(code);
}
