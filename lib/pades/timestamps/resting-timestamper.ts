/** How long a failed authority is skipped, so that signers do not each wait 5 s for an authority that is down. */
const restMs = 60_000;

/**
 * An authority that this process skips for a minute after a failure. Concurrent requests do not wait for each
 * other, and the first success ends the pause.
 */
export function restingTimestamper(
  timestamper: Timestamper,
  clock: () => number = () => performance.now(),
): Timestamper {
  let failedAt: number | null = null;
  return {
    url: timestamper.url,
    async stamp(sha256) {
      if (failedAt !== null && clock() - failedAt < restMs) {
        throw new TimestampError("resting", "the authority failed less than a minute ago and was not asked again");
      }
      try {
        const timestamp = await timestamper.stamp(sha256);
        failedAt = null;
        return timestamp;
      } catch (error) {
        failedAt = clock();
        throw error;
      }
    },
  };
}

/** A checked timestamp token (RFC 3161, 2.4.2) and its time. */
export interface Timestamp {
  /** DER. */
  token: Buffer;
  at: Date;
}

/** A time-stamping authority. */
export interface Timestamper {
  /** The URL without credentials, for display and logs. */
  readonly url: string;
  /**
   * Timestamps a SHA-256 digest within 5 s. Throws TimestampError. In that case, no part of the authority's answer is
   * used.
   */
  stamp(sha256: Buffer): Promise<Timestamp>;
}

/**
 * Why there is no timestamp: no answer, or a late one, a refusal by the authority, an invalid answer, or a request
 * that was skipped after a recent failure.
 */
export type TimestampFailure = "unreachable" | "timed_out" | "refused" | "bad_answer" | "resting";

export class TimestampError extends Error {
  constructor(
    readonly failure: TimestampFailure,
    message: string,
  ) {
    super(message);
    this.name = "TimestampError";
  }
}
