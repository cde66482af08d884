/**
 * Reasons for a server's 503 answers with their counts, from its log. Requests rejected before they are processed
 * (decision 52) are not logged.
 */
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

/** Null for other log lines. */
function reasonOf(line: string): string | null {
  if (!line.startsWith("{")) return null;
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: LoggedError };
  if (msg !== "unavailable" || !err) return null;
  let first = err;
  while (first.cause) first = first.cause;
  return [first.code, first.message].filter(Boolean).join(" ");
}
