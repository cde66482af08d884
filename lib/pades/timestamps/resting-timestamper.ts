import { findingText } from "@/lib/pades/verify/report/finding-text";
import type { Finding } from "@/lib/pades/verify/report/findings";

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
        throw new TimestampError({ code: "resting" });
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
 * The failure as the audit trail names it: no answer, or a late one, a refusal by the authority, an invalid answer, or
 * a request that was skipped after a recent failure.
 */
export type TimestampFailure = "unreachable" | "timed_out" | "refused" | "bad_answer" | "resting";

/** The cause of a missing timestamp. */
export type TimestampProblem =
  /** `systemCode` is Node's, such as ECONNRESET. */
  | { code: "unreachable"; systemCode: string | null }
  | { code: "timed_out"; limitMs: number }
  | { code: "resting" }
  | { code: "http_status"; status: number }
  /** PKIStatus, and the printable part of PKIFreeText (RFC 3161, 2.4.2). */
  | { code: "rejected"; status: number; text: string }
  /** `most` and `size` are in bytes. */
  | { code: "answer_too_large"; most: number }
  | { code: "token_too_large"; size: number }
  | { code: "answer_unreadable"; detail: string }
  | { code: "token_invalid"; findings: readonly Finding[] }
  | { code: "clock_mismatch"; at: Date }
  | { code: "not_a_response" | "token_missing" | "version_unsupported" | "nonce_mismatch" }
  | { code: "imprint_algorithm_differs" | "time_missing" | "time_inaccurate" };

/** Codes that are not an invalid answer. */
const failures: { readonly [C in TimestampProblem["code"]]?: TimestampFailure } = {
  unreachable: "unreachable",
  timed_out: "timed_out",
  resting: "resting",
  http_status: "refused",
  rejected: "refused",
};

/** The message is for logs and the list of jobs. */
export class TimestampError extends Error {
  readonly failure: TimestampFailure;

  constructor(readonly problem: TimestampProblem) {
    super(problemText(problem));
    this.name = "TimestampError";
    this.failure = failures[problem.code] ?? "bad_answer";
  }
}

function problemText(problem: TimestampProblem): string {
  switch (problem.code) {
    case "unreachable":
      return `the authority cannot be reached (${problem.systemCode ?? "unknown reason"})`;
    case "timed_out":
      return `the authority took longer than ${problem.limitMs} ms`;
    case "resting":
      return "the authority failed less than a minute ago, so no request was sent";
    case "http_status":
      return `the authority returned HTTP status ${problem.status}`;
    case "rejected":
      return `the authority refused with status ${problem.status}${problem.text && `: ${problem.text}`}`;
    case "answer_too_large":
      return `the authority's response is larger than ${problem.most} bytes`;
    case "token_too_large":
      return `a token of ${problem.size} bytes does not fit`;
    default:
      return `the authority's response is invalid: ${invalidText(problem)}`;
  }
}

type InvalidAnswer = Exclude<
  TimestampProblem,
  {
    code: "unreachable" | "timed_out" | "resting" | "http_status" | "rejected" | "answer_too_large" | "token_too_large";
  }
>;

function invalidText(problem: InvalidAnswer): string {
  switch (problem.code) {
    case "answer_unreadable":
      return `it cannot be read: ${problem.detail}`;
    case "token_invalid":
      return problem.findings.map(findingText).join("; ");
    case "clock_mismatch":
      return `its time, ${problem.at.toISOString()}, does not match the clock of this server`;
    case "not_a_response":
      return "it is not a timestamp response";
    case "token_missing":
      return "it contains no token";
    case "version_unsupported":
      return "unsupported version";
    case "nonce_mismatch":
      return "the nonce does not match the request";
    case "imprint_algorithm_differs":
      return "the imprint uses another hash algorithm";
    case "time_missing":
      return "it has no time";
    case "time_inaccurate":
      return "its time is not accurate enough";
  }
}
