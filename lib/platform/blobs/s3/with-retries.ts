import { setTimeout as sleep } from "node:timers/promises";
import { mayRetry } from "./s3-error";

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
