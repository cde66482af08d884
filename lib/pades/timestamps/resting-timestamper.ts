import { TimestampError, type Timestamper } from "@/lib/pades/timestamps/timestamper";

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
