import { setTimeout as sleep } from "node:timers/promises";
import { BlobError } from "./blob-store";

/**
 * An error response of the store. It contains the operation, the status and the store's code, but not its message,
 * which may repeat signed content.
 */
export class S3Error extends Error {
  constructor(
    readonly operation: string,
    readonly status: number,
    /** Such as `NoSuchKey`. Empty if the response had no body. */
    readonly code: string,
    readonly requestId: string,
  ) {
    super(`S3 ${operation}: ${status} ${code || "without a code"}${requestId ? ` (request ${requestId})` : ""}`);
    this.name = "S3Error";
  }
}

/** A successful response that does not look like one of the store, so the outcome of the request is unknown. */
export const unprovedCode = "UnexpectedAnswer";

const retryableStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const retryableCodes = new Set([
  "InternalError",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "OperationAborted",
  unprovedCode,
]);

/** Whether the same request may succeed a moment later, because the store is busy or the connection broke. */
function mayRetry(error: unknown): boolean {
  if (error instanceof S3Error) return retryableStatuses.has(error.status) || retryableCodes.has(error.code);
  return error instanceof ConnectionError;
}

/** No data arrived on a connection within the limit. */
export class IdleError extends Error {
  override readonly name = "IdleError";
}

/** The connection was refused, broke, or made no progress for too long. Contains only the code of the cause. */
export class ConnectionError extends Error {
  constructor(operation: string, cause: unknown) {
    super(`S3 ${operation}: ${causeOf(cause)}`);
    this.name = "ConnectionError";
  }
}

function causeOf(cause: unknown): string {
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof IdleError ? "nothing arrived in time" : "the connection broke";
}

/** Whether the key does not exist. A missing bucket is a configuration error, not a missing document. */
export function isNoSuchKey(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket";
}

/** Translates errors of the store to `unavailable`. Other errors pass unchanged. */
export function toBlobError(error: unknown): unknown {
  if (error instanceof S3Error || error instanceof ConnectionError)
    return new BlobError("unavailable", "the store of documents does not answer as it should", { cause: error });
  return error;
}

export interface RetryTimes {
  /** Latest start of another attempt, in milliseconds after the first. */
  withinMs: number;
  /** The first pause. Each further one doubles, with jitter, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
  /** A connection without progress for this long is closed, in milliseconds. */
  idleMs: number;
}

export const standardTimes: RetryTimes = { withinMs: 20_000, firstMs: 100, longestMs: 2_000, idleMs: 10_000 };

/** While the store is known to be unavailable, callers fail after this time instead of all waiting. */
const knownAwayMs = 1_000;

/**
 * Retries temporary failures with back-off and within a limit. Shared by all calls of one store, so that all of them
 * know when it is unavailable.
 */
export class Retries {
  private isAway = false;

  constructor(readonly times: RetryTimes) {}

  /** Throws the last error once the time has run out. Errors that a retry cannot fix are thrown at once. */
  async run<Value>(work: (attempt: number) => Promise<Value>): Promise<Value> {
    const { withinMs, firstMs, longestMs } = this.times;
    const endsAt = performance.now() + (this.isAway ? Math.min(knownAwayMs, withinMs) : withinMs);
    for (let attempt = 0; ; attempt++) {
      try {
        const value = await work(attempt);
        this.isAway = false;
        return value;
      } catch (error) {
        if (!mayRetry(error)) throw error;
        const pause = Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2);
        if (performance.now() + pause > endsAt) {
          this.isAway = true;
          throw error;
        }
        await sleep(pause);
      }
    }
  }
}

/** S3 responses are flat lists of elements without relevant attributes. This module reads only those. */

/** The content of each element with this name, in order. Elements of the same name are never nested. */
export function elementsIn(xml: string, name: string): string[] {
  const found: string[] = [];
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g");
  for (const [, inside = ""] of xml.matchAll(pattern)) found.push(inside);
  return found;
}

/** The text of the first element with this name, or null. */
export function textIn(xml: string, name: string): string | null {
  const [inside] = elementsIn(xml, name);
  return inside === undefined ? null : unescape(inside);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
