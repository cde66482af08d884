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
