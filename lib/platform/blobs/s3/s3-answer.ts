import { setTimeout as sleep } from "node:timers/promises";
import { BlobError } from "../blob-store";

/** An error response of the store. Contains the operation, the status and the store's code; never its message, which may repeat signed content. */
export class S3Error extends Error {
  constructor(
    readonly operation: string,
    readonly status: number,
    /** As `NoSuchKey`; empty where the answer had no body. */
    readonly code: string,
    readonly requestId: string,
  ) {
    super(`S3 ${operation}: ${status} ${code || "without a code"}${requestId ? ` (request ${requestId})` : ""}`);
    this.name = "S3Error";
  }
}

/** A success that does not look like the store's: nothing is known of what was asked. */
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

/** Whether the same request may succeed a moment later: the store is busy, or the connection broke. */
function mayRetry(error: unknown): boolean {
  if (error instanceof S3Error) return retryableStatuses.has(error.status) || retryableCodes.has(error.code);
  return error instanceof ConnectionError;
}

/** Nothing arrived on a connection within the limit. */
export class IdleError extends Error {
  override readonly name = "IdleError";
}

/** The connection was refused, broke, or nothing moved on it for too long. Holds the code of the cause alone. */
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

/** The key is not there. An absent bucket is a wrong configuration, not a missing document. */
export function isNoSuchKey(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket";
}

/** Translates errors of the store to `unavailable`; other errors pass unchanged. */
export function toBlobError(error: unknown): unknown {
  if (error instanceof S3Error || error instanceof ConnectionError)
    return new BlobError("unavailable", "the store of documents does not answer as it should", { cause: error });
  return error;
}

export interface RetryTimes {
  /** No try begins later than this after the first, in milliseconds. */
  withinMs: number;
  /** The first pause; each is twice the one before, with jitter, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
  /** A connection without progress for this long is closed, in milliseconds. */
  idleMs: number;
}

export const standardTimes: RetryTimes = { withinMs: 20_000, firstMs: 100, longestMs: 2_000, idleMs: 10_000 };

/** While the store is known to be away, callers are refused after this, so that they do not all wait. */
const knownAwayMs = 1_000;

/** Retries temporary failures with back-off and within a limit. Shared by all calls of one store, so that it remembers an unavailable store. */
export class Retries {
  private isAway = false;

  constructor(readonly times: RetryTimes) {}

  /** Throws the last error once the time is over, and every error that trying again does not help at once. */
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

/** Responses of S3 are flat lists of elements without relevant attributes; this reads only those. */

/** The inside of each element of this name, in order. Elements of one name are never nested in each other. */
export function elementsIn(xml: string, name: string): string[] {
  const found: string[] = [];
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g");
  for (const [, inside = ""] of xml.matchAll(pattern)) found.push(inside);
  return found;
}

/** The text of the first element of this name, or null. */
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
