/** How long an authority that failed is left alone: a signer in a row of many should not wait 5 s for what will not come. */
const restMs = 60_000;

/**
 * An authority that is not asked for a minute after it failed, by this process. Those who asked before that are not held up by each
 * other, and the first answer that holds ends the rest.
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

/** A timestamp token (RFC 3161, 2.4.2) that was checked, and the time that it vouches for. */
export interface Timestamp {
  /** DER. */
  token: Buffer;
  at: Date;
}

/** A time-stamping authority. */
export interface Timestamper {
  /** Where it is, without credentials: to be shown and logged. */
  readonly url: string;
  /** Has a SHA-256 stamped, within 5 s. Throws TimestampError: nothing of what the authority sent is used then. */
  stamp(sha256: Buffer): Promise<Timestamp>;
}

/**
 * Why there is no timestamp: nobody answered, or not in time; the authority said no; what it sent does not hold; it was not asked,
 * because it failed a moment ago.
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
