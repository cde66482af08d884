/** Pure rules of the one-time codes in docs/spec/limits.md. Times are milliseconds since 1970. */

const hour = 3_600_000;
const day = 24 * hour;

export interface SendLimits {
  codeSendIntervalSeconds: number;
  codeSendsPerHour: number;
  codeSendsPerDay: number;
}

/** The limit that delays the next code the longest, and when it ends. */
export interface SendPause {
  limit: "interval" | "hour" | "day";
  until: number;
}

/** When earlier codes were sent: those of the same purpose, which set the interval, and all in the shared count. */
export interface EarlierSends {
  samePurpose: readonly number[];
  together: readonly number[];
}

/** The pause before the next code, given the earlier ones; null when it may be sent now. */
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

/** When the next code may be sent to a network limited to `perHour`: now or later. */
export function nextNetworkSendAt(now: number, sentAt: readonly number[], perHour: number): number {
  const oldest = newestFirst(sentAt)[perHour - 1];
  return oldest === undefined ? now : Math.max(now, oldest + hour);
}

export interface TryLimits {
  codeWrongTriesPerDay: number;
  codeWrongTriesEver: number;
}

/** Until when wrong tries lock a signing request: null for no lock, a time, or "for_good". */
export function lockedUntil(now: number, wrongAt: readonly number[], limits: TryLimits): number | "for_good" | null {
  if (wrongAt.length >= limits.codeWrongTriesEver) return "for_good";
  const decisive = newestFirst(wrongAt)[limits.codeWrongTriesPerDay - 1];
  if (decisive === undefined || decisive + day <= now) return null;
  return decisive + day;
}

/** Wrong tries until the next lock, of the code or of the signing request; `wrongAt` holds all of the signing request's. */
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
