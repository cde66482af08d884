/** Why a server answered 503, with the number of times, as its log says. Refusals before a request was looked at (decision 52) are not logged. */
export function refusalReasons(output: string): string[] {
  const counts = new Map<string, number>();
  for (const line of output.split("\n")) {
    const reason = reasonOf(line);
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${String(count)} x ${reason}`);
}

interface LoggedError {
  code?: string;
  message?: string;
  cause?: LoggedError;
}

/** Null for lines about something else. */
function reasonOf(line: string): string | null {
  if (!line.startsWith("{")) return null;
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: LoggedError };
  if (msg !== "unavailable" || !err) return null;
  let first = err;
  while (first.cause) first = first.cause;
  return [first.code, first.message].filter(Boolean).join(" ");
}
