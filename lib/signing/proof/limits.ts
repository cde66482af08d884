/** Pure rules of the one-time codes in docs/spec/limits.md. Times are milliseconds since 1970. */

const hour = 3_600_000;
const day = 24 * hour;

export interface SendLimits {
  codeSendIntervalSeconds: number;
  codeSendsPerHour: number;
  codeSendsPerDay: number;
}

/** Why no code may be sent now: the limit that holds longest, and when it ends. */
export interface SendPause {
  limit: "interval" | "hour" | "day";
  until: number;
}

/** When earlier codes were sent: those for the same purpose, which keep the interval, and all that count together. */
export interface EarlierSends {
  samePurpose: readonly number[];
  together: readonly number[];
}

/** The pause before the next code, given when earlier ones were sent; null when it may be sent now. */
export function sendPause(now: number, { samePurpose, together }: EarlierSends, limits: SendLimits): SendPause | null {
  const pauseOf = (limit: SendPause["limit"], sentAt: readonly number[], count: number, span: number): SendPause => ({
    limit,
    until: (newestFirst(sentAt)[count - 1] ?? -Infinity) + span,
  });
  const [longest] = [
    pauseOf("interval", samePurpose, 1, limits.codeSendIntervalSeconds * 1000),
    pauseOf("hour", together, limits.codeSendsPerHour, hour),
    pauseOf("day", together, limits.codeSendsPerDay, day),
  ].sort((a, b) => b.until - a.until);
  return longest && longest.until > now ? longest : null;
}

/** When a network that may have `perHour` codes sent may have the next; now or a time to come. */
export function nextNetworkSendAt(now: number, sentAt: readonly number[], perHour: number): number {
  const oldest = newestFirst(sentAt)[perHour - 1];
  return oldest === undefined ? now : Math.max(now, oldest + hour);
}

export interface TryLimits {
  codeWrongTriesPerDay: number;
  codeWrongTriesEver: number;
}

/** Until when wrong tries lock a sign request: null (they do not), a time, or "for_good". */
export function lockedUntil(now: number, wrongAt: readonly number[], limits: TryLimits): number | "for_good" | null {
  if (wrongAt.length >= limits.codeWrongTriesEver) return "for_good";
  const decisive = newestFirst(wrongAt)[limits.codeWrongTriesPerDay - 1];
  if (decisive === undefined || decisive + day <= now) return null;
  return decisive + day;
}

/** Wrong tries until the next lock, of the code or of the sign request; `wrongAt` are all of the sign request. */
export function codeTriesLeft(
  now: number,
  wrongOfCode: number,
  wrongAt: readonly number[],
  limits: TryLimits & { codeWrongTries: number },
): number {
  const wrongToday = wrongAt.filter((at) => at + day > now).length;
  return Math.max(
    0,
    Math.min(
      limits.codeWrongTries - wrongOfCode,
      limits.codeWrongTriesPerDay - wrongToday,
      limits.codeWrongTriesEver - wrongAt.length,
    ),
  );
}

function newestFirst(times: readonly number[]): number[] {
  return [...times].sort((a, b) => b - a);
}
