/** Pure rules of POLICY.md section 1, rows "one-time code" and "code sends". Times are milliseconds since 1970. */

const hour = 3_600_000;
const day = 24 * hour;

export interface SendLimits {
  codeSendIntervalSeconds: number;
  codeSendsPerHour: number;
  codeSendsPerDay: number;
}

/** When the next code may be sent, given when earlier ones were: now or a time to come. */
export function nextSendAt(now: number, sentAt: readonly number[], limits: SendLimits): number {
  const newestFirst = [...sentAt].sort((a, b) => b - a);
  const freeAfter = (count: number, span: number): number => {
    const oldest = newestFirst[count - 1];
    return oldest === undefined ? now : oldest + span;
  };
  return Math.max(
    now,
    freeAfter(1, limits.codeSendIntervalSeconds * 1000),
    freeAfter(limits.codeSendsPerHour, hour),
    freeAfter(limits.codeSendsPerDay, day),
  );
}

/** When a network that may have `perHour` codes sent may have the next; now or a time to come. */
export function nextNetworkSendAt(now: number, sentAt: readonly number[], perHour: number): number {
  const newestFirst = [...sentAt].sort((a, b) => b - a);
  const oldest = newestFirst[perHour - 1];
  return oldest === undefined ? now : Math.max(now, oldest + hour);
}

export interface TryLimits {
  codeWrongTriesPerDay: number;
  codeWrongTriesEver: number;
}

/** Until when wrong tries lock a sign request: null (they do not), a time, or "for_good". */
export function lockedUntil(now: number, wrongAt: readonly number[], limits: TryLimits): number | "for_good" | null {
  if (wrongAt.length >= limits.codeWrongTriesEver) return "for_good";
  const newestFirst = [...wrongAt].sort((a, b) => b - a);
  const decisive = newestFirst[limits.codeWrongTriesPerDay - 1];
  if (decisive === undefined || decisive + day <= now) return null;
  return decisive + day;
}
