/** Seconds before each retry (docs/spec/api.md#webhooks): nine retries over three days. */
export const standardSchedule: readonly number[] = [
  5,
  300,
  1800,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

const jitter = 0.1;
const longestWaitSeconds = 24 * 3600;

/** Seconds from the `tries`-th failure to the next try, by at most 10 % more or less; null when there is none. */
export function nextDelaySeconds(schedule: readonly number[], tries: number, random: number): number | null {
  const delay = schedule[tries - 1];
  return delay === undefined ? null : delay * (1 - jitter + random * 2 * jitter);
}

/** What a `Retry-After` asks for (RFC 9110 section 10.2.3: seconds or a date), a day at most; 0 when it says nothing. */
export function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWaitSeconds) : 0;
}
